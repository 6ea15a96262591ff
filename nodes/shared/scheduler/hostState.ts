import { Address } from './address';
import { BatchSize } from './batchSize';
import type { CallGroup, WaitingCall } from './callQueue';
import { CallsPerSecond } from './callsPerSecond';
import { CircuitBreaker } from './circuitBreaker';
import { SECOND_MS, type Chance } from './clock';
import { ConcurrencyLimit, type Permit } from './concurrencyLimit';
import { Limiter, PATIENCE_MS, type CallResults, type Room } from './limiter';
import { sumBackoffs, retryAfterOf, type Ending } from './retryPolicy';
import type { Conclusion, HostOptions, RequestEnd } from './scheduledCall';

/** Addresses without a call for this long are forgotten; milliseconds. */
const FORGET_AFTER_MS = 3_600_000;

/** Share of requests that may be refused at a host: a few addresses with bad keys are no limit that all share. */
const TOLERATED_AT_HOST = 0.25;

/** A single address that never let anything through is given up after so many milliseconds of refusals. */
const PATIENCE_ALONE_MS = 10_000;

/** An address refused this often in a row while others get through has reasons of its own: at about one a second, a minute. */
const ENOUGH_REFUSALS = PATIENCE_MS / SECOND_MS;

/**
 * Probes of an outage for each retry that a call alone has: where one backend of two is down, 5 attempts in a row come
 * to nothing once in 32 times, which must not end all calls; 13 do once in 8,192. And an outage of a host is one that
 * more addresses than these meet in a row.
 */
const TIMES_AS_MANY = 3;

/** A request in flight. */
export interface RequestInFlight {
	address: Address;
	calls: WaitingCall[];
	sentAt: number;
	permit: Permit;
}

/**
 * What is known about a host: what may be in flight, its rate limits, the size of its batches, and whether it is
 * down. Each request is noted when it is sent and when it has ended.
 */
export class HostState {
	readonly batches: BatchSize;

	/** The limit that the addresses share, if they do. */
	private readonly limiter = new Limiter(TOLERATED_AT_HOST);

	private readonly breaker = new CircuitBreaker();

	private readonly concurrency: ConcurrencyLimit;

	private readonly perSecond: CallsPerSecond;

	private readonly addresses = new Map<string, Address>();

	/** Addresses that have failed since the host last answered. */
	private readonly failing = new Set<Address>();

	constructor({ maxConcurrency, isAdaptive, callsPerSecond, batchSize }: HostOptions) {
		this.concurrency = new ConcurrencyLimit(maxConcurrency, isAdaptive);
		this.perSecond = new CallsPerSecond(callsPerSecond);
		this.batches = new BatchSize(batchSize);
	}

	/** @returns what is known about an address that is called now */
	getAddress(name: string, now: number): Address {
		const since = now - FORGET_AFTER_MS;
		let address = this.addresses.get(name);
		if (address === undefined || address.usedAt < since) {
			for (const [each, { usedAt }] of this.addresses)
				if (usedAt < since) this.addresses.delete(each);
			this.addresses.set(name, (address = new Address()));
		}
		address.usedAt = now;
		return address;
	}

	/** @returns before which time nothing may be sent to any of its addresses */
	notBefore(now: number): number {
		return Math.max(
			this.concurrency.notBefore(now),
			this.breaker.notBefore,
			this.perSecond.notBefore(now),
			this.limiter.hasPassed ? this.limiter.getRoom(1, now).notBefore : -Infinity,
		);
	}

	/** @returns how many of the calls that wait at an address may be sent in one request, and when */
	getRoom(address: Address, waiting: number, now: number): Room {
		const { breaker, limiter } = address;
		if (breaker.notBefore > now) return { calls: 0, notBefore: breaker.notBefore };
		// A probe is a single call, as a batch may come to nothing for reasons of its own; at an address, once a smaller
		// batch has come to nothing as well.
		const together = this.isOut || breaker.failures > 1 ? 1 : waiting;
		const most = Math.min(together, this.perSecond.left(now), this.batches.most);
		const own = limiter.getRoom(most, now);
		const isBound = own.notBefore <= now && !this.isFree(address);
		return isBound ? this.limiter.getRoom(own.calls, now) : own;
	}

	/** @returns a number that is lower for groups to serve earlier; 0 for those that nothing puts behind others */
	rank({ address, isUrgent }: CallGroup, random: Chance): number {
		const isProbed = this.isOut || this.limiter.refusals > 0;
		// Where nothing ever got through, and not because of others, something may be wrong: others come first.
		if (!isProbed) return address.isSuspect && !this.isShared ? 1 : 0;
		// Those that come first, or wait longest, may have reasons of their own: a probe is any that failed least, of
		// those an urgent one.
		const failures = this.isOut ? address.breaker.failures : address.limiter.refusals;
		return failures + (isUrgent ? 0 : 0.5) + random() / 2;
	}

	/** @returns when the waits end that the server asked for at an address */
	askedUntil({ limiter }: Address): number {
		return Math.max(limiter.askedUntil, this.isShared ? this.limiter.askedUntil : -Infinity);
	}

	/** @returns why a call need not wait any longer: nothing gets through, or it would take longer than the user accepts */
	findHopeless(address: Address, waiting: WaitingCall, now: number): Conclusion | undefined {
		const { maxRetryWaitMs } = waiting.call.retry;
		if (this.askedUntil(address) - now > maxRetryWaitMs) return 'pauseTooLong';
		if (address.refusal !== undefined && this.isRefused(address, waiting, now))
			return 'othersRefused';
		return this.isDown(address, waiting) ? 'othersFailed' : undefined;
	}

	/** @returns whether nothing gets through at an address, and use of a limit by others is not the reason */
	isStuck({ limiter }: Address): boolean {
		if (!limiter.isStuck) return false;
		return !this.isShared || this.limiter.isStuck || limiter.refusals >= ENOUGH_REFUSALS;
	}

	/** @returns whether too much has been refused for so long that a call is not worth waiting any longer */
	private isRefused(address: Address, { call }: WaitingCall, now: number): boolean {
		if (!this.isStuck(address)) return false;
		const { limiter } = address;
		const { maxRetries } = call.retry;
		const isAlone = this.addresses.size === 1;
		// That several addresses never let anything through is more likely a limit that others use up.
		const patienceMs = isAlone && !limiter.hasPassed ? PATIENCE_ALONE_MS : PATIENCE_MS;
		const ms = Math.max(patienceMs, sumBackoffs(maxRetries));
		const limiters = isAlone ? [limiter] : [limiter, this.limiter];
		return limiters.some((each) => each.isRefusedFor(maxRetries, ms, now));
	}

	/** @returns whether a call has waited for longer, and for more probes, than it would have been sent alone */
	private isDown({ breaker }: Address, { call, addedAt }: WaitingCall): boolean {
		const { maxRetries } = call.retry;
		const probes = TIMES_AS_MANY * Math.max(1, maxRetries);
		const isBeyond = (each: CircuitBreaker): boolean =>
			each.getLastedMs(addedAt) > sumBackoffs(maxRetries) + maxRetries * each.tookMs;
		return [this.breaker, breaker].some((each) => each.failures > probes && isBeyond(each));
	}

	/** @returns whether a call waits for its host or address to answer again */
	isInOutage({ breaker }: Address, { notBefore }: WaitingCall, now: number): boolean {
		return notBefore > now || this.isOut || breaker.failures > 0;
	}

	/** Forgets an outage. */
	restart(now: number): void {
		this.breaker.restart(now);
		this.limiter.restart(now);
	}

	/** Notes that calls are sent in one request now. */
	sent(address: Address, calls: WaitingCall[], now: number): RequestInFlight {
		address.inFlight += 1;
		this.perSecond.sent(calls.length, now);
		this.batches.sent(calls.length);
		address.limiter.sent(calls.length, now);
		this.limiter.sent(this.isFree(address) ? 0 : calls.length, now);
		this.breaker.sent(now);
		address.breaker.sent(now);
		return { address, calls, sentAt: now, permit: this.concurrency.sent(now) };
	}

	/**
	 * Notes how a request ended.
	 * @param random a number from 0 to 1
	 */
	ended(request: RequestInFlight, end: RequestEnd<unknown>, random: number, now: number): void {
		const { address, calls, sentAt, permit } = request;
		const endings = end.ends.map(({ ending }) => ending);
		const failure = endings.find(({ kind }) => kind === 'failed' || kind === 'cancelled');
		address.inFlight -= 1;
		this.batches.ended(calls.length);
		this.breaker.ended(sentAt);
		address.breaker.ended(sentAt);
		const retryAfterMs = Math.max(0, ...endings.map(retryAfterOf));
		address.limiter.asked(now + retryAfterMs);
		const verdict = failure === undefined ? this.getVerdict(request, end, retryAfterMs) : undefined;
		// A single address has no one to share its limit with, and one that never worked may have reasons of its own.
		const isOwn = address.isUnknown && verdict !== undefined && verdict.refused > 0;
		const isTold = this.addresses.size > 1 && !isOwn;
		address.limiter.ended(sentAt, verdict, random, now);
		this.limiter.ended(sentAt, isTold ? verdict : undefined, random, now);
		if (failure === undefined) {
			this.failing.clear();
			this.breaker.answered(now);
			address.breaker.answered(now);
			this.noteSize(endings, calls.length);
		} else if (isFinalTimeout(request, end)) {
			// Nobody rejected it.
			address.limiter.accepted(now);
			this.limiter.accepted(now);
		} else this.noteFailure(request, failure, random, now);
		this.concurrency.ended(permit, readSign(address, failure, verdict), now);
	}

	/** Where nothing ever got through, a refusal may be about one address: the shared limit does not bound the others. */
	private isFree({ refusal }: Address): boolean {
		return !this.limiter.hasPassed && refusal === undefined;
	}

	private get isOut(): boolean {
		return this.breaker.failures > 0;
	}

	/** Whether several addresses share a limit. */
	private get isShared(): boolean {
		return this.addresses.size > 1 && this.limiter.isKnown;
	}

	/** @returns what the end of a request says about a limit; nothing where its size was the reason */
	private getVerdict(
		{ address, calls }: RequestInFlight,
		{ ends, isRefusedWhole }: RequestEnd<unknown>,
		retryAfterMs: number,
	): CallResults | undefined {
		const refused = ends.filter(({ ending }) => ending.kind === 'refused').length;
		const passed = ends.filter(({ ending }) => ending.kind === 'answered').length;
		if (passed + refused === 0) return undefined;
		const isTooLarge = isRefusedWhole && refused > 1 && this.batches.isUntried(calls.length);
		if (isTooLarge) this.batches.doubt();
		if (isTooLarge && address.limiter.hasPassed) {
			this.batches.tooLarge(calls.length, 1);
			return undefined;
		}
		return { passed, refused, retryAfterMs };
	}

	private noteSize(endings: readonly Ending[], calls: number): void {
		const answered = endings.filter(({ kind }) => kind === 'answered' || kind === 'refused').length;
		const isTooMuch = endings.some(({ kind }) => kind === 'tooMuch');
		if (isTooMuch) this.batches.tooLarge(calls, answered > 0 ? answered : undefined);
		else if (answered === 0) this.batches.tooLarge(calls, 1);
		else if (endings.every(({ kind }) => kind === 'answered')) this.batches.passed(calls);
	}

	private noteFailure(
		{ address, sentAt }: RequestInFlight,
		failure: Ending,
		random: number,
		now: number,
	): void {
		if (failure.kind !== 'failed' || !failure.isTransient) return;
		address.breaker.failed(sentAt, random, now);
		this.failing.add(address);
		if (this.failing.size > TIMES_AS_MANY) this.breaker.failed(sentAt, random, now);
	}
}

/**
 * Where a timeout is not followed by another attempt, each call finds out for itself who hangs: probes, which take all
 * their time then, would keep others from being asked at all.
 */
function isFinalTimeout({ calls }: RequestInFlight, { isTimeout }: RequestEnd<unknown>): boolean {
	return isTimeout === true && calls.every(({ call }) => call.retry.retryForMs !== undefined);
}

/**
 * What goes wrong at an address that never worked says nothing about the host.
 * @returns whether the host can take more requests at once, or fewer
 */
function readSign(
	{ limiter }: Address,
	failure: Ending | undefined,
	verdict: CallResults | undefined,
): 'more' | 'fewer' | undefined {
	if (failure === undefined) return verdict?.refused === 0 ? 'more' : undefined;
	if (failure.kind !== 'failed') return undefined;
	return limiter.hasPassed || !failure.isReached ? 'fewer' : undefined;
}

import { BatchSize } from './batchSize';
import type { WaitingCall } from './callQueue';
import { CallsPerSecond } from './callsPerSecond';
import { ConcurrencyLimit, type Permit, type Sign } from './concurrencyLimit';
import { Destination } from './destination';
import { PATIENCE_MS, type CallResults, type Capacity } from './limiter';
import { chanceOf, Comparison, hasOwnReasons } from './ownReasons';
import { sumBackoffs, getRetryAfterMs, type Ending } from './retryPolicy';
import type { Conclusion, HostOptions, RequestEnd, Settled } from './scheduledCall';
import { Waits } from './waits';

/** Addresses without a call for this long are forgotten; milliseconds. */
const FORGET_AFTER_MS = 3_600_000;

/** Share of requests that may be refused at a host: a few addresses with bad keys are no limit that all share. */
const TOLERATED_AT_HOST = 0.25;

/** A single address that never let anything through is given up after so many milliseconds of refusals. */
const PATIENCE_ALONE_MS = 10_000;

/**
 * Probes of an outage for each retry that a call alone has: where one backend of two is down, 5 attempts in a row come
 * to nothing once in 32 times, which must not end all calls; 13 do once in 8,192.
 */
const PROBES_PER_RETRY = 3;

/** Where more addresses than these have failed since their host last answered, the host is down. */
const FAILING_ALONE = 3;

/** A host to which calls wait their turn is sent one more often than this. Milliseconds. */
const QUIET_MS = 250;

/** A request in flight. */
export interface RequestInFlight extends Permit {
	address: Destination;
	calls: WaitingCall[];
}

/**
 * Knowledge of a host: what may be in flight, its rate limits, the size of its batches, and whether it is
 * down. Each request is noted when it is sent and when it has ended. All times are monotonic, in milliseconds.
 */
export class HostState {
	readonly batches: BatchSize;

	/** Knowledge of all its addresses together, such as a limit that they share. */
	readonly all = new Destination(TOLERATED_AT_HOST);

	private readonly comparison = new Comparison();

	private readonly waits = new Waits();

	private readonly concurrency: ConcurrencyLimit;

	private readonly perSecond: CallsPerSecond;

	private readonly addresses = new Map<string, Destination>();

	/** Addresses that no call was sent to yet. */
	private readonly uncalled = new Set<Destination>();

	/** Addresses that have failed since the host last answered. */
	private readonly failing = new Set<Destination>();

	constructor({ maxConcurrency, isAdaptive, callsPerSecond, batchSize }: HostOptions) {
		this.concurrency = new ConcurrencyLimit(maxConcurrency, isAdaptive);
		this.perSecond = new CallsPerSecond(callsPerSecond);
		this.batches = new BatchSize(batchSize);
	}

	/** @returns what is known about an address that is called now */
	getAddress(name: string, now: number): Destination {
		const since = now - FORGET_AFTER_MS;
		let address = this.addresses.get(name);
		if (address === undefined || address.usedAt < since) {
			for (const [each, old] of this.addresses) {
				if (old.usedAt >= since) continue;
				this.addresses.delete(each);
				this.uncalled.delete(old);
				this.comparison.forget(old);
			}
			address = new Destination();
			this.addresses.set(name, address);
			this.uncalled.add(address);
		}
		address.usedAt = now;
		return address;
	}

	/** @returns before which time nothing may be sent to any of its addresses */
	notBefore(now: number): number {
		const { breaker, limiter } = this.all;
		return Math.max(
			this.concurrency.notBefore,
			breaker.notBefore,
			this.perSecond.notBefore(now),
			limiter.hasPassed ? limiter.getCapacity(1, now).notBefore : -Infinity,
		);
	}

	/** @returns how many of the calls that wait at an address may be sent in one request, and when */
	getCapacity(address: Destination, waiting: number, now: number): Capacity {
		const { breaker, limiter } = address;
		if (breaker.notBefore > now) return { calls: 0, notBefore: breaker.notBefore };
		// A probe is a single call, as a batch may come to nothing for reasons of its own; at an address, once a smaller
		// batch has come to nothing as well.
		const atOnce = this.isOut || breaker.failures > 1 ? 1 : waiting;
		const most = Math.min(atOnce, this.perSecond.left(now), this.batches.most);
		const own = limiter.getCapacity(most, now);
		const isBound = own.notBefore <= now && !this.isFree(address);
		return isBound ? this.all.limiter.getCapacity(own.calls, now) : own;
	}

	/** @returns when the waits end that the server asked for at an address */
	askedUntil({ limiter }: Destination): number {
		return Math.max(limiter.askedUntil, this.all.limiter.askedUntil);
	}

	/** @returns why a call need not wait any longer: nothing gets through, or it would take longer than the user accepts */
	findConclusion(address: Destination, waiting: WaitingCall, now: number): Conclusion | undefined {
		const { maxRetryWaitMs } = waiting.call.retry;
		if (this.askedUntil(address) - now > maxRetryWaitMs) return 'pauseTooLong';
		if (this.isRefused(address, waiting, now)) return 'othersRefused';
		return this.isDown(address, waiting) ? 'othersFailed' : undefined;
	}

	/**
	 * @param leastWaitMs the shortest wait for a server that a call accepts
	 * @returns whether calls to any address may have to end because of what the host does
	 */
	mayConclude(leastWaitMs: number, now: number): boolean {
		const { breaker, limiter } = this.all;
		const isOut = breaker.failures > PROBES_PER_RETRY;
		const isRefused = limiter.isRefusedFor(0, PATIENCE_ALONE_MS, now);
		return isOut || isRefused || limiter.askedUntil - now > leastWaitMs;
	}

	/** @returns what is known about how an address is refused */
	describe(address: Destination): Pick<Settled<unknown>, 'ownChance' | 'isHostDown'> {
		const isHostDown = this.isHostDown && !hasOwnReasons(address) ? true : undefined;
		return { ownChance: address.streak && chanceOf(address), isHostDown };
	}

	/** Whether nothing gets through at any of several addresses, and so it was at more than a few from the start. */
	get isHostDown(): boolean {
		const isClosed = this.isOut || this.all.limiter.refusals > 0;
		return this.addresses.size > 1 && isClosed && !this.haveMostWorked;
	}

	private get haveMostWorked(): boolean {
		return this.comparison.working > this.addresses.size * (1 - TOLERATED_AT_HOST);
	}

	/** For how long everything may be refused: where others use up a limit that let something through, for two windows. */
	private get patienceMs(): number {
		const isUsedUp = this.all.limiter.hasPassed && !this.haveMostWorked;
		return isUsedUp ? 2 * PATIENCE_MS : PATIENCE_MS;
	}

	/** Starts anew where nothing waits any more. */
	restart(now: number): void {
		this.all.restart(now);
		this.comparison.restart();
	}

	/** @returns the limit or outage for which a call to an address would have to wait now */
	findDelay(address: Destination, now: number): Conclusion | undefined {
		const both = [this.all, address];
		if (this.askedUntil(address) > now) return 'pauseTooLong';
		if (both.some(({ breaker }) => breaker.notBefore > now)) return 'othersFailed';
		const limiters = this.isFree(address) ? [address] : both;
		const isLimited = limiters.some(({ limiter }) => limiter.getCapacity(1, now).notBefore > now);
		return isLimited ? 'othersRefused' : undefined;
	}

	/** @returns whether nothing gets through at an address, and use of a limit by others is not the reason */
	isStuck(address: Destination, now: number): boolean {
		if (hasOwnReasons(address)) return true;
		const { limiter } = this.all;
		const isShared = limiter.isKnown && !limiter.isStuckFor(this.patienceMs);
		if (this.comparison.isDoubtful(address) && this.comparison.getSilentMs(now) > PATIENCE_MS)
			return true;
		return !isShared && address.limiter.isStuckFor(PATIENCE_MS);
	}

	/** @returns whether calls got through since a time, and no request was sent lately that has not ended */
	isQuiet(since: number, now: number): boolean {
		const isBusy = now - this.concurrency.lastSentAt < QUIET_MS;
		return !isBusy && this.all.limiter.hasPassedSince(since);
	}

	/** @returns whether too much has been refused for so long that a call is not worth waiting any longer */
	private isRefused(address: Destination, { call }: WaitingCall, now: number): boolean {
		if (address.refusal === undefined || !this.isStuck(address, now)) return false;
		const { maxRetries } = call.retry;
		// That several addresses never let anything through is more likely a limit that others use up.
		const isAlone = this.addresses.size === 1 && !address.limiter.hasPassed;
		const patienceMs = isAlone ? PATIENCE_ALONE_MS : this.patienceMs;
		const backoffMs = sumBackoffs(maxRetries);
		if (hasOwnReasons(address)) return address.limiter.isRefusedFor(maxRetries, backoffMs, now);
		const ms = Math.max(patienceMs, backoffMs);
		return [this.all, address].some(({ limiter }) => limiter.isRefusedFor(maxRetries, ms, now));
	}

	/** @returns whether a call has waited for longer, and for more probes, than it would have been sent alone */
	private isDown(address: Destination, { call, addedAt }: WaitingCall): boolean {
		const { maxRetries } = call.retry;
		const probes = PROBES_PER_RETRY * Math.max(1, maxRetries);
		return [this.all, address].some(({ breaker }) => {
			if (breaker.failures <= probes) return false;
			const aloneMs = sumBackoffs(maxRetries) + maxRetries * breaker.tookMs;
			return breaker.getLastedMs(addedAt) > aloneMs;
		});
	}

	/** Notes that calls are sent in one request now. */
	sent(address: Destination, calls: WaitingCall[], now: number): RequestInFlight {
		const { length } = calls;
		this.perSecond.sent(length, now);
		this.batches.sent(length);
		this.uncalled.delete(address);
		address.limiter.sent(length, now);
		if (!this.isFree(address)) this.all.limiter.sent(length, now);
		for (const each of [this.all, address]) {
			each.inFlight += 1;
			each.usedAt = now;
			each.breaker.sent(now);
		}
		return Object.assign(this.concurrency.sent(now), { address, calls });
	}

	/**
	 * Notes how a request ended.
	 * @param random a number from 0 to 1
	 */
	ended(request: RequestInFlight, end: RequestEnd<unknown>, random: number, now: number): void {
		const { address, sentAt } = request;
		const endings = end.ends.map(({ ending }) => ending);
		const failure = endings.find(({ kind }) => kind === 'failed' || kind === 'cancelled');
		const retryAfterMs = Math.max(0, ...endings.map(getRetryAfterMs));
		this.noteOver(request);
		const results =
			failure === undefined ? this.readResults(request, end, retryAfterMs) : undefined;
		const isOfHost = this.compare(request, failure, results, now);
		this.noteWait(address, retryAfterMs, isOfHost, now);
		const concerned = isOfHost ? [this.all, address] : [address];
		if (results !== undefined) {
			for (const { limiter } of this.isShared(address, results) ? concerned : [address])
				limiter.ended(sentAt, results, random, now);
		}
		if (failure === undefined) this.noteAnswer(address, now);
		else if (isFinalTimeout(request, end)) this.noteFinalTimeout(address, now);
		else if (isTransientFault(failure)) {
			if (isOfHost && isAnswered(failure, end)) this.noteMuteLimit(request, random, now);
			this.noteFault(concerned, request, random, now);
		}
		const sign = isOfHost ? readSign(address, failure, results) : undefined;
		this.concurrency.ended(request, sign, now);
	}

	/** Notes that a request is not in flight any longer. */
	private noteOver({ address, sentAt }: RequestInFlight): void {
		for (const each of [this.all, address]) {
			each.inFlight -= 1;
			each.breaker.ended(sentAt);
			each.limiter.breaker.ended(sentAt);
		}
	}

	/** Notes the wait that a server asked an address for; 0 for none. */
	private noteWait(address: Destination, waitMs: number, isOfHost: boolean, now: number): void {
		address.limiter.asked(now + waitMs);
		const isAsked = isOfHost && waitMs > 0;
		const isForAll = this.waits.ended(address, isAsked, this.uncalled.size, now);
		if (isAsked && isForAll) this.all.limiter.asked(now + waitMs);
	}

	/** @returns whether all addresses may share the limit that the calls of one met, or did not meet */
	private isShared({ limiter, refusal }: Destination, { refused }: CallResults): boolean {
		// A single address has no one to share its limit with, and one that never worked may have reasons of its own.
		const isWorking = limiter.hasPassed || refusal !== undefined;
		return this.addresses.size > 1 && (isWorking || refused === 0);
	}

	private noteAnswer({ breaker }: Destination, now: number): void {
		this.failing.clear();
		this.all.breaker.answered(now);
		breaker.answered(now);
	}

	/** Nobody rejected the calls of such a request. */
	private noteFinalTimeout({ limiter }: Destination, now: number): void {
		this.all.limiter.accepted(now);
		limiter.accepted(now);
	}

	private noteFault(
		concerned: Destination[],
		{ address, sentAt }: RequestInFlight,
		random: number,
		now: number,
	): void {
		if (concerned.includes(this.all)) this.failing.add(address);
		for (const each of this.failing.size > FAILING_ALONE ? concerned : [address])
			each.breaker.failed(sentAt, random, now);
	}

	/**
	 * Some servers and proxies refuse what is beyond a limit as if they were out of service, or break the connection. So
	 * may a fault be meant where others get through, unless it is the first answer of an address.
	 */
	private noteMuteLimit({ address, sentAt, calls }: RequestInFlight, random: number, now: number) {
		const { limiter } = this.all;
		const isFirst = !address.limiter.hasPassed && address.breaker.failures === 0;
		if (isFirst || this.isOut || !limiter.hasPassed || this.addresses.size === 1) return;
		limiter.ended(sentAt, { passed: 0, refused: calls.length, retryAfterMs: 0 }, random, now);
	}

	/** Compares an address with the others. @returns whether how its request ended may say something about the host */
	private compare(
		{ address, sentAt }: RequestInFlight,
		failure: Ending | undefined,
		results: CallResults | undefined,
		now: number,
	): boolean {
		const hasFailed = failure !== undefined && isTransientFault(failure);
		if (hasFailed || results?.passed === 0)
			return this.comparison.noteRefused(address, sentAt, now);
		if (failure === undefined) this.comparison.notePassed(address, sentAt);
		return true;
	}

	/** Where nothing ever got through, a refusal may be about one address: the shared limit does not bound the others. */
	private isFree({ refusal }: Destination): boolean {
		return !this.all.limiter.hasPassed && refusal === undefined;
	}

	/** Whether nothing gets through to any of its addresses. */
	get isOut(): boolean {
		return this.all.breaker.failures > 0;
	}

	/** Notes whether a request was too large. @returns what its end says about a limit; nothing where that was the reason */
	private readResults(
		{ address, calls }: RequestInFlight,
		{ ends, isRefusedWhole }: RequestEnd<unknown>,
		retryAfterMs: number,
	): CallResults | undefined {
		const { batches } = this;
		const size = calls.length;
		const count = (kind: Ending['kind']): number =>
			ends.filter(({ ending }) => ending.kind === kind).length;
		const passed = count('answered');
		const refused = count('refused');
		if (passed === size) batches.passed(size);
		if (count('tooMuch') > 0) batches.tooLarge(size, passed + refused || undefined);
		else if (passed + refused === 0) batches.tooLarge(size, 1);
		if (passed + refused === 0) return undefined;
		if (isRefusedWhole && refused > 1 && batches.isUntried(size)) {
			if (address.limiter.hasPassed) {
				batches.tooLarge(size, 1);
				return undefined;
			}
			batches.doubt(size);
		}
		return { passed, refused, retryAfterMs };
	}
}

function isAnswered(
	{ isReached }: Ending & { kind: 'failed' },
	{ isTimeout }: RequestEnd<unknown>,
): boolean {
	return isReached && isTimeout !== true;
}

function isTransientFault(ending: Ending): ending is Ending & { kind: 'failed' } {
	return ending.kind === 'failed' && ending.isTransient;
}

/**
 * Where a timeout is not followed by another attempt, each call finds out for itself who hangs: probes, which take all
 * their time then, would keep others from being asked at all.
 */
function isFinalTimeout({ calls }: RequestInFlight, { isTimeout }: RequestEnd<unknown>): boolean {
	return isTimeout === true && calls.every(({ call }) => call.retry.retryForMs !== undefined);
}

/**
 * Faults are a sign of what the host can take. Those at an address that never worked may be its own, so only many of
 * them count.
 * @returns whether the host can take more requests at once, or fewer
 */
function readSign(
	{ limiter }: Destination,
	failure: Ending | undefined,
	results: CallResults | undefined,
): Sign {
	if (failure === undefined) return results?.refused === 0 ? 'more' : undefined;
	if (failure.kind !== 'failed') return undefined;
	return limiter.hasPassed || !failure.isReached ? 'fewer' : 'maybeFewer';
}

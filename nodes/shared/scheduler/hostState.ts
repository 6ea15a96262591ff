import { BatchSize } from './batchSize';
import type { Address, WaitingCall } from './callQueue';
import { CircuitBreaker } from './circuitBreaker';
import { SECOND_MS } from './clock';
import { ConcurrencyLimit, type Permit } from './concurrencyLimit';
import { Limiter, PATIENCE_MS, type Capacity, type CallResults } from './limiter';
import { RecentCount } from './recentCount';
import { sumBackoffs, retryAfterOf, type Ending } from './retryPolicy';
import type { HostOptions, RequestEnd } from './scheduledCall';

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

	/** Addresses that calls were sent to, and those that have failed since the host last answered. */
	private readonly addresses = new WeakSet<Address>();

	private addressesSeen = 0;

	private readonly failing = new Set<Address>();

	/** Calls sent lately, and the most the user allows. */
	private readonly sentLately: RecentCount;

	private readonly mostLately: number;

	constructor({ maxConcurrency, isAdaptive, callsPerSecond, batchSize }: HostOptions) {
		this.concurrency = new ConcurrencyLimit(maxConcurrency, isAdaptive);
		this.batches = new BatchSize(batchSize);
		this.mostLately = Math.max(1, Math.floor(callsPerSecond));
		// Less than one call per second means one in a longer window.
		const windowMs =
			callsPerSecond === Infinity ? 0 : (this.mostLately / callsPerSecond) * SECOND_MS;
		this.sentLately = new RecentCount(windowMs);
	}

	/** @returns before which time nothing may be sent to any of its addresses */
	notBefore(now: number): number {
		const shared = this.limiter.hasPassed ? this.limiter.getCapacity(1, now) : { calls: 1 };
		return Math.max(
			this.concurrency.notBefore(now),
			this.breaker.notBefore,
			'notBefore' in shared ? shared.notBefore : now,
			this.leftLately(now) > 0 ? now : this.sentLately.changesAt(now),
		);
	}

	/** Whether nothing gets through to the host, so that single calls probe it: an outage, or all of them are refused. */
	get isProbed(): boolean {
		return this.isOut || this.limiter.refusals > 0;
	}

	/** @returns how often in a row an address failed, or was refused: whichever is probed for */
	setbacks({ breaker, limiter }: Address): number {
		return this.isOut ? breaker.failures : limiter.refusals;
	}

	/** @returns how many of the calls that wait at an address may be sent in one request */
	getCapacity(address: Address, waiting: number, now: number): Capacity {
		if (address.breaker.notBefore > now) return { notBefore: address.breaker.notBefore };
		// A probe is a single call, as a batch may come to nothing for reasons of its own; at an address, once a smaller
		// batch has come to nothing as well.
		const most = Math.min(
			this.isOut || address.breaker.failures > 1 ? 1 : waiting,
			this.leftLately(now),
			this.batches.most,
		);
		const own = address.limiter.getCapacity(most, now);
		return 'calls' in own && !this.isFree(address) ? this.limiter.getCapacity(own.calls, now) : own;
	}

	/** @returns when the waits end that the server asked for at an address */
	askedUntil({ limiter }: Address): number {
		return Math.max(limiter.askedUntil, this.isShared ? this.limiter.askedUntil : -Infinity);
	}

	/** @returns whether nothing gets through at an address, and use of a limit by others is not the reason */
	isStuck({ limiter, refusedBeside }: Address): boolean {
		if (!limiter.isStuck) return false;
		return !this.isShared || this.limiter.isStuck || refusedBeside >= ENOUGH_REFUSALS;
	}

	/** @returns whether too much has been refused for so long that a call is not worth waiting any longer */
	isRefusedFor({ limiter }: Address, { call }: WaitingCall, now: number): boolean {
		const times = call.retry.maxRetries;
		const isAlone = this.addressesSeen <= 1;
		// That several addresses never let anything through is more likely a limit that others use up.
		const patienceMs = isAlone && !limiter.hasPassed ? PATIENCE_ALONE_MS : PATIENCE_MS;
		const most = { times, ms: Math.max(patienceMs, sumBackoffs(times)) };
		const limiters = isAlone ? [limiter] : [limiter, this.limiter];
		return limiters.some((each) => each.isRefusedFor(most, now));
	}

	/** @returns whether enough probes of an address, or of the host, have failed to give up a call */
	isDown({ breaker }: Address): boolean {
		return Math.max(this.breaker.failures, breaker.failures) > TIMES_AS_MANY;
	}

	/** @returns whether a call has waited for longer, and for more probes, than it would have been sent alone */
	isDownFor({ breaker }: Address, { call, addedAt }: WaitingCall): boolean {
		const { maxRetries } = call.retry;
		const times = TIMES_AS_MANY * Math.max(1, maxRetries);
		return [this.breaker, breaker].some((each) => {
			const ms = sumBackoffs(maxRetries) + maxRetries * each.tookMs;
			return each.isLongerThan({ times, ms }, addedAt);
		});
	}

	/** Forgets an outage. */
	restart(now: number): void {
		this.breaker.restart(now);
		this.limiter.restart(now);
	}

	/** @returns whether a call waits for its host or address to answer again */
	isInOutage({ breaker }: Address, { notBefore }: WaitingCall, now: number): boolean {
		return notBefore > now || this.isOut || breaker.failures > 0;
	}

	/** Notes that calls are sent in one request now. */
	sent(address: Address, calls: WaitingCall[], now: number): RequestInFlight {
		if (!this.addresses.has(address)) this.addressesSeen += 1;
		this.addresses.add(address);
		address.inFlight += 1;
		this.sentLately.add(calls.length, now);
		this.batches.sent(calls.length);
		address.limiter.sent(calls.length, now);
		this.limiter.sent(this.isFree(address) ? 0 : calls.length, now);
		this.breaker.sent(now);
		address.breaker.sent(now);
		return {
			address,
			calls,
			sentAt: now,
			permit: this.concurrency.sent(now),
		};
	}

	/**
	 * Notes how a request ended.
	 * @param random a number from 0 to 1
	 */
	ended(request: RequestInFlight, end: RequestEnd<unknown>, random: number, now: number): void {
		const { address, calls, sentAt, permit } = request;
		const endings = end.ends.map(({ ending }) => ending);
		const failure = endings.find(({ kind }) => kind === 'failed' || kind === 'cancelled');
		const verdict = failure === undefined ? this.getVerdict(request, end) : undefined;
		const retryAfterMs = Math.max(0, ...endings.map(retryAfterOf));
		address.inFlight -= 1;
		this.batches.ended(calls.length);
		this.breaker.ended(sentAt);
		address.breaker.ended(sentAt);
		if (retryAfterMs > 0) address.limiter.asked(now + retryAfterMs);
		// A single address has no one to share its limit with, and one that never worked may have reasons of its own.
		const isOwn = address.isUnknown && verdict !== undefined && verdict.refused > 0;
		const isTold = this.addressesSeen > 1 && !isOwn;
		if (verdict !== undefined) this.countRefusals(address, verdict);
		address.limiter.ended(sentAt, verdict, random, now);
		this.limiter.ended(sentAt, isTold ? verdict : undefined, random, now);
		if (failure !== undefined) {
			if (isFinalTimeout(request, end)) {
				// Nobody rejected it.
				address.limiter.accepted(now);
				this.limiter.accepted(now);
			} else this.noteFailure(request, failure, random, now);
		} else {
			this.failing.clear();
			this.breaker.answered(now);
			address.breaker.answered(now);
			this.noteSize(endings, calls.length);
		}
		this.concurrency.ended(permit, readSign(address, failure, verdict), now);
	}

	/** What is refused again before anything else got through to the host says nothing new about the address. */
	private countRefusals(address: Address, { passed }: CallResults): void {
		const isNew = this.limiter.passedAt >= address.limiter.refusedAt;
		if (passed > 0) address.refusedBeside = 0;
		else if (isNew) address.refusedBeside += 1;
	}

	/** Where nothing ever got through, a refusal may be about one address: the shared limit does not bound the others. */
	private isFree({ refusal }: Address): boolean {
		return !this.limiter.hasPassed && refusal === undefined;
	}

	private get isOut(): boolean {
		return this.breaker.failures > 0;
	}

	/** Whether several addresses share a limit. */
	get isShared(): boolean {
		return this.addressesSeen > 1 && this.limiter.isKnown;
	}

	/** How many calls may still be sent in this second. */
	private leftLately(now: number): number {
		return this.mostLately - this.sentLately.count(now);
	}

	/** @returns what the end of a request says about a limit; nothing where its size was the reason */
	private getVerdict(
		{ address, calls }: RequestInFlight,
		{ ends, isRefusedWhole }: RequestEnd<unknown>,
	): CallResults | undefined {
		const refused = ends.filter(({ ending }) => ending.kind === 'refused').length;
		const passed = ends.filter(({ ending }) => ending.kind === 'answered').length;
		if (passed + refused === 0) return undefined;
		const waits = ends.map(({ ending }) => retryAfterOf(ending));
		const retryAfterMs = Math.max(0, ...waits) || undefined;
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

import { Addresses } from './addresses';
import { BatchSize } from './batchSize';
import type { WaitingCall } from './callQueue';
import { CallsPerSecond } from './callsPerSecond';
import { SECOND_MS } from './clock';
import { ConcurrencyLimit, type Permit, type Sign } from './concurrencyLimit';
import { Destination } from './destination';
import { throughAll, type Capacity, type Gate } from './gate';
import type { CallResults } from './limiter';
import { Comparison } from './ownReasons';
import { getRetryAfterMs, type Ending } from './retryPolicy';
import type { HostOptions, RequestEnd } from './scheduledCall';
import { Waits } from './waits';

/** Share of requests that may be refused at a host: a few addresses with bad keys are no limit that all share. */
const TOLERATED_AT_HOST = 0.25;

/** A host to which calls wait their turn is sent one within the window of a usual limit. */
const QUIET_MS = SECOND_MS;

/** Where more addresses than these have failed since their host last answered, the host is down. */
const FAILING_ALONE = 3;

/** So many first answers of an address may be faults. */
const FIRST_FAULTS = 2;

/** A request in flight. */
export interface RequestInFlight extends Permit {
	address: Destination;
	calls: WaitingCall[];
}

/** How a request ended that was not answered. */
type Unanswered = Extract<Ending, { kind: 'failed' | 'cancelled' }>;

/**
 * Knowledge of a host: the gates that hold back what is sent to it. Each request is noted when it is sent and when it
 * has ended. All times are monotonic, in milliseconds.
 */
export class HostState {
	readonly batches: BatchSize;

	/** Since when calls wait, or are in flight: what lies before that says nothing about how long a call has to wait. */
	busySince = -Infinity;

	readonly concurrency: ConcurrencyLimit;

	readonly comparison = new Comparison();

	readonly addresses = new Addresses((address) => this.comparison.forget(address));

	/** Knowledge of all its addresses together, such as a limit that they share. */
	readonly all = new Destination(TOLERATED_AT_HOST);

	private readonly waits = new Waits();

	private readonly perSecond: CallsPerSecond;

	private readonly gates: readonly Gate[];

	/** Addresses that have failed since the host last answered. */
	private readonly failing = new Set<Destination>();

	constructor({ maxConcurrency, isAdaptive, callsPerSecond, batchSize }: HostOptions) {
		this.concurrency = new ConcurrencyLimit(maxConcurrency, isAdaptive);
		this.batches = new BatchSize(batchSize);
		this.perSecond = new CallsPerSecond(callsPerSecond);
		this.gates = [this.concurrency, this.perSecond, this.batches];
	}

	/** @returns how many calls may be sent in one request to any of its addresses, and when */
	getCapacity(now: number): Capacity {
		return throughAll(this.isShared ? [...this.gates, this.all] : this.gates, now);
	}

	/** @returns how many calls may be sent in one request to an address, as far as that is not the same for all */
	getCapacityAt(address: Destination, now: number): Capacity {
		const isBound = !this.isShared && address.refusal !== undefined;
		return throughAll(isBound ? [address, this.all] : [address], now);
	}

	/** Where nothing ever got through, a refusal may be about one address: it holds back no address that had none. */
	private get isShared(): boolean {
		const { limiter, breaker } = this.all;
		return limiter.hasPassed || !(limiter.isKnown || breaker.isRefusing);
	}

	/** Whether nothing gets through to any of its addresses. */
	get isClosed(): boolean {
		return this.all.breaker.failures > 0;
	}

	/** @returns whether no request was sent lately that has not ended */
	isQuiet(now: number): boolean {
		return now - this.concurrency.lastSentAt >= QUIET_MS;
	}

	/** Whether so many of its addresses work that what others meet is hardly the host's. */
	get haveMostWorked(): boolean {
		return this.comparison.working > this.addresses.size * (1 - TOLERATED_AT_HOST);
	}

	/** Notes that calls are sent in one request now. */
	sent(address: Destination, calls: WaitingCall[], now: number): RequestInFlight {
		address.usedAt = now;
		this.perSecond.sent(calls.length, now);
		this.batches.sent(calls.length);
		for (const each of [this.all, address]) each.sent(calls.length, now);
		return Object.assign(this.concurrency.sent(now), { address, calls });
	}

	/**
	 * Notes how a request ended.
	 * @param random a number from 0 to 1
	 */
	ended(request: RequestInFlight, end: RequestEnd<unknown>, random: number, now: number): void {
		const { address, sentAt } = request;
		this.addresses.ended(address);
		for (const { breaker } of [this.all, address]) breaker.ended(sentAt);
		const failure = findFailure(end);
		const results = failure === undefined ? this.readResults(request, end) : undefined;
		const isOfHost = this.compare(request, failure, results, now);
		this.noteWait(request, getWaitMs(end), isOfHost, now);
		if (results !== undefined) this.noteResults(request, results, { isOfHost, random, now });
		else if (isFinalTimeout(request, end))
			for (const each of [this.all, address]) each.accepted(now);
		else if (isFault(failure)) {
			const isAnswered = failure.isReached && end.isTimeout !== true;
			if (isOfHost && isAnswered) this.noteMuteLimit(request, now);
			this.noteFault(request, { isOfHost, random, now });
		}
		const sign = isOfHost ? readSign(address, failure, results) : undefined;
		this.concurrency.ended(request, sign, now);
	}

	/** Compares an address with the others. @returns whether how its request ended may say something about the host */
	private compare(
		{ address, sentAt }: RequestInFlight,
		failure: Unanswered | undefined,
		results: CallResults | undefined,
		now: number,
	): boolean {
		if (isFault(failure) || results?.passed === 0)
			return this.comparison.noteRefused(address, sentAt, now);
		if (failure === undefined) this.comparison.notePassed(address, sentAt);
		return true;
	}

	/** Notes the wait that a server asked an address for; 0 for none. */
	private noteWait(
		{ address, calls }: RequestInFlight,
		waitMs: number,
		isOfHost: boolean,
		now: number,
	): void {
		address.limiter.asked(now + waitMs);
		const bindsHost = isOfHost && calls.some(({ call }) => call.ignoresWait !== true);
		const isAsked = bindsHost && waitMs > 0;
		const isForAll = this.waits.ended(address, isAsked, this.addresses.unknownSize, now);
		if (isAsked && isForAll) this.all.limiter.asked(now + waitMs);
	}

	private noteResults(
		{ address, sentAt }: RequestInFlight,
		results: CallResults,
		{ isOfHost, random, now }: Ended,
	): void {
		this.failing.clear();
		address.answered(sentAt, results, random, now);
		// A single address has no one to share its limit with, and one that never worked may have reasons of its own.
		const isWorking = address.limiter.hasPassed || address.refusal !== undefined;
		const mayShare = this.addresses.size > 1 && (isWorking || results.refused === 0);
		if (isOfHost && mayShare) this.all.answered(sentAt, results, random, now);
	}

	private noteFault({ address, sentAt }: RequestInFlight, { isOfHost, random, now }: Ended): void {
		const isFirst = this.isFirst(address);
		address.failed(sentAt, random, now);
		if (!isOfHost) return;
		this.failing.add(address);
		// First faults say nothing more of a host that is known to work, or to fail.
		const isKnown = this.isClosed || this.all.limiter.hasPassed;
		if (isFirst && isKnown) return;
		if (this.failing.size > FAILING_ALONE) this.all.failed(sentAt, random, now);
	}

	/**
	 * Some servers and proxies refuse what is beyond a limit as if they were out of service, or break the connection. So
	 * may a fault be meant where others get through, unless it is one of the first answers of an address.
	 */
	private noteMuteLimit({ address, sentAt, calls }: RequestInFlight, now: number): void {
		const { limiter, breaker } = this.all;
		const doOthersPass = this.addresses.size > 1 && limiter.hasPassed && !breaker.isOut;
		if (this.isFirst(address) || !doOthersPass) return;
		limiter.ended(sentAt, { passed: 0, refused: calls.length, retryAfterMs: 0 }, now);
	}

	/** Whether an address has only just been called: it never let anything through, and hardly failed. */
	private isFirst({ limiter, breaker }: Destination): boolean {
		return !limiter.hasPassed && breaker.failures < FIRST_FAULTS;
	}

	/** Notes whether a request was too large. @returns what its end says about a limit; nothing where that was the reason */
	private readResults(
		{ address, calls }: RequestInFlight,
		end: RequestEnd<unknown>,
	): CallResults | undefined {
		const { batches } = this;
		const size = calls.length;
		const count = (kind: Ending['kind']): number =>
			end.ends.filter(({ ending }) => ending.kind === kind).length;
		const passed = count('answered');
		const refused = count('refused');
		if (passed === size) batches.passed(size);
		if (count('tooMuch') > 0) batches.tooLarge(size, passed + refused || undefined);
		else if (passed + refused === 0) batches.tooLarge(size, 1);
		if (passed + refused === 0) return undefined;
		if (end.isRefusedWhole && refused > 1 && batches.isUntried(size)) {
			if (address.limiter.hasPassed) {
				batches.tooLarge(size, 1);
				return undefined;
			}
			batches.doubt(size);
		}
		return { passed, refused, retryAfterMs: getWaitMs(end) };
	}
}

/** How a request that has ended is taken into account. */
interface Ended {
	isOfHost: boolean;
	random: number;
	now: number;
}

/** @returns the longest wait that a server asked for, in milliseconds; 0 for none */
function getWaitMs({ ends }: RequestEnd<unknown>): number {
	return Math.max(0, ...ends.map(({ ending }) => getRetryAfterMs(ending)));
}

/** @returns how a request came to nothing as a whole */
function findFailure({ ends }: RequestEnd<unknown>): Unanswered | undefined {
	for (const { ending } of ends)
		if (ending.kind === 'failed' || ending.kind === 'cancelled') return ending;
	return undefined;
}

/** @returns whether the failure of a request may be over soon */
function isFault(failure: Unanswered | undefined): failure is Unanswered & { kind: 'failed' } {
	return failure?.kind === 'failed' && failure.isTransient;
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
	failure: Unanswered | undefined,
	results: CallResults | undefined,
): Sign {
	if (failure === undefined) return results?.refused === 0 ? 'more' : undefined;
	if (failure.kind !== 'failed') return undefined;
	return limiter.hasPassed || !failure.isReached ? 'fewer' : 'maybeFewer';
}

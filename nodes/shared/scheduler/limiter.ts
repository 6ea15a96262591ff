import { CircuitBreaker } from './circuitBreaker';
import { SECOND_MS } from './clock';
import { Pace } from './pace';

/** Calls for which there is capacity within this many milliseconds are sent together. */
const GATHER_MS = 5;

/** Longest window of usual limits, a minute: where others use one up, something gets through within it. */
export const PATIENCE_MS = 60_000;

/**
 * A wait shorter than this is not for a new window of a limit, but for one call, as at a token bucket. Milliseconds; an
 * assumption: Retry-After has whole seconds (RFC 9110, 10.2.3), so shorter waits come from servers that count exactly.
 */
const SHORTEST_WINDOW_MS = 500;

/** So often in a row most calls that were sent at once after a wait may be refused, before no more are. */
const MOST_BURSTS_IN_VAIN = 2;

/** Where refused calls count, no more than so many get through when the rest of a window is spent, … */
const FEW = 2;

/** … so often in a row; where others use the limit, that is rare. */
const OFTEN = 3;

/** How many calls may be sent in one request, and when. */
export interface Capacity {
	calls: number;
	notBefore: number;
}

/** Outcome of the calls of a request. */
export interface CallResults {
	/** How many got through, and how many were refused. */
	passed: number;
	refused: number;
	/** The wait the server asked for, in milliseconds; 0 for none. */
	retryAfterMs: number;
}

/**
 * Keeps to a limit that is not known in advance: that of an address, or one that all addresses of a host share. Once
 * calls are refused a token bucket lets calls through at a learned pace. Where nothing gets through at all, the pace is
 * not the reason: others use the limit, and single calls probe it.
 *
 * All times are monotonic, in milliseconds.
 */
export class Limiter {
	/** When a wait that the server asked for ends. */
	askedUntil = -Infinity;

	/** When a call last got through, and when one was last refused. */
	private passedAt = -Infinity;

	private refusedAt = -Infinity;

	/** When a request last ended. */
	private endedAt?: number;

	private readonly pace: Pace;

	/** Opens where everything is refused. */
	readonly breaker = new CircuitBreaker();

	private tokens = 0;

	private filledAt = 0;

	/** The rest of a window is being spent, and how often in a row hardly any of it was left. */
	private isRest = false;

	private inVain = 0;

	/** Calls that got through since a request was last refused. */
	private passedInARow = 0;

	/** Calls to send at once when the wait is over that the server asked for. */
	private afterWait = 0;

	/** As many were to be sent at once after the last wait. */
	private atOnce = 0;

	/** How often in a row most such calls were refused: few get through at once where a limit has no windows. */
	private burstsInVain = 0;

	/** @param tolerated share of requests that may be refused for reasons of their own */
	constructor(tolerated: number) {
		this.pace = new Pace(tolerated);
	}

	/** Whether calls were refused, so that there is a pace. */
	get isKnown(): boolean {
		return this.pace.rate < Infinity;
	}

	/** How many probes in a row were refused; 0 where something gets through. */
	get refusals(): number {
		return this.breaker.failures;
	}

	/** Whether anything ever got through. */
	get hasPassed(): boolean {
		return this.passedAt > -Infinity;
	}

	/** Whether refused calls count as well: where many are sent, hardly any gets through. */
	private get countsRefused(): boolean {
		return this.inVain >= OFTEN;
	}

	/** @returns whether anything got through since a time */
	hasPassedSince(time: number): boolean {
		return this.passedAt >= time;
	}

	/** @returns whether nothing gets through, and hasn't for so long that use by others is not the reason */
	isStuckFor(ms: number): boolean {
		return !this.hasPassed || this.breaker.getLastedMs() > ms;
	}

	/** @returns whether everything has been refused more often and for longer than this, and nothing may be tried now */
	isRefusedFor(times: number, ms: number, now: number): boolean {
		const { breaker } = this;
		return breaker.failures > times && breaker.getLastedMs() > ms && breaker.notBefore > now;
	}

	/** @returns how many of the calls that wait may be sent in one request, and when */
	getCapacity(waiting: number, now: number): Capacity {
		const notBefore = Math.max(this.askedUntil, this.breaker.notBefore);
		if (this.refusals > 0) return { calls: 1, notBefore };
		if (!this.isKnown || notBefore > now) return { calls: waiting, notBefore };
		this.fill(now);
		const { rate } = this.pace;
		const calls = Math.max(1, Math.min(waiting, Math.floor(rate * GATHER_MS)));
		const missing = calls - this.tokens;
		// Sums of fractions miss whole numbers.
		return { calls, notBefore: missing / rate > 1e-6 ? now + missing / rate : notBefore };
	}

	/** Notes calls that are sent in one request now. */
	sent(calls: number, now: number): void {
		this.fill(now);
		this.tokens -= calls;
		this.breaker.sent(now);
	}

	/** Notes a request that nobody refused. */
	accepted(now: number): void {
		const { breaker } = this;
		if (breaker.failures > 0) {
			this.empty(now);
			if (breaker.getLastedMs() >= SECOND_MS && !this.countsRefused) {
				// Refusals that last longer than a limit's window come from use by others: the rate was not the reason.
				this.pace.isGuess = true;
				// Spend the rest of this window now, before others do.
				this.tokens = this.pace.rate * SECOND_MS;
				this.isRest = true;
			}
		}
		breaker.answered(now);
	}

	/**
	 * Notes what became of a request.
	 * @param random a number from 0 to 1
	 */
	ended(sentAt: number, results: CallResults, random: number, now: number): void {
		const { passed, refused, retryAfterMs } = results;
		const sinceMs = Math.min(now - (this.endedAt ?? sentAt), SECOND_MS);
		this.endedAt = now;
		if (passed > 0) {
			this.accepted(now);
			this.passedAt = now;
			this.passedInARow += passed;
		}
		this.pace.record(passed, refused, sinceMs);
		if (refused === 0 || this.pace.isTolerable) return;
		this.refuse(sentAt, retryAfterMs, random, now);
	}

	/** Starts anew where nothing waits any more, unless everything was refused for long: one call shows whether it still is. */
	restart(now: number): void {
		if (this.isStuckFor(PATIENCE_MS)) return;
		this.refusedAt = -Infinity;
		this.breaker.restart(now);
	}

	/** Notes a wait that the server asks for. */
	asked(until: number): void {
		this.askedUntil = Math.max(this.askedUntil, until);
	}

	/** Forgets the waits that the server asked for until now. */
	forgetWaits(now: number): void {
		if (this.askedUntil <= now) return;
		this.askedUntil = now;
		this.breaker.resume(now);
	}

	private refuse(sentAt: number, waitMs: number, random: number, now: number): void {
		// A request that was in flight at the last refusal is part of it.
		if (sentAt < this.refusedAt) return;
		const { passedAt, refusedAt } = this;
		this.refusedAt = now;
		if (this.isRest) this.inVain = this.passedInARow > FEW ? 0 : this.inVain + 1;
		this.isRest = false;
		this.pace.slowDown(waitMs > 0);
		this.empty(now);
		if (this.atOnce > 0)
			this.burstsInVain = this.passedInARow < this.atOnce / 2 ? this.burstsInVain + 1 : 0;
		// The server knows when there is capacity: as much as before, unless so short a wait is that for a single call.
		const opensWindow = this.burstsInVain < MOST_BURSTS_IN_VAIN && waitMs >= SHORTEST_WINDOW_MS;
		this.afterWait = opensWindow ? this.passedInARow : 0;
		this.atOnce = this.afterWait;
		this.passedInARow = 0;
		if (passedAt > refusedAt) return;
		const since = refusedAt > -Infinity ? refusedAt : now;
		// Probes keep such a limit used up, unless they come more slowly than calls may.
		const pausedUntil = this.countsRefused ? now + 2 / this.pace.rate : now;
		const askedUntil = Math.max(this.askedUntil, pausedUntil);
		this.breaker.failed(sentAt, random, now, { since, askedUntil });
	}

	private empty(now: number): void {
		this.tokens = 0;
		this.filledAt = now;
	}

	private fill(now: number): void {
		const { rate } = this.pace;
		const most = Math.max(1, rate * GATHER_MS);
		if (now >= this.askedUntil) {
			this.tokens += this.afterWait;
			this.afterWait = 0;
		}
		const filled = this.tokens + (now - this.filledAt) * rate;
		if (this.isKnown) this.tokens = Math.max(Math.min(most, filled), this.tokens);
		this.filledAt = now;
	}
}

import { SECOND_MS } from './clock';
import type { Gate } from './gate';
import { CountedUnit } from './countedUnit';
import { Pace } from './pace';

/** Calls that come due within so many milliseconds may be sent together: timers are no more exact than that. */
const BURST_MS = 5;

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

/** Probes that come more slowly than calls may keep a limit used up for no longer than this; milliseconds. */
const LONGEST_BY_PROBES_MS = 5000;

/** What became of the calls of a request. */
export interface CallResults {
	/** How many got through, and how many were refused. */
	passed: number;
	refused: number;
	/** The wait the server asked for, in milliseconds; 0 for none. */
	retryAfterMs: number;
}

/**
 * Keeps to a limit that is not known in advance: that of an address, or one that all addresses of a host share. Once
 * calls are refused, a token bucket lets calls through at a learned pace. When the limit opens again, after a wait that
 * the server asked for or after others had used it up, many calls are sent at once, unless that was in vain before.
 *
 * All times are monotonic, in milliseconds.
 */
export class Limiter implements Gate {
	/** When a wait that the server asked for ends. */
	askedUntil = -Infinity;

	/** When a call last got through, and when one was last refused. */
	private passedAt = -Infinity;

	private refusedAt = -Infinity;

	/** When a request last ended. */
	private endedAt?: number;

	private readonly pace: Pace;

	private readonly unit = new CountedUnit();

	private tokens = 0;

	private filledAt = 0;

	/** Calls that got through since a request was last refused, and requests. */
	private passedInARow = 0;

	private requestsInARow = 0;

	/** The rest of a window is being spent, and how often in a row hardly any of it was left. */
	private isRest = false;

	private inVain = 0;

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

	/** Whether anything ever got through. */
	get hasPassed(): boolean {
		return this.passedAt > -Infinity;
	}

	/** How soon a probe may follow a refusal, in milliseconds: where it counts, less often than calls may be sent. */
	get probeAfterMs(): number {
		return this.countsRefused ? 2 / this.pace.rate : 0;
	}

	/** Whether refused calls count as well: where many are sent, hardly any gets through. */
	private get countsRefused(): boolean {
		return this.inVain >= OFTEN;
	}

	/** @returns whether anything got through since a time */
	hasPassedSince(time: number): boolean {
		return this.passedAt >= time;
	}

	notBefore(now: number): number {
		if (!this.isKnown || this.askedUntil > now) return this.askedUntil;
		this.fill(now);
		const missingMs = (1 - this.tokens) / this.pace.rate;
		// Sums of fractions miss whole numbers.
		return missingMs > 1e-6 ? now + missingMs : this.askedUntil;
	}

	/** Servers that refuse a request as a whole let none of its calls through: many calls are sent one by one. */
	capacity(): number {
		if (this.unit.isRequests) return Infinity;
		return Math.max(1, Math.floor(this.pace.rate * BURST_MS));
	}

	/** Notes calls that are sent in one request now. */
	sent(calls: number, now: number): void {
		this.fill(now);
		this.tokens -= this.unit.costOf(calls);
	}

	/**
	 * Notes what became of a request.
	 * @returns where it was refused, and nothing had got through since one was refused before: when that was, or now
	 */
	ended(sentAt: number, results: CallResults, now: number): number | undefined {
		const { passed, refused, retryAfterMs } = results;
		const sinceMs = Math.min(now - (this.endedAt ?? sentAt), SECOND_MS);
		this.endedAt = now;
		if (passed > 0) this.passedAt = now;
		this.passedInARow += passed;
		this.requestsInARow += Math.sign(passed);
		const { unit } = this;
		if (passed > 0 && refused > 0) unit.refusedInPart();
		this.pace.record(unit.costOf(passed), refused, sinceMs);
		if (refused === 0 || this.pace.isTolerable) return undefined;
		// A request that was in flight at the last refusal is part of it.
		if (sentAt < this.refusedAt) return undefined;
		return this.refuse(retryAfterMs, now);
	}

	/** Notes that calls get through again. @param closedMs for how long none did */
	reopened(closedMs: number, now: number): void {
		this.empty(now);
		if (closedMs > LONGEST_BY_PROBES_MS) this.inVain = 0;
		if (closedMs < SECOND_MS || this.countsRefused) return;
		// Refusals that last longer than a limit's window come from use by others: the rate was not the reason.
		this.pace.isGuess = true;
		// Spend the rest of this window now, before others do.
		this.tokens = this.pace.rate * SECOND_MS;
		this.isRest = true;
	}

	/** Notes a wait that the server asks for. */
	asked(until: number): void {
		this.askedUntil = Math.max(this.askedUntil, until);
	}

	/** Forgets the waits that the server asked for until now. */
	forgetWaits(now: number): void {
		this.askedUntil = Math.min(this.askedUntil, now);
	}

	private refuse(waitMs: number, now: number): number | undefined {
		const { passedAt, refusedAt, passedInARow } = this;
		if (this.isRest) this.inVain = passedInARow > FEW ? 0 : this.inVain + 1;
		this.isRest = false;
		if (this.atOnce > 0)
			this.burstsInVain = passedInARow < this.atOnce / 2 ? this.burstsInVain + 1 : 0;
		// The server knows when there is capacity: as much as before, unless so short a wait is that for a single call.
		const opensWindow = this.burstsInVain < MOST_BURSTS_IN_VAIN && waitMs >= SHORTEST_WINDOW_MS;
		this.afterWait = opensWindow ? passedInARow : 0;
		this.atOnce = this.afterWait;
		this.unit.ended({ calls: passedInARow, requests: this.requestsInARow });
		this.passedInARow = 0;
		this.requestsInARow = 0;
		this.refusedAt = now;
		this.pace.slowDown(waitMs > 0, this.countsRefused);
		this.empty(now);
		if (passedAt > refusedAt) return undefined;
		return refusedAt > -Infinity ? refusedAt : now;
	}

	private empty(now: number): void {
		this.tokens = 0;
		this.filledAt = now;
	}

	private fill(now: number): void {
		if (!this.isKnown) return;
		if (now >= this.askedUntil) {
			this.tokens += this.afterWait;
			this.afterWait = 0;
		}
		const most = Math.max(1, this.pace.rate * BURST_MS);
		const filled = this.tokens + (now - this.filledAt) * this.pace.rate;
		this.tokens = Math.max(Math.min(most, filled), this.tokens);
		this.filledAt = now;
	}
}

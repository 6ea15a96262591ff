import { Pace, SECOND_MS, type Curve } from './pace';
import { backoff } from './retryPolicy';

/** Calls for which there is room within this many milliseconds are sent together. */
const GATHER_MS = 5;

/** A host with waiting calls is probed in each second, unless it asked for a wait; milliseconds. */
const LONGEST_PAUSE_MS = 800;

/** A probe that takes this many times as long as the last one that was refused is not refused. */
const TIMES_AS_LONG = 4;

/** Longest window of usual limits, a minute: where others use one up, something gets through within it. */
export const PATIENCE_MS = 60_000;

/** What may be sent: a number of calls in one request now, or nothing before a time. */
export type Room = { calls: number } | { notBefore: number };

/** What became of the calls of a request. */
export interface Verdict {
	/** How many got through, and how many were refused. */
	passed: number;
	refused: number;
	/** The wait the server asked for, in milliseconds. */
	retryAfterMs?: number;
}

/** A time in which everything is refused. */
interface Throttled {
	/** How long the last refusal took, in milliseconds. */
	tookMs: number;
	/** Until when nothing is sent; set once a second call in a row was refused. */
	pausedUntil?: number;
	/** When a probe was sent that is in flight. */
	probedAt?: number;
	/** The pace at which calls got through before. */
	before: Curve;
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

	/** When a call last got through. */
	passedAt = -Infinity;

	/** When a call was last not refused, though it may have come to nothing. */
	private acceptedAt = -Infinity;

	/** When calls were last refused, and first since one was not. */
	refusedAt = -Infinity;

	private refusedSince = Infinity;

	/** How often calls were refused since then. */
	refusals = 0;

	/** When a request last ended. */
	private endedAt?: number;

	private readonly pace: Pace;

	private throttled?: Throttled;

	private tokens = 0;

	private filledAt = 0;

	/** @param tolerated share of requests that may be refused for reasons of their own */
	constructor(tolerated = 0) {
		this.pace = new Pace(tolerated);
	}

	/** Whether calls were refused, so that there is a pace. */
	get isKnown(): boolean {
		return this.pace.rate < Infinity;
	}

	/** Whether everything is refused, so that single calls probe it. */
	get isPaused(): boolean {
		return this.throttled?.pausedUntil !== undefined;
	}

	/** Whether anything ever got through. */
	get hasPassed(): boolean {
		return this.passedAt > -Infinity;
	}

	/** Whether nothing gets through, and use by others is not the reason. */
	get isStuck(): boolean {
		return this.acceptedAt === -Infinity || this.refusedMs > PATIENCE_MS;
	}

	/** @returns whether everything has been refused more often and for longer than this, and nothing may be tried now */
	isRefusedFor(most: { times: number; ms: number }, now: number): boolean {
		const isLong = this.refusals > most.times && this.refusedMs > most.ms;
		return isLong && (this.throttled?.pausedUntil ?? now) > now;
	}

	/** @returns how many of the calls that wait may be sent in one request */
	room(waiting: number, now: number): Room {
		const { probedUntil } = this;
		// A call that is not refused as soon as those before it will not be.
		if (probedUntil > -Infinity && now >= probedUntil) this.resume(now);
		const pausedUntil = this.throttled?.pausedUntil ?? -Infinity;
		const notBefore = Math.max(this.askedUntil, pausedUntil, probedUntil);
		if (notBefore > now) return { notBefore };
		if (pausedUntil > -Infinity) return { calls: 1 };
		if (!this.isKnown) return { calls: waiting };
		this.fill(now);
		const { rate } = this.pace;
		const worthwhile = Math.max(1, Math.min(waiting, Math.floor(rate * GATHER_MS)));
		const filledAt = now + (worthwhile - this.tokens) / rate;
		// Sums of fractions miss whole numbers.
		return filledAt > now + 1e-6 ? { notBefore: filledAt } : { calls: worthwhile };
	}

	/**
	 * Notes that a request is sent now.
	 * @param calls how many calls of it the limit bounds
	 */
	sent(calls: number, now: number): void {
		this.endedAt ??= now;
		this.fill(now);
		this.tokens -= calls;
		if (calls > 0 && this.throttled?.pausedUntil !== undefined) this.throttled.probedAt = now;
	}

	/** Notes a request that nobody refused. */
	accepted(now: number): void {
		this.resume(now);
		this.acceptedAt = now;
		this.refusedSince = Infinity;
		this.refusals = 0;
	}

	private resume(now: number): void {
		const { throttled, refusedMs } = this;
		this.throttled = undefined;
		if (throttled?.pausedUntil !== undefined) this.empty(now);
		if (throttled === undefined || refusedMs < SECOND_MS) return;
		this.pace.restore(throttled.before);
		// What others left of this second may be gone soon.
		this.tokens = this.pace.rate * SECOND_MS;
	}

	/**
	 * Notes what became of a request; there is no verdict where the server did not say.
	 * @param random a number from 0 to 1
	 */
	ended(sentAt: number, verdict: Verdict | undefined, random: number, now: number): void {
		if (this.throttled?.probedAt === sentAt) this.throttled.probedAt = undefined;
		if (verdict === undefined) return;
		const { passed, refused, retryAfterMs } = verdict;
		const endedAt = this.endedAt ?? now;
		const wasPaused = this.throttled?.pausedUntil !== undefined || this.askedUntil > endedAt;
		const gapMs = Math.min(now - endedAt, SECOND_MS);
		this.endedAt = now;
		if (passed > 0) {
			this.accepted(now);
			this.passedAt = now;
		}
		this.pace.record(passed, refused, gapMs);
		if (refused > 0) {
			if (!this.pace.isTolerable) this.refuse(sentAt, retryAfterMs, random, now);
		} else if (this.isKnown) this.pace.speedUp(passed, wasPaused ? 0 : gapMs);
	}

	/** Starts anew where nothing waits any more, unless everything was refused for long: one call shows whether it still is. */
	restart(): void {
		if (this.isStuck) return;
		this.throttled = undefined;
		this.refusedSince = Infinity;
		this.refusals = 0;
	}

	/** Notes a wait that the server asks for. */
	asked(until: number): void {
		this.askedUntil = Math.max(this.askedUntil, until);
	}

	/** For how many milliseconds everything has been refused. */
	private get refusedMs(): number {
		return Math.max(0, this.refusedAt - this.refusedSince);
	}

	/** Until when it is open whether a probe in flight is refused. */
	private get probedUntil(): number {
		const { probedAt = -Infinity, tookMs = 0 } = this.throttled ?? {};
		return probedAt + Math.max(backoff(1, 0), TIMES_AS_LONG * tookMs);
	}

	private refuse(
		sentAt: number,
		retryAfterMs: number | undefined,
		random: number,
		now: number,
	): void {
		if (retryAfterMs !== undefined) this.asked(now + retryAfterMs);
		// What was in flight at the last refusal is part of it.
		if (sentAt < this.refusedAt) return;
		const isUsedUp = this.passedAt <= this.refusedAt;
		this.refusedAt = now;
		this.refusals += 1;
		this.refusedSince = Math.min(this.refusedSince, now);
		const wasKnown = this.isKnown;
		if (!wasKnown) this.pace.guess();
		const throttled = (this.throttled ??= { tookMs: 0, before: this.pace.save() });
		throttled.tookMs = now - sentAt;
		if (wasKnown) this.pace.slowDown(retryAfterMs ?? 0);
		this.empty(now);
		if (!isUsedUp) return;
		// The longer everything has been refused, the longer the pauses, and not in step with others.
		const { refusedMs } = this;
		const pauseMs = Math.max(backoff(1, random), refusedMs / 4);
		const beyondMs = (random / 4) * Math.min(LONGEST_PAUSE_MS, refusedMs);
		throttled.pausedUntil = Math.max(
			now + Math.min(LONGEST_PAUSE_MS * (1 - random / 4), pauseMs),
			this.askedUntil + beyondMs,
		);
	}

	private empty(now: number): void {
		this.tokens = 0;
		this.filledAt = now;
	}

	private fill(now: number): void {
		const { rate } = this.pace;
		const most = Math.max(1, rate * GATHER_MS);
		const filled = this.tokens + (now - this.filledAt) * rate;
		if (this.isKnown) this.tokens = Math.max(Math.min(most, filled), this.tokens);
		this.filledAt = now;
	}
}

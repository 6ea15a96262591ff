import { CircuitBreaker } from './circuitBreaker';
import { backoff } from './retryPolicy';

/** Time after which the rate is where it was before a cut: limits are given per second. Milliseconds. */
const RECOVERY_MS = 1000;

/** Share of the rate that is kept at least (RFC 9438, CUBIC, section 4.6), and at most, when calls are refused. */
const KEPT = { least: 0.7, most: 0.95 };

/** Calls that have to get through for a measurement: the first and the last may each be off by one. */
const ENOUGH_CALLS = 10;

/** By how many calls per second the rate grows each second at least (RFC 9438, Reno-friendly region). */
const ADDED_PER_SECOND = 5;

/** Calls for which there is room within this many milliseconds are sent together. */
const GATHER_MS = 5;

/** A host with waiting calls is tried at least this often, unless it asked for a wait; milliseconds. */
const LONGEST_PAUSE_MS = 2000;

/** Fewest calls per millisecond. */
const LEAST_RATE = 1 / LONGEST_PAUSE_MS;

/** How many times as fast a rate grows that is only a guess, and a wait slows growth (campaigns of the simulation). */
const GUESS_WEIGHT = 4;
const WAIT_WEIGHT = 4;

/** Weight of the latest request in the share of those that are refused. */
const SMOOTHING = 0.05;

/** Longest window of usual limits, a minute: where something got through within it, it is worth waiting. */
const PATIENCE_MS = 60_000;

/** What may be sent: a number of calls in one request now, or nothing before a time. */
export type Room = { calls: number } | { notBefore: number };

/** A request as the limiter records it. */
export interface SentCalls {
	/** Monotonic time in milliseconds. */
	sentAt: number;
	isProbe: boolean;
}

/** What became of the calls of a request. */
export interface Verdict {
	/** How many got through, and how many were refused. */
	passed: number;
	refused: number;
	/** The wait the server asked for, in milliseconds. */
	retryAfterMs?: number;
}

/**
 * Keeps to a limit that is not known in advance: that of an address, or one that all addresses of a host share. Once
 * calls are refused a token bucket lets calls through at a learned rate. It follows what was measured to get through,
 * recovers within a second to the rate before the cut, and then grows ever faster (as CUBIC does for TCP). Where
 * nothing gets through at all, the rate is not the reason: others use the limit, and single calls probe it.
 *
 * All times are monotonic, in milliseconds.
 */
export class Limiter {
	readonly breaker = new CircuitBreaker();

	/** When a wait that the server asked for ends. */
	askedUntil = -Infinity;

	/** When a call last got through. */
	passedAt = -Infinity;

	/** Calls per millisecond; no bound before anything was refused. */
	private rate = Infinity;

	/** Until calls are refused at a rate, that rate is only a guess. */
	private isGuess = true;

	private tokens = 0;

	private filledAt = 0;

	/** When calls were last refused, and when for the first time since something got through. */
	private refusedAt = -Infinity;

	private refusedSince = Infinity;

	/** How often in a row. */
	private refusals = 0;

	/** The share of the latest requests that was refused, as a moving average. */
	private refusedShare = 0;

	/** When a request last ended. */
	private endedAt?: number;

	/** What got through since the last measurement, and in how much time. */
	private sample = { calls: 0, ms: 0 };

	/** The last cut: the rate, and what got through at it. */
	private cut = { rate: 0, passed: 0, kept: 1 };

	/** The rate to recover, the one to start from, and the time since then as a share of that of the recovery. */
	private growth = { goal: 0, start: 0, progress: 0, recoveryMs: RECOVERY_MS };

	/** @param tolerated share of requests that may be refused for reasons of their own */
	constructor(private readonly tolerated = 0) {}

	/** Whether calls were refused, so that there is a rate. */
	get isKnown(): boolean {
		return this.rate < Infinity;
	}

	/** Whether anything ever got through. */
	get hasPassed(): boolean {
		return this.passedAt > -Infinity;
	}

	/** @returns whether it is worth waiting: something got through lately */
	isPatient(now: number): boolean {
		return this.passedAt > now - PATIENCE_MS;
	}

	/** Whether calls have been refused so often in a row that use by others is not the reason. */
	get isRefusedAlways(): boolean {
		return this.refusals >= 2 * ENOUGH_CALLS;
	}

	/** @returns how many of the calls that wait may be sent in one request */
	room(waiting: number, now: number): Room {
		const pausedUntil = Math.max(this.askedUntil, this.breaker.notBefore);
		if (pausedUntil > now) return { notBefore: pausedUntil };
		if (this.breaker.rounds > 0) return { calls: 1 };
		if (!this.isKnown) return { calls: waiting };
		this.fill(now);
		const worthwhile = Math.max(1, Math.min(waiting, Math.floor(this.rate * GATHER_MS)));
		const notBefore = now + (worthwhile - this.tokens) / this.rate;
		// Sums of fractions miss whole numbers.
		return notBefore > now + 1e-6 ? { notBefore } : { calls: worthwhile };
	}

	/** Notes that a number of calls is sent now. */
	sent(calls: number, now: number): SentCalls {
		this.endedAt ??= now;
		this.fill(now);
		this.tokens -= calls;
		return { sentAt: now, isProbe: this.breaker.sent(now) };
	}

	/**
	 * Notes what became of a request; there is no verdict where the server did not say.
	 * @param random a number from 0 to 1
	 */
	ended(
		{ sentAt, isProbe }: SentCalls,
		verdict: Verdict | undefined,
		random: number,
		now: number,
	): void {
		this.breaker.ended(isProbe);
		if (verdict === undefined) return;
		const { passed, refused, retryAfterMs } = verdict;
		this.refusedShare += SMOOTHING * (Math.sign(refused) - this.refusedShare);
		const gapMs = Math.min(now - (this.endedAt ?? now), RECOVERY_MS);
		this.endedAt = now;
		this.sample.ms += gapMs;
		if (passed > 0) {
			this.sample.calls += passed;
			this.passedAt = now;
			this.refusedSince = Infinity;
			this.refusals = 0;
			if (this.breaker.rounds > 0) this.empty(now);
			this.breaker.answered(now);
		}
		if (refused === 0) this.grow(passed, sentAt, gapMs);
		else if (this.refusedShare > this.tolerated) this.refuse(sentAt, retryAfterMs, random, now);
	}

	/** Notes a wait that the server asks for. */
	asked(until: number): void {
		this.askedUntil = Math.max(this.askedUntil, until);
	}

	private refuse(
		sentAt: number,
		retryAfterMs: number | undefined,
		random: number,
		now: number,
	): void {
		const isUsedUp = this.passedAt <= this.refusedAt;
		this.refusedSince = Math.min(this.refusedSince, now);
		if (retryAfterMs !== undefined) this.asked(now + retryAfterMs);
		// What was in flight at the last refusal is part of it.
		if (sentAt < this.refusedAt) return;
		this.refusals += 1;
		this.refusedAt = now;
		if (this.isKnown) this.adjust(retryAfterMs ?? 0);
		else
			this.rate = Math.max(LEAST_RATE, this.sample.calls / Math.max(RECOVERY_MS, this.sample.ms));
		this.empty(now);
		// When the wait is over there is room for a call.
		if (retryAfterMs !== undefined) this.tokens = 1 - retryAfterMs * this.rate;
		if (isUsedUp) {
			if (this.sample.calls === 0) this.sample.ms = 0;
			this.breaker.failed(sentAt, now, (round) => this.pauseMs(round, random, now));
		}
	}

	/** Cuts the rate to what gets through, as far as that has been measured; a cut that was in vain is taken back. */
	private adjust(waitMs: number): void {
		const { calls, ms } = this.sample;
		const before = this.rate;
		this.isGuess = false;
		if (calls >= ENOUGH_CALLS || (calls > 0 && ms >= 3 * RECOVERY_MS)) {
			const passed = calls / Math.max(1, ms);
			// What gets through fell together with the rate: refusals do not depend on it.
			const wasInVain =
				before < this.cut.rate && passed < (this.cut.passed * (1 + this.cut.kept)) / 2;
			const share = Math.min(1, Math.max(KEPT.least, passed / before)) * KEPT.most;
			this.rate = wasInVain ? this.cut.rate : Math.max(LEAST_RATE, before * share);
			this.cut = wasInVain
				? { rate: 0, passed: 0, kept: 1 }
				: { rate: before, passed, kept: share };
			// One that is far too high is no goal.
			this.growth.goal = passed < KEPT.least * before ? this.rate : before;
			this.sample = { calls: 0, ms: 0 };
		}
		this.growth = {
			goal: Math.max(this.growth.goal, this.rate),
			start: this.rate,
			progress: 0,
			// A refusal with a wait costs more, so it is risked less often.
			recoveryMs: RECOVERY_MS + WAIT_WEIGHT * Math.min(waitMs, LONGEST_PAUSE_MS),
		};
	}

	private grow(passed: number, sentAt: number, gapMs: number): void {
		if (!this.isKnown) return;
		if (this.isGuess) {
			// What was sent before a limit was known shows what it lets through in a second.
			const weight = sentAt < this.refusedAt ? 1 : GUESS_WEIGHT;
			this.rate += (weight * passed) / RECOVERY_MS;
			return;
		}
		const { growth } = this;
		const { goal, start } = growth;
		const progress = (growth.progress += gapMs / growth.recoveryMs);
		const span = progress < 1 ? goal - start : (1 - KEPT.least) * goal;
		const cubic = goal + span * (progress - 1) ** 3;
		this.rate = Math.max(this.rate, cubic, start + (ADDED_PER_SECOND / 1000) * progress);
	}

	/** Where something got through lately, the pauses are short compared with the time since then. */
	private pauseMs(round: number, random: number, now: number): number {
		const usual = backoff(this.isPatient(now) ? 1 : round, Math.max(0.5, random));
		const since = this.isPatient(now) ? now - this.refusedSince : 0;
		// Not in step with limits that count in whole seconds.
		return Math.min(LONGEST_PAUSE_MS * (1 - random / 4), Math.max(usual, since / 2));
	}

	private empty(now: number): void {
		this.tokens = 0;
		this.filledAt = now;
	}

	private fill(now: number): void {
		const most = Math.max(1, this.rate * GATHER_MS);
		if (this.isKnown) this.tokens = Math.min(most, this.tokens + (now - this.filledAt) * this.rate);
		this.filledAt = now;
	}
}

import { backoff } from './retryPolicy';

/** Limits are given per second: what is refused for longer is used by others. Milliseconds. */
const SECOND_MS = 1000;

/** Share of the rate that is kept at least (RFC 9438, CUBIC, section 4.6), and at most, when calls are refused. */
const KEPT = { least: 0.7, most: 0.95 };

/** Calls that have to get through for a measurement: the first and the last may each be off by one. */
const ENOUGH_CALLS = 10;

/** By how many calls per second the rate grows each second at least (RFC 9438, Reno-friendly region). */
const ADDED_PER_SECOND = 5;

/** Calls for which there is room within this many milliseconds are sent together. */
const GATHER_MS = 5;

/** A host with waiting calls is tried at least this often, unless it asked for a wait; milliseconds. */
const LONGEST_PAUSE_MS = 1000;

/** Fewest calls per millisecond. */
const LEAST_RATE = 1 / LONGEST_PAUSE_MS;

/** How many times as fast a rate grows that is only a guess, and a wait slows growth (campaigns of the simulation). */
const WEIGHT = 4;

/** Weight of the latest request in the share of those that are refused. */
const SMOOTHING = 0.05;

/** Longest window of usual limits, a minute: where something was let through within it, it is worth waiting. */
const PATIENCE_MS = 60_000;

/** Where that was longer ago, it is worth waiting for so long: others seldom use up a limit without a gap. Milliseconds. */
export const ENOUGH_REFUSED_MS = 10_000;

/** What may be sent: a number of calls in one request now, or nothing before a time. */
export type Room = { calls: number } | { notBefore: number };

/** A request as the limiter records it. */
export interface SentCalls {
	/** Monotonic time in milliseconds. */
	sentAt: number;
	/** Whether it tests if the limit has room again. */
	isTrial: boolean;
}

/** What became of the calls of a request. */
export interface Verdict {
	/** How many got through, and how many were refused. */
	passed: number;
	refused: number;
	/** The wait the server asked for, in milliseconds. */
	retryAfterMs?: number;
}

/** How fast a rate is, whether that is only a guess, and how it grows. */
interface Pace {
	/** Calls per millisecond; no bound before anything was refused. */
	rate: number;
	/** Until calls are refused at a rate, that rate is only a guess. */
	isGuess: boolean;
	/** The rate to recover, the one to start from, and the time since then as a share of that of the recovery. */
	goal: number;
	start: number;
	progress: number;
	recoveryMs: number;
}

/** A time in which everything is refused. */
interface Drought {
	/** When a call was refused first, and last. */
	since: number;
	refusedAt: number;
	/** How often in a row, and how long the last refusal took. */
	refusals: number;
	tookMs: number;
	/** Until when nothing is sent; set once a second call in a row was refused. */
	pausedUntil?: number;
	/** When a call was last sent to test whether it is over. */
	triedAt?: number;
	/** The pace before, how many calls had got through at it, and how many more were refused while in flight. */
	before: Pace;
	passed: number;
	wasted: number;
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
	/** When a wait that the server asked for ends. */
	askedUntil = -Infinity;

	/** When a call last got through. */
	private passedAt = -Infinity;

	/** When a call was last not refused, though it may have come to nothing. */
	private acceptedAt = -Infinity;

	private pace: Pace = {
		rate: Infinity,
		isGuess: true,
		goal: 0,
		start: 0,
		progress: 0,
		recoveryMs: SECOND_MS,
	};

	private drought?: Drought;

	private tokens = 0;

	private filledAt = 0;

	/** When calls were last refused. */
	private refusedAt = -Infinity;

	/** The share of the latest requests that was refused, as a moving average. */
	private refusedShare = 0;

	/** When a request last ended. */
	private endedAt?: number;

	/** What got through since the last measurement, and in how much time. */
	private sample = { calls: 0, ms: 0 };

	/** The last cut: the rate, and what got through at it. */
	private cut = { rate: 0, passed: 0, kept: 1 };

	/** @param tolerated share of requests that may be refused for reasons of their own */
	constructor(private readonly tolerated = 0) {}

	/** Whether calls were refused, so that there is a rate. */
	get isKnown(): boolean {
		return this.pace.rate < Infinity;
	}

	/** Whether anything ever got through. */
	get hasPassed(): boolean {
		return this.passedAt > -Infinity;
	}

	/** @returns whether nothing gets through, and use by others is not the reason */
	isStuck(now: number): boolean {
		if (this.acceptedAt > now - PATIENCE_MS) return false;
		return this.acceptedAt === -Infinity || this.droughtMs > ENOUGH_REFUSED_MS;
	}

	/** For how many milliseconds everything has been refused. */
	private get droughtMs(): number {
		return this.drought === undefined ? 0 : this.drought.refusedAt - this.drought.since;
	}

	/** Whether calls have been refused so often in a row that use by others is not the reason. */
	get isRefusedAlways(): boolean {
		return this.drought !== undefined && this.drought.refusals >= 2 * ENOUGH_CALLS;
	}

	/** @returns how many of the calls that wait may be sent in one request */
	room(waiting: number, now: number): Room {
		const triedUntil = this.triedUntil;
		// A call that is not refused as soon as those before it will not be.
		if (triedUntil > -Infinity && now >= triedUntil) this.accepted(now);
		const pausedUntil = this.drought?.pausedUntil ?? -Infinity;
		const notBefore = Math.max(this.askedUntil, pausedUntil, triedUntil);
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

	/** Notes that a number of calls is sent now. */
	sent(calls: number, now: number): SentCalls {
		this.endedAt ??= now;
		this.fill(now);
		this.tokens -= calls;
		const isTrial = this.drought?.pausedUntil !== undefined;
		if (isTrial && this.drought !== undefined) this.drought.triedAt = now;
		return { sentAt: now, isTrial };
	}

	/** Notes a request that nobody refused: a drought is over. */
	accepted(now: number): void {
		const { drought, sample } = this;
		this.acceptedAt = now;
		if (drought === undefined) return;
		this.drought = undefined;
		if (drought.pausedUntil !== undefined) this.empty(now);
		if (drought.refusedAt - drought.since < SECOND_MS) return;
		// Others used the limit, so the pace was not the reason, as far as it was not too fast as well.
		const isTooFast = drought.wasted > drought.passed;
		this.pace = { ...drought.before };
		if (isTooFast) this.pace.rate = Math.max(LEAST_RATE, this.pace.rate / 2);
		sample.calls = sample.ms = 0;
	}

	/**
	 * Notes what became of a request; there is no verdict where the server did not say.
	 * @param random a number from 0 to 1
	 */
	ended(
		{ sentAt, isTrial }: SentCalls,
		verdict: Verdict | undefined,
		random: number,
		now: number,
	): void {
		if (isTrial && this.drought?.triedAt === sentAt) this.drought.triedAt = undefined;
		if (verdict === undefined) return;
		const { passed, refused, retryAfterMs } = verdict;
		this.refusedShare += SMOOTHING * (Math.sign(refused) - this.refusedShare);
		const endedAt = this.endedAt ?? now;
		const wasPaused = this.drought?.pausedUntil !== undefined || this.askedUntil > endedAt;
		const gapMs = Math.min(now - endedAt, SECOND_MS);
		this.endedAt = now;
		this.sample.ms += gapMs;
		if (passed > 0) {
			this.accepted(now);
			this.sample.calls += passed;
			this.passedAt = now;
		}
		if (refused === 0) this.grow(passed, sentAt, wasPaused ? 0 : gapMs);
		else if (this.refusedShare > this.tolerated) this.refuse(sentAt, retryAfterMs, random, now);
	}

	/** Starts anew where nothing waits any more, unless everything was refused for long: one call shows whether it still is. */
	restart(): void {
		if (this.acceptedAt > -Infinity && this.droughtMs <= ENOUGH_REFUSED_MS)
			this.drought = undefined;
	}

	/** @returns whether everything has been refused for longer than this, and nothing may be tried now */
	isRefusedFor(mostMs: number, now: number): boolean {
		return this.droughtMs > mostMs && (this.drought?.pausedUntil ?? now) > now;
	}

	/** Notes a wait that the server asks for. */
	asked(until: number): void {
		this.askedUntil = Math.max(this.askedUntil, until);
	}

	/** Until when it is open whether a trial in flight is refused. */
	private get triedUntil(): number {
		const { triedAt = -Infinity, tookMs = 0 } = this.drought ?? {};
		return triedAt + Math.max(backoff(1, 0.5), WEIGHT * tookMs);
	}

	private refuse(
		sentAt: number,
		retryAfterMs: number | undefined,
		random: number,
		now: number,
	): void {
		const { sample } = this;
		if (retryAfterMs !== undefined) this.asked(now + retryAfterMs);
		// What was in flight at the last refusal is part of it.
		if (sentAt < this.refusedAt) {
			if (this.drought !== undefined) this.drought.wasted += 1;
			return;
		}
		const isUsedUp = this.passedAt <= this.refusedAt;
		this.refusedAt = now;
		const wasKnown = this.isKnown;
		if (!wasKnown)
			this.pace.rate = Math.max(LEAST_RATE, sample.calls / Math.max(SECOND_MS, sample.ms));
		this.drought ??= {
			since: now,
			refusedAt: now,
			refusals: 0,
			tookMs: 0,
			before: { ...this.pace },
			passed: sample.calls,
			wasted: 0,
		};
		if (wasKnown) this.adjust(retryAfterMs ?? 0);
		this.empty(now);
		// When the wait is over there is room for a call.
		if (retryAfterMs !== undefined) this.tokens = 1 - retryAfterMs * this.pace.rate;
		this.drought.refusedAt = now;
		this.drought.refusals += 1;
		this.drought.tookMs = now - sentAt;
		if (isUsedUp && this.sample.calls === 0) this.sample.ms = 0;
		if (isUsedUp) this.drought.pausedUntil = now + this.pauseMs(random, now - this.drought.since);
	}

	/** Cuts the rate to what gets through, as far as that has been measured; a cut that was in vain is taken back. */
	private adjust(waitMs: number): void {
		const { pace, cut } = this;
		const { calls, ms } = this.sample;
		const before = pace.rate;
		pace.isGuess = false;
		if (calls >= ENOUGH_CALLS || (calls > 0 && ms >= 3 * SECOND_MS)) {
			const passed = calls / Math.max(1, ms);
			// What gets through fell together with the rate: refusals do not depend on it.
			const wasInVain = before < cut.rate && passed < (cut.passed * (1 + cut.kept)) / 2;
			const kept = Math.min(1, Math.max(KEPT.least, passed / before)) * KEPT.most;
			pace.rate = wasInVain ? cut.rate : Math.max(LEAST_RATE, before * kept);
			this.cut = wasInVain ? { rate: 0, passed: 0, kept: 1 } : { rate: before, passed, kept };
			// One that is far too high is no goal.
			pace.goal = passed < KEPT.least * before ? pace.rate : before;
			this.sample = { calls: 0, ms: 0 };
		}
		pace.goal = Math.max(pace.goal, pace.rate);
		pace.start = pace.rate;
		pace.progress = 0;
		// A refusal with a wait costs more, so it is risked less often.
		pace.recoveryMs = SECOND_MS + WEIGHT * Math.min(waitMs, SECOND_MS);
	}

	private grow(passed: number, sentAt: number, gapMs: number): void {
		const { pace } = this;
		if (!this.isKnown) return;
		if (pace.isGuess) {
			// What was sent before a limit was known shows what it lets through in a second.
			const weight = sentAt < this.refusedAt ? 1 : WEIGHT;
			pace.rate += (weight * passed) / SECOND_MS;
			return;
		}
		const { goal, start, recoveryMs } = pace;
		const progress = (pace.progress += gapMs / recoveryMs);
		const span = progress < 1 ? goal - start : (1 - KEPT.least) * goal;
		const cubic = goal + span * (progress - 1) ** 3;
		pace.rate = Math.max(pace.rate, cubic, start + (ADDED_PER_SECOND / SECOND_MS) * progress);
	}

	/** The longer everything has been refused, the longer the pauses, up to a limit. */
	private pauseMs(random: number, sinceMs: number): number {
		const usual = Math.max(backoff(1, Math.max(0.5, random)), sinceMs / 4);
		// Not in step with limits that count in whole seconds.
		return Math.min(LONGEST_PAUSE_MS * (1 - random / 4), usual);
	}

	private empty(now: number): void {
		this.tokens = 0;
		this.filledAt = now;
	}

	private fill(now: number): void {
		const { rate } = this.pace;
		const most = Math.max(1, rate * GATHER_MS);
		if (this.isKnown) this.tokens = Math.min(most, this.tokens + (now - this.filledAt) * rate);
		this.filledAt = now;
	}
}

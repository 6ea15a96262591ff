/** Limits are given per second: a cut is made up for within one, and what is refused for longer is used by others. */
export const SECOND_MS = 1000;

/** Share of the rate that is kept at least (RFC 9438, CUBIC, section 4.6), and at most, when calls are refused. */
const KEPT = { least: 0.7, most: 0.95 };

/** Calls that have to get through for a measurement: the first and the last may each be off by one. */
const ENOUGH_CALLS = 10;

/** By how many calls per second the rate grows each second at least (RFC 9438, Reno-friendly region). */
const ADDED_PER_SECOND = 5;

/** How many times as fast a rate grows that is only a guess, and a wait slows growth (campaigns of the simulation). */
const FASTER = 4;

/** Weight of the latest request in the share of those that are refused. */
const SMOOTHING = 0.04;

/** Share of refusals that is accepted where they do not depend on the rate, as with one backend of two that refuses. */
const TOLERATED_IN_VAIN = 2 / 3;

/** Fewest calls per millisecond. */
const LEAST_RATE = 1 / SECOND_MS;

/** A rate, and how it grows. */
export interface Curve {
	/** Calls per millisecond; no bound before anything was refused. */
	rate: number;
	/** Until calls were refused at a measured rate, it is only a guess. */
	isGuess: boolean;
	/** The rate to recover, the one to start from, and the time since then as a share of that of the recovery. */
	goal: number;
	start: number;
	progress: number;
	recoveryMs: number;
}

/**
 * The rate at which calls are sent to where a limit is. It follows what was measured to get through, recovers within a
 * second to the rate before a cut, and then grows ever faster (as CUBIC does for TCP).
 */
export class Pace {
	private curve: Curve = {
		rate: Infinity,
		isGuess: true,
		goal: 0,
		start: 0,
		progress: 0,
		recoveryMs: SECOND_MS,
	};

	/** What got through since the last measurement, and in how many milliseconds. */
	private sample = { calls: 0, ms: 0 };

	/** The last cut: the rate, what got through at it, and the share that was kept. */
	private cut = { rate: 0, passed: 0, kept: 1 };

	/** The share of the latest requests that was refused, as a moving average, and how much of it is accepted. */
	private refusedShare = 0;

	private tolerated: number;

	/** @param usual share of requests that may be refused for reasons of their own */
	constructor(private readonly usual = 0) {
		this.tolerated = usual;
	}

	/** Calls per millisecond; `Infinity` before anything was refused. */
	get rate(): number {
		return this.curve.rate;
	}

	/** Whether no more is refused than would be at any rate. */
	get isTolerable(): boolean {
		return this.refusedShare <= this.tolerated;
	}

	/** Notes the calls of a request that got through and that were refused, and the time it took. */
	record(passed: number, refused: number, ms: number): void {
		this.sample.calls += passed;
		this.sample.ms += ms;
		this.refusedShare += SMOOTHING * (Math.sign(refused) - this.refusedShare);
	}

	/** @returns what to pass to {@link restore} */
	save(): Curve {
		return { ...this.curve };
	}

	/** Takes cuts back, because others used the limit and the rate was not the reason. */
	restore(curve: Curve): void {
		this.curve = { ...curve };
		this.sample = { calls: 0, ms: 0 };
	}

	/** Guesses a rate from what got through before anything was refused. */
	guess(): void {
		const { calls, ms } = this.sample;
		this.curve.rate = Math.max(LEAST_RATE, calls / Math.max(SECOND_MS, ms));
	}

	/**
	 * Cuts the rate to what gets through, as far as that has been measured.
	 * @param waitMs the wait the server asked for, in milliseconds
	 */
	slowDown(waitMs: number): void {
		const { curve, cut } = this;
		const { calls, ms } = this.sample;
		const { rate } = curve;
		if (calls >= ENOUGH_CALLS || (calls > 0 && ms >= 3 * SECOND_MS)) {
			const passed = calls / Math.max(1, ms);
			// What gets through fell together with the rate, and not because of waits: refusals do not depend on it.
			const isLess = rate < cut.rate && passed < (cut.passed * (1 + cut.kept)) / 2;
			const wasInVain = isLess && waitMs === 0;
			this.tolerated = wasInVain ? TOLERATED_IN_VAIN : this.usual;
			const kept = wasInVain ? 1 : Math.min(1, Math.max(KEPT.least, passed / rate)) * KEPT.most;
			this.cut = { rate, passed, kept };
			curve.isGuess = false;
			curve.rate = Math.max(LEAST_RATE, rate * kept);
			// One that is far too high is no goal.
			curve.goal = passed < KEPT.least * rate ? curve.rate : rate;
			this.sample = { calls: 0, ms: 0 };
		}
		curve.goal = Math.max(curve.goal, curve.rate);
		curve.start = curve.rate;
		curve.progress = 0;
		// A refusal with a wait costs more, so it is risked less often.
		curve.recoveryMs = SECOND_MS + FASTER * Math.min(waitMs, SECOND_MS);
	}

	/**
	 * Raises the rate, because a request got through.
	 * @param ms time since the last request ended, as far as something could have been sent
	 */
	speedUp(passed: number, ms: number): void {
		const { curve } = this;
		if (curve.isGuess) {
			curve.rate += (FASTER * passed) / SECOND_MS;
			return;
		}
		const { goal, start, recoveryMs } = curve;
		const progress = (curve.progress += ms / recoveryMs);
		const span = progress < 1 ? goal - start : (1 - KEPT.least) * goal;
		const cubic = goal + span * (progress - 1) ** 3;
		curve.rate = Math.max(curve.rate, cubic, start + (ADDED_PER_SECOND / SECOND_MS) * progress);
	}
}

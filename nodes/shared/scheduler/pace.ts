import { SECOND_MS } from './clock';

/** Share of the rate that is kept when calls are refused (as BIC does for TCP). */
const KEPT = 0.8;

/** The same where refused calls count as well: at a rate beyond such a limit hardly anything gets through. */
const KEPT_WHERE_COUNTED = 0.6;

/** By how many times what gets through a rate grows per second that was not measured yet (slow start). */
const SLOW_START = 4;

/** Weight of the latest request in the share of those that are refused. */
const SMOOTHING = 0.04;

/** Share of refusals that is accepted where they do not depend on the rate, as with one backend of two that refuses, … */
const TOLERATED_IN_VAIN = 2 / 3;

/** … unless so many come in a row: by chance that is rare, and a limit is used up. */
const TOO_MANY_IN_A_ROW = 5;

/**
 * The rate at which calls are sent to where a limit is: it shrinks by a share when calls are refused, and grows with
 * what gets through. Where that changes nothing, because a part of the calls is refused at any rate, it stays.
 */
export class Pace {
	/** Calls per millisecond; `Infinity` before anything was refused. */
	rate = Infinity;

	/** Until calls were refused at the rate, it is only a guess, and grows fast (slow start). */
	isGuess = true;

	/** Calls that got through since the last cut, and in how many milliseconds. */
	private sample = { calls: 0, ms: 0 };

	/** The last cut: the rate, what got through at it, and the share that was kept. */
	private cut = { rate: 0, passed: 0, kept: 1 };

	/** The share of the latest requests that was refused, as a moving average, and how much of it is accepted. */
	private refusedShare = 0;

	private tolerated: number;

	/** How many of the latest requests were refused in a row. */
	private refusedInARow = 0;

	/** @param usual share of requests that may be refused for reasons of their own */
	constructor(private readonly usual: number) {
		this.tolerated = usual;
	}

	/** Whether no more is refused than would be at any rate. */
	get isTolerable(): boolean {
		const isShareTolerable = this.refusedShare <= this.tolerated;
		return isShareTolerable && this.refusedInARow < TOO_MANY_IN_A_ROW;
	}

	/**
	 * Notes the calls of a request that got through and that were refused, and the time it took. Where none was refused,
	 * the rate rises: within a second by as large a share as a cut takes.
	 */
	record(passed: number, refused: number, ms: number): void {
		this.sample.calls += passed;
		this.sample.ms += ms;
		this.refusedShare += SMOOTHING * (Math.sign(refused) - this.refusedShare);
		this.refusedInARow = refused === 0 ? 0 : this.refusedInARow + 1;
		if (refused === 0) this.rate += ((this.isGuess ? SLOW_START : 1 - KEPT) * passed) / SECOND_MS;
	}

	/**
	 * Cuts the rate, once something got through at it, and unless that was in vain the last time. The first rate is
	 * guessed from what got through before anything was refused: at least one call per second.
	 * @param isAsked whether the server asked for a wait: it knows when there is capacity, so the rate matters
	 * @param countsRefused whether refused calls count as well
	 */
	slowDown(isAsked: boolean, countsRefused: boolean): void {
		const { cut, rate } = this;
		const { calls, ms } = this.sample;
		if (rate < Infinity && calls === 0) return;
		this.sample = { calls: 0, ms: 0 };
		if (rate === Infinity) {
			this.rate = Math.max(1, calls) / Math.max(SECOND_MS, ms);
			return;
		}
		const passed = calls / Math.max(1, ms);
		// Fewer get through at a lower rate: refusals do not depend on it.
		const isLess = rate < cut.rate && passed < (cut.passed * (1 + cut.kept)) / 2;
		const wasInVain = isLess && !isAsked;
		this.tolerated = wasInVain ? TOLERATED_IN_VAIN : this.usual;
		const usual = countsRefused ? KEPT_WHERE_COUNTED : KEPT;
		const kept = wasInVain ? 1 : usual;
		this.cut = { rate, passed, kept };
		this.rate = Math.max(1 / SECOND_MS, rate * kept);
		this.isGuess = false;
	}
}

import type { Clock } from '../scheduler/clock';

/** The wall clock was set when it moved by this much more or less than the monotonic clock. Milliseconds. */
const SET_BY_MS = 1000;

/**
 * Time for durations and for dates: the wall clock, as if it had never been set while this process runs. What is
 * shown or saved is converted to what the wall clock shows now.
 */
export class EvenTime {
	/** By how much the wall clock was set so far. */
	private setByMs = 0;

	private last?: { wallMs: number; monotonicMs: number };

	constructor(private readonly clock: Pick<Clock, 'now' | 'wallMs'>) {}

	/** @returns milliseconds since 1970 */
	now(): number {
		const { last } = this;
		this.last = { wallMs: this.clock.wallMs(), monotonicMs: this.clock.now() };
		if (last !== undefined) {
			const passedMs = this.last.monotonicMs - last.monotonicMs;
			const setByMs = Math.round(this.last.wallMs - last.wallMs - passedMs);
			if (Math.abs(setByMs) > SET_BY_MS) this.setByMs += setByMs;
		}
		return this.last.wallMs - this.setByMs;
	}

	/** @returns a time as the wall clock would show it now */
	readonly toWall = (time: number): number => time + this.setByMs;

	/** @returns the time of a date of the wall clock */
	readonly fromWall = (wallMs: number): number => wallMs - this.setByMs;
}

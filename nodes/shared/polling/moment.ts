/** A point in time on two clocks: one is for dates, the other for durations. */
export interface Moment {
	/** What the wall clock showed, in milliseconds since the epoch. It can be set. */
	wallMs: number;
	/** What the monotonic clock of this process showed, in milliseconds; absent for what an earlier process noted. */
	monotonicMs?: number;
}

/** When both clocks agree this closely, the dates that are shown and the durations are consistent. */
const AGREEMENT_MS = 1000;

/**
 * Measures the time between two moments. Within a process the monotonic clock counts, if the wall clock was set
 * in between; across processes there is only the wall clock.
 * @returns milliseconds, never below zero
 */
export function elapsedMs(from: Moment, to: Moment): number {
	const byWall = to.wallMs - from.wallMs;
	if (from.monotonicMs === undefined || to.monotonicMs === undefined) return Math.max(0, byWall);
	const measured = Math.round(to.monotonicMs - from.monotonicMs);
	return Math.abs(measured - byWall) <= AGREEMENT_MS ? Math.max(0, byWall) : Math.max(0, measured);
}

/** @returns the ISO date of a moment */
export function dateOf({ wallMs }: Moment): string {
	return new Date(wallMs).toISOString();
}

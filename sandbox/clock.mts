/** The sandbox's time: the machine's clock plus what tests have skipped. */
export class Clock {
	#skippedMs = 0;

	/** Milliseconds since the epoch, skipped time included. */
	now(): number {
		return Date.now() + this.#skippedMs;
	}

	/** Moves time forward by `ms` milliseconds, so that transitions and cooldowns need no waiting. */
	skip(ms: number): void {
		this.#skippedMs += ms;
	}

	/** Gives up all skipped time. */
	reset(): void {
		this.#skippedMs = 0;
	}
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601 text of a time in milliseconds since the epoch. */
export function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}

/** The sandbox's time: the machine's clock plus what tests have skipped. */
export class Clock {
	/** Milliseconds by which time was moved forward, so that transitions and cooldowns need no waiting. */
	skippedMs = 0;

	/** Milliseconds since the epoch, skipped time included. */
	now(): number {
		return Date.now() + this.skippedMs;
	}
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601 text of a time in milliseconds since the epoch. */
export function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}

/** The words of a table written as text: one list for each line. */
export function tableRows(text: string, separator: RegExp = /\s+/): string[][] {
	return text
		.trim()
		.split('\n')
		.map((line) => line.trim().split(separator));
}

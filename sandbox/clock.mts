export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601 text of a time in milliseconds since the epoch. */
export function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}

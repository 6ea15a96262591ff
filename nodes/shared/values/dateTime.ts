import { valueExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';

/** A date, with or without a time, with or without a zone. Date.parse alone would accept many other formats. */
const DATE =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The time of a date that was picked in n8n's calendar, which has no field for a date alone. */
const PICKED = /^00:00(:00(\.0+)?)?$/;

/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** A point in time, or a whole day. */
export interface DateTime {
	/** When it begins, in milliseconds since 1970. */
	startMs: number;
	/** Its last second for a day, otherwise as it begins. */
	endMs: number;
	/** As a person writes it: `2026-11-20` for a day, otherwise with its time and zone. */
	text: string;
}

/**
 * Reads a date, or a date and time; without a zone it is UTC, in which the service counts days. A date without a time
 * is the whole day, and so is one that was picked in n8n's calendar: midnight without a zone.
 * @param field display name of the field
 * @throws Problem when it is neither
 */
export function parseDateTime(value: string, field: string): DateTime {
	const [, day, time, zone] = DATE.exec(value) ?? [];
	const isDay = time === undefined || (zone === undefined && PICKED.test(time));
	const startMs = Date.parse(isDay ? day : `${day}T${time}${zone ?? 'Z'}`);
	// Date.parse takes February 30 for a day in March.
	if (Number.isNaN(startMs) || toDay(Date.parse(day)) !== day)
		throw new Problem(`'${field}' must be a date, but it is '${valueExcerpt(value)}'`, {
			hint: 'Enter a date such as 2026-11-20, or with a time such as 2026-11-20T08:00:00Z',
		});
	if (isDay) return { startMs, endMs: startMs + DAY_MS - 1000, text: day };
	return { startMs, endMs: startMs, text: formatDateTime(startMs) };
}

/** @returns a point in time as the service writes it, such as `2026-11-20T08:00:00Z` */
export function formatDateTime(at: number): string {
	return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** @returns the UTC day of a point in time, such as `2026-11-20` */
export function toDay(at: number | string): string {
	return new Date(at).toISOString().slice(0, 10);
}

import { valueExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';

/** A date, with or without a time, with or without a zone. Date.parse alone would accept many other formats. */
const DATE =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads a date, or a date and time; without a zone it is UTC, in which the service counts days.
 * @param field display name of the field
 * @returns the text as ISO 8601 has it, when it begins in milliseconds, and whether it is a whole day
 * @throws Problem when it is neither
 */
export function parseDateTime(value: string, field: string) {
	const [, day, time, zone = 'Z'] = DATE.exec(value) ?? [];
	const isDay = time === undefined;
	const at = Date.parse(isDay ? day : `${day}T${time}${zone}`);
	// Date.parse takes February 30 for a day in March.
	if (Number.isNaN(at) || toDay(Date.parse(day)) !== day)
		throw new Problem(`'${field}' must be a date, but it is '${valueExcerpt(value)}'`, {
			hint: 'Enter a date such as 2026-11-20, or with a time such as 2026-11-20T08:00:00Z',
		});
	return { text: isDay ? day : new Date(at).toISOString(), at, isDay };
}

/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** @returns the UTC day of a point in time, such as `2026-11-20` */
export function toDay(at: number | string): string {
	return new Date(at).toISOString().slice(0, 10);
}

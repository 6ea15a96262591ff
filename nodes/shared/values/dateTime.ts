import { valueExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';

/**
 * Checks a date-time (ISO 8601, as the specification's date-time fields require it).
 * @param field display name of the field
 * @returns the text as it was given
 * @throws Problem when it is not one
 */
export function checkDateTime(text: string, field: string): string {
	const day = ISO_8601.exec(text)?.[1];
	if (day !== undefined && isCalendarDay(day) && !Number.isNaN(Date.parse(text))) return text;
	throw new Problem(`'${field}' is not a date and time: '${valueExcerpt(text)}'`, {
		hint: 'Write it as 2026-01-31T12:00:00Z',
	});
}

/** A date, with or without a time, with or without a zone. Date.parse alone would accept many other formats. */
const ISO_8601 =
	/^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** @returns the UTC day of a point in time, such as `2026-11-20` */
export function toDay(at: number | string): string {
	return new Date(at).toISOString().slice(0, 10);
}

/** @returns whether the calendar has a day such as `2026-02-28`; Date.parse takes February 30 for a day in March */
export function isCalendarDay(day: string): boolean {
	const at = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

import { valueExcerpt } from '../pure/excerpt';
import { Problem } from '../pure/problem';

/**
 * Checks a date-time (ISO 8601, as the specification's date-time fields require it).
 * @param field display name of the field
 * @returns the text as it was given
 * @throws Problem when it is not one
 */
export function checkedDateTime(text: string, field: string): string {
	// Date.parse alone would accept many other formats; ISO begins with the year.
	if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))) return text;
	throw new Problem(`'${field}' is not a date and time: '${valueExcerpt(text)}'`, {
		hint: 'Write it as 2026-01-31T12:00:00Z',
	});
}

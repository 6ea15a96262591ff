/** A date and time without a zone. */
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/**
 * Reads a time that a server sent. Without a zone it is UTC, as servers count; JavaScript would take it for the zone of
 * this machine.
 * @returns milliseconds since 1970, or `NaN`
 */
export function parseTimestamp(value: unknown): number {
	if (typeof value !== 'string') return NaN;
	const text = value.trim();
	return Date.parse(WITHOUT_ZONE.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}

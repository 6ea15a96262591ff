/** Milliseconds per unit of a Go duration. */
const GO_UNITS: Readonly<Record<string, number>> = {
	ns: 1e-6,
	us: 1e-3,
	µs: 1e-3,
	μs: 1e-3,
	ms: 1,
	s: 1000,
	m: 60_000,
	h: 3_600_000,
};

/** Longer texts are not durations, and searching them for one could take minutes. */
const LONGEST_DURATION = 60;

/**
 * Reads a Go duration such as `413ms`, `820µs`, `1.2s` or `1m30s`, as node endpoints send it in
 * `error.data.try_again_in`.
 * @returns milliseconds, or `undefined` when the text is not a duration
 */
export function parseGoDuration(text: string): number | undefined {
	const trimmed = text.trim();
	if (trimmed.length > LONGEST_DURATION) return undefined;
	const parts = [...trimmed.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|μs|ms|s|m|h)/g)];
	if (parts.length === 0 || parts.map(([part]) => part).join('') !== trimmed) return undefined;
	return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * GO_UNITS[unit], 0);
}

/**
 * Reads a Retry-After header: whole seconds or an HTTP date (RFC 9110, 10.2.3).
 * @param now wall-clock time in milliseconds, which a date is compared with
 * @returns milliseconds to wait, at least 0, or `undefined` when there is no usable value
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	if (text.length > LONGEST_DURATION) return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	if (!HTTP_DATE.test(text)) return undefined;
	// The oldest form names no zone, and means UTC. Some servers name another, against the standard.
	const date = Date.parse(NAMES_ZONE.test(text) ? text : `${text} GMT`);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const NAMES_ZONE = /[A-Z]{1,4}$|[+-]\d{2}:?\d{2}$/;

/** The three forms of an HTTP date (RFC 9110, 5.6.7), distinguished by how they begin. */
const HTTP_DATE =
	/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(, \d{2} [A-Z][a-z]{2} \d{4}|[a-z]*day, \d{2}-[A-Z][a-z]{2}-\d{2}| [A-Z][a-z]{2} [ \d]\d) /;

/** @returns a duration as a person writes it: `850 ms`, `12 s`, `3 min 5 s`, `2 h 10 min`, `30 days` */
export function formatDuration(milliseconds: number): string {
	// Rounded up, so that a wait of this length does not end too early.
	const whole = Math.ceil(milliseconds);
	if (whole < 1000) return `${whole} ms`;
	const seconds = Math.ceil(whole / 1000);
	if (seconds < 120) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 120) return withRest(minutes, 'min', seconds % 60, 's');
	const hours = Math.floor(minutes / 60);
	if (hours < 72) return withRest(hours, 'h', minutes % 60, 'min');
	return withRest(Math.floor(hours / 24), 'days', hours % 24, 'h');
}

function withRest(amount: number, unit: string, rest: number, restUnit: string): string {
	return rest === 0 ? `${amount} ${unit}` : `${amount} ${unit} ${rest} ${restUnit}`;
}

/** @returns a duration in the words of a message, to the minute: `4 minutes`, `2 hours 10 minutes`, `3 days` */
export function describeDuration(milliseconds: number): string {
	const minutes = Math.round(milliseconds / GO_UNITS.m);
	if (minutes < 1) return 'less than a minute';
	if (minutes < 60) return count(minutes, 'minute');
	const hours = Math.floor(minutes / 60);
	if (hours < 48) return joinCounts(count(hours, 'hour'), minutes % 60, 'minute');
	return joinCounts(count(Math.floor(hours / 24), 'day'), hours % 24, 'hour');
}

function joinCounts(first: string, rest: number, unit: string): string {
	return rest === 0 ? first : `${first} ${count(rest, unit)}`;
}

function count(amount: number, unit: string): string {
	return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

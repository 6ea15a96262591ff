/** Longer texts are not shown: a message stays readable, and half of a key would not be recognized and masked. */
const LONGEST_SHOWN = 60;

/** @returns a given value in words, for the end of a sentence such as "but it is …" */
export function describeValue(value: unknown): string {
	switch (typeof value) {
		case 'undefined':
			return 'empty';
		case 'string':
			if (value.trim() === '') return 'empty';
			return value.length > LONGEST_SHOWN ? `a text of ${value.length} characters` : `'${value}'`;
		case 'object':
			if (value === null) return 'empty';
			if (isDate(value)) return Number.isNaN(value.getTime()) ? 'an invalid date' : 'a date';
			return Array.isArray(value) ? 'an array' : 'an object';
		default:
			return String(value);
	}
}

/** @returns whether it is a date of JavaScript, which in an expression may be of another realm */
export function isDate(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

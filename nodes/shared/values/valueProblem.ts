import { LONGEST_VALUE } from '../text/excerpt';
import { Problem } from '../text/problem';

/**
 * @param field display name of the field
 * @param expected the expected value in words, such as `a whole number`
 * @param value the value that was given
 */
export function makeWrongTypeProblem(
	field: string,
	expected: string,
	value: unknown,
	hint = `Check the value or the expression in '${field}'`,
): Problem {
	return new Problem(`'${field}' must be ${expected}, but it is ${describeValue(value)}`, { hint });
}

/** @returns a value in words, for the end of a sentence such as "but it is …" */
function describeValue(value: unknown): string {
	if (value === undefined || value === null) return 'empty';
	if (typeof value === 'string') return describeText(value);
	if (typeof value !== 'object') return String(value);
	if (isDate(value)) return Number.isNaN(Number(value)) ? 'an invalid date' : 'a date';
	return Array.isArray(value) ? 'an array' : 'an object';
}

function describeText(text: string): string {
	if (text.trim() === '') return 'empty';
	// Whole or not at all, because half of a key would not be recognized and masked.
	return text.length > LONGEST_VALUE ? `a text of ${text.length} characters` : `'${text}'`;
}

/** In an expression, a date may be of another realm, so `instanceof` does not tell. */
function isDate(value: object): boolean {
	return Object.prototype.toString.call(value) === '[object Date]';
}

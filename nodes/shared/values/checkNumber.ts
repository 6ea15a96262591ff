import { Problem } from '../text/problem';
import { describeValue } from './describeValue';
import type { Property } from './field';

/**
 * Checks a number against what its property declares (`minValue`, also `maxValue`, `numberPrecision: 0`): the
 * editor enforces that, but expressions bypass it. A text that contains a number counts as one.
 * @throws Problem that names the field, what was given and what is allowed
 */
export function checkNumber(property: Property, value: unknown): number {
	const { displayName, typeOptions, default: usual } = property;
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions ?? {};
	const number = parseNumber(value);
	const isInRange = number !== undefined && number >= minValue && number <= maxValue;
	if (isInRange && (numberPrecision !== 0 || Number.isInteger(number))) return number;
	const kind = numberPrecision === 0 ? 'a whole number' : 'a number';
	const least = minValue === -Infinity ? '' : ` of at least ${minValue}`;
	const range = maxValue === Infinity ? least : ` from ${minValue} to ${maxValue}`;
	throw new Problem(`'${displayName}' must be ${kind}${range}, but it is ${describeValue(value)}`, {
		hint: `The usual value is ${String(usual)}`,
	});
}

/** @returns the finite number that a value is, or that a text contains; `undefined` for everything else */
export function parseNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

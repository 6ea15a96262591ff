import { Problem } from '../pure/problem';
import type { Property } from './propertyTypes';

/**
 * Checks a number against what its property declares (`minValue`, `numberPrecision: 0`): the editor keeps
 * to that, an expression need not.
 * @throws Problem that names the field
 */
export function checkedNumber(property: Property, value: unknown): number {
	const { displayName, typeOptions, default: usual } = property;
	const least = typeOptions?.minValue ?? 0;
	const mustBeWhole = typeOptions?.numberPrecision === 0;
	const isEnough = typeof value === 'number' && Number.isFinite(value) && value >= least;
	if (isEnough && (!mustBeWhole || Number.isInteger(value))) return value;
	const wanted = isEnough ? 'a whole number' : `at least ${least}`;
	throw new Problem(`'${displayName}' has to be ${wanted}, but it is ${String(value)}`, {
		hint: `The usual value is ${String(usual)}`,
	});
}

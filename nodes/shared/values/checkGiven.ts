import { Problem } from '../text/problem';
import type { Property } from './field';

/** Types for which an empty value is never valid anyway. */
const CHECKED_BY_TYPE: ReadonlySet<string> = new Set(['boolean', 'number', 'notice']);

/**
 * Makes sure that an expression returned something. A field that was left empty stands for its default; an expression
 * that finds nothing does not, because nobody chose the default in that case.
 * @param stored the same parameter as it is stored, with its expressions
 * @throws Problem that names the field
 */
export function checkGiven(property: Property, value: unknown, stored: unknown): void {
	const isExpression = typeof stored === 'string' && stored.startsWith('=');
	if (!isExpression || !mustBeGiven(property)) return;
	if (!isNothing(property, value)) return;
	const { displayName, required } = property;
	const orRemove = required === true ? '' : ', or remove it if the field is not needed';
	throw new Problem(`'${displayName}' is empty`, {
		hint: `Its expression returns nothing for this item. Correct the expression in '${displayName}'${orRemove}`,
	});
}

function mustBeGiven({ type, traits }: Property): boolean {
	return !CHECKED_BY_TYPE.has(type) && traits?.decidesNothing !== true;
}

function isNothing({ type, traits }: Property, value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '' && traits?.mayBeEmptied !== true;
	// An empty list of texts is an empty text; a JSON field may hold one.
	return Array.isArray(value) && value.length === 0 && type !== 'json';
}

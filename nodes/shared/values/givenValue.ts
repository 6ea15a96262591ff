import { isRecord } from '../text/json';
import { Problem } from '../text/problem';
import type { Property } from './field';

/** Types for which an empty value is never valid anyway. */
const CHECKED_BY_TYPE: ReadonlySet<string> = new Set(['boolean', 'number', 'notice']);

interface Group {
	name: string;
	values: readonly Property[];
}

/**
 * Makes sure that an expression yielded something. A field that was left empty stands for its default; an
 * expression that finds nothing does not, because nobody chose the default in that case.
 *
 * @param value what n8n resolved
 * @param parameter the same parameter as stored, with its expressions
 * @throws Problem that names the field
 */
export function checkGiven(property: Property, value: unknown, parameter: unknown): void {
	if (CHECKED_BY_TYPE.has(property.type) || property.traits?.decidesNothing) return;
	const isResolved = isExpression(parameter);
	if (isResolved && isNothing(property, value)) throw nothingGiven(property);
	switch (property.type) {
		case 'resourceLocator':
			checkLocator(property, value, parameter);
			break;
		case 'collection':
			checkFields(property.options as readonly Property[], value, parameter);
			break;
		case 'fixedCollection':
			checkGroups(property, value, parameter);
			break;
	}
}

function checkLocator(property: Property, value: unknown, parameter: unknown): void {
	if (!isRecord(parameter) || !isExpression(parameter.value)) return;
	const chosen = isRecord(value) ? value.value : value;
	if (isNothing(property, chosen)) throw nothingGiven(property);
}

/** If one expression yields the whole collection, each entry is checked as if it had its own expression. */
function checkFields(fields: readonly Property[], value: unknown, parameter: unknown): void {
	if (!isRecord(value)) return;
	for (const field of fields.filter(({ name }) => name in value)) {
		const stored = isRecord(parameter) ? parameter[field.name] : parameter;
		checkGiven(field, value[field.name], stored);
	}
}

function checkGroups(property: Property, value: unknown, parameter: unknown): void {
	if (!isRecord(value)) return;
	for (const { name, values } of property.options as readonly Group[]) {
		const stored = isRecord(parameter) ? parameter[name] : parameter;
		const entries = value[name];
		if (isExpression(stored) && isNothing(property, entries)) throw nothingGiven(property);
		[entries].flat().forEach((entry, index) => {
			checkFields(values, entry, Array.isArray(stored) ? stored[index] : stored);
		});
	}
}

function isExpression(parameter: unknown): parameter is string {
	return typeof parameter === 'string' && parameter.startsWith('=');
}

function isNothing({ traits, type }: Property, value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '' && !traits?.mayBeEmptied;
	// An empty list of texts is an empty text; a JSON field may hold one.
	return Array.isArray(value) && value.length === 0 && type !== 'json';
}

function nothingGiven({ displayName, required }: Property): Problem {
	const orRemove = required === true ? '' : ', or remove it if the field is not needed';
	return new Problem(`'${displayName}' is empty`, {
		hint: `Its expression returns nothing for this item. Correct the expression in '${displayName}'${orRemove}`,
	});
}

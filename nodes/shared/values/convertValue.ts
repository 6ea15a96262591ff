import { checkId } from '../managementApi/resourceIds';
import { LONGEST_VALUE, valueExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { Problem } from '../text/problem';
import { checkJsonField } from './jsonText';
import type { Property } from './field';

/** Types for which an empty value is never valid anyway. */
const CHECKED_BY_TYPE: ReadonlySet<string> = new Set(['boolean', 'number', 'notice']);

/**
 * Converts a value to the type its declaration promises; expressions may produce anything. A field that was left empty
 * stands for its default; an expression that finds nothing does not, because nobody chose the default in that case.
 * @param stored the same parameter as it is stored, with its expressions
 * @throws Problem that names the field
 */
export function convertValue(property: Property, value: unknown, stored?: unknown): unknown {
	const field = property.displayName;
	checkGiven(property, value, stored);
	switch (property.type) {
		case 'boolean':
			if (typeof value === 'boolean') return value;
			if (value === 'true' || value === 'false') return value === 'true';
			throw makeWrongTypeProblem(field, 'true or false', value);
		case 'number':
			return checkNumber(property, value);
		case 'json':
			return checkJsonField(value, field, property.traits?.holdsList);
		case 'resourceLocator':
			if (!isRecord(value) || !('value' in value)) return readText(property, value);
			checkGiven(property, value.value, isRecord(stored) ? stored.value : undefined);
			return readText(property, value.value);
		case 'collection':
			return convertFields(property.options as readonly Property[], value ?? {}, field, stored);
		case 'options':
			return checkOffered(property, toText(value, field));
		case 'fixedCollection':
			return convertGroups(property, value ?? {}, stored);
		default:
			return Array.isArray(value) && property.traits?.takesList
				? value.map((entry) => toText(entry, field))
				: readText(property, value);
	}
}

/** The editor enforces what a property declares of a number, but expressions bypass it. A text that contains one counts. */
function checkNumber(property: Property, value: unknown): number {
	const { displayName, typeOptions, default: usual } = property;
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions ?? {};
	const number: unknown = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	const isNumber = typeof number === 'number' && Number.isFinite(number);
	const isInRange = isNumber && number >= minValue && number <= maxValue;
	if (isInRange && (numberPrecision !== 0 || Number.isInteger(number))) return number;
	const kind = numberPrecision === 0 ? 'a whole number' : 'a number';
	const least = minValue === -Infinity ? '' : ` of at least ${minValue}`;
	const range = maxValue === Infinity ? least : ` from ${minValue} to ${maxValue}`;
	const hint = `The usual value is ${String(usual)}`;
	throw makeWrongTypeProblem(displayName, kind + range, value, hint);
}

function readText(property: Property, value: unknown): string {
	const { displayName, traits, required, displayOptions } = property;
	const text = toText(value, displayName);
	if (text === '') {
		// One that is not shown is empty as well.
		if (required !== true || displayOptions !== undefined) return text;
		if (traits?.identifies === undefined)
			throw new Problem(`'${displayName}' is empty`, { hint: `Fill in '${displayName}'` });
	}
	return traits?.identifies === undefined ? text : checkId(text, traits.identifies, displayName);
}

/** Converts the rows of each group; an expression may give a single one. */
function convertGroups(property: Property, value: unknown, stored: unknown): object {
	const groups = property.options as ReadonlyArray<{
		name: string;
		displayName: string;
		values: readonly Property[];
	}>;
	if (!isRecord(value)) throw makeWrongTypeProblem(property.displayName, 'a collection', value);
	const converted: Record<string, object[]> = {};
	for (const { name, displayName, values } of groups) {
		const storedRows = getPart(stored, name);
		checkGiven(property, value[name], storedRows);
		if (value[name] === undefined) continue;
		converted[name] = [value[name]].flat().map((row, index) => {
			const storedRow: unknown = Array.isArray(storedRows) ? storedRows[index] : storedRows;
			return convertFields(values, row, displayName, storedRow, true);
		});
	}
	return converted;
}

/** If one expression yields the whole, each part of it is checked as if it had its own expression. */
function getPart(stored: unknown, name: string): unknown {
	return isRecord(stored) ? stored[name] : stored;
}

function checkGiven(
	{ displayName, type, traits, required }: Property,
	value: unknown,
	stored: unknown,
): void {
	const isExpression = typeof stored === 'string' && stored.startsWith('=');
	if (!isExpression || CHECKED_BY_TYPE.has(type) || traits?.decidesNothing) return;
	const isEmpty =
		typeof value === 'string'
			? value.trim() === '' && !traits?.mayBeEmptied
			: // An empty list of texts is an empty text; a JSON field may hold one.
				Array.isArray(value) && value.length === 0 && type !== 'json';
	if (value !== undefined && value !== null && !isEmpty) return;
	const orRemove = required === true ? '' : ', or remove it if the field is not needed';
	throw new Problem(`'${displayName}' is empty`, {
		hint: `Its expression returns nothing for this item. Correct the expression in '${displayName}'${orRemove}`,
	});
}

/** @param isRow whether it has all fields, those that are missing with their defaults */
function convertFields(
	properties: readonly Property[],
	value: unknown,
	field: string,
	stored: unknown,
	isRow = false,
): Record<string, unknown> {
	if (!isRecord(value)) throw makeWrongTypeProblem(field, 'a collection', value);
	// One that is present but undefined is an expression that yields nothing, which must not mean the default.
	return Object.fromEntries(
		properties
			.filter(({ name }) => isRow || name in value)
			.map((property) => {
				const { name } = property;
				if (!(name in value)) return [name, convertValue(property, property.default)];
				return [name, convertValue(property, value[name], getPart(stored, name))];
			}),
	);
}

/** n8n checks fixed values only; an expression may yield anything. */
function checkOffered(
	{ displayName, options, typeOptions, allowArbitraryValues, default: usual }: Property,
	value: string,
): string {
	const isOpen = allowArbitraryValues === true || typeOptions?.loadOptionsMethod !== undefined;
	const offered = options?.map((option) => String((option as { value: unknown }).value)) ?? [value];
	if (isOpen || offered.includes(value) || value === usual) return value;
	throw new Problem(`'${valueExcerpt(value)}' is not a valid value for '${displayName}'`, {
		hint: `Allowed: ${offered.join(', ')}`,
	});
}

function toText(value: unknown, field: string): string {
	if (typeof value === 'string') return value.trim();
	if (value === undefined || value === null) return '';
	if (Number.isFinite(value)) return String(value);
	// Dates as JavaScript and n8n's expressions give them; invalid ones have no text.
	const date: unknown = isRecord(value) && typeof value.toJSON === 'function' && value.toJSON();
	if (typeof date === 'string') return date;
	throw makeWrongTypeProblem(field, 'text', value);
}

function makeWrongTypeProblem(
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
	if (typeof value === 'string') {
		if (value.trim() === '') return 'empty';
		// Whole or not at all, because half of a key would not be recognized and masked.
		return value.length > LONGEST_VALUE ? `a text of ${value.length} characters` : `'${value}'`;
	}
	if (typeof value !== 'object') return String(value);
	// In an expression, a date may be of another realm.
	if (Object.prototype.toString.call(value) === '[object Date]')
		return Number.isNaN(Number(value)) ? 'an invalid date' : 'a date';
	return Array.isArray(value) ? 'an array' : 'an object';
}

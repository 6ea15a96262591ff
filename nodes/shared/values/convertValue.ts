import { isRecord } from '../text/json';
import { checkGiven } from './checkGiven';
import {
	convertBoolean,
	convertChoices,
	convertNumber,
	convertOption,
	convertText,
} from './convertScalar';
import type { Property } from './field';
import { checkJsonField } from './jsonText';
import { makeWrongTypeProblem } from './valueProblem';

/** The options of the operation, converted. */
export type Options = Readonly<Record<string, unknown>>;

/** The origin of the values of groups. */
interface Source {
	stored: unknown;
	options: Options;
}

/** The option that replaces a field is named in the condition by which n8n hides the field. */
const OPTION = '/options.';

/**
 * @returns whether an option that is filled in replaces a field. n8n hides the field then, but not if the option is an
 * expression: whatever the field holds has no effect, so it is not checked.
 */
function isReplaced({ displayOptions }: Property, options: Options): boolean {
	const conditions = Object.keys(displayOptions?.hide ?? {});
	return conditions.some((name) => {
		const option = name.startsWith(OPTION) ? options[name.slice(OPTION.length)] : undefined;
		return typeof option === 'string' && option !== '';
	});
}

/**
 * Converts a value to the type its declaration promises; expressions may produce anything.
 * @param stored the same parameter as it is stored, with its expressions
 * @param options the converted options of the operation, of which some replace a field
 * @throws Problem that names the field
 */
export function convertValue(
	property: Property,
	value: unknown,
	stored?: unknown,
	options: Options = {},
): unknown {
	if (isReplaced(property, options)) return property.default;
	checkGiven(property, value, stored);
	return convertByType(property, value, { stored, options });
}

function convertByType(property: Property, value: unknown, { stored, options }: Source): unknown {
	switch (property.type) {
		case 'boolean':
			return convertBoolean(property, value);
		case 'number':
			return convertNumber(property, value);
		case 'options':
			return convertOption(property, value);
		case 'multiOptions':
			return convertChoices(property, value);
		case 'json':
			return checkJsonField(value, property.displayName, property.traits?.holdsList);
		case 'resourceLocator':
			return convertLocator(property, value, stored);
		case 'collection':
			return convertCollection(property, value, stored);
		case 'fixedCollection':
			return convertGroups(property, value, { stored, options });
		default:
			return convertText(property, value);
	}
}

/** Reads the text that a locator holds; an expression for the whole field may give the text alone. */
function convertLocator(property: Property, value: unknown, stored: unknown) {
	if (!isRecord(value) || !('value' in value)) return convertText(property, value);
	checkGiven(property, value.value, isRecord(stored) ? stored.value : undefined);
	return convertText(property, value.value);
}

/** Converts the fields that were added to a collection. */
function convertCollection(property: Property, value: unknown, stored: unknown): object {
	const given = readCollection(property, value);
	const converted: Record<string, unknown> = {};
	for (const field of property.options as readonly Property[]) {
		const { name } = field;
		// Present but undefined is an expression that yields nothing, which must not mean the default.
		if (!(name in given)) continue;
		converted[name] = convertValue(field, given[name], getPart(stored, name));
	}
	return converted;
}

/** @returns the fields of a collection by their names; none if nothing was added to it */
function readCollection({ displayName }: Property, value: unknown): Record<string, unknown> {
	if (value === undefined || value === null) return {};
	if (isRecord(value)) return value;
	throw makeWrongTypeProblem(displayName, 'a collection', value);
}

/** A group of fields in a collection, of which each row has all. */
interface Group {
	name: string;
	displayName: string;
	values: readonly Property[];
}

/** Converts the rows of each group; an expression may give a single one. */
function convertGroups(property: Property, value: unknown, { stored, options }: Source): object {
	const given = readCollection(property, value);
	const converted: Record<string, object[]> = {};
	for (const group of property.options as readonly Group[]) {
		const rows = given[group.name];
		const storedRows = getPart(stored, group.name);
		checkGiven(property, rows, storedRows);
		if (rows === undefined) continue;
		converted[group.name] = [rows].flat().map((row, index) => {
			const storedRow: unknown = Array.isArray(storedRows) ? storedRows[index] : storedRows;
			return convertRow(group, row, { stored: storedRow, options });
		});
	}
	return converted;
}

/** Converts all fields of a row; missing fields get their defaults. */
function convertRow(group: Group, row: unknown, { stored, options }: Source): object {
	if (!isRecord(row)) throw makeWrongTypeProblem(group.displayName, 'a collection', row);
	const converted: Record<string, unknown> = {};
	for (const field of group.values) {
		const { name } = field;
		converted[name] =
			name in row
				? convertValue(field, row[name], getPart(stored, name), options)
				: convertValue(field, field.default, undefined, options);
	}
	return converted;
}

/** If one expression yields the whole, each part of it is checked as if it had its own expression. */
function getPart(stored: unknown, name: string): unknown {
	return isRecord(stored) ? stored[name] : stored;
}

import { checkId } from '../managementApi/resourceIds';
import { valueExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { Problem } from '../text/problem';
import type { Property } from './field';
import { makeWrongTypeProblem } from './valueProblem';

/** @throws Problem when it is neither a boolean nor the text of one */
export function convertBoolean({ displayName }: Property, value: unknown): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw makeWrongTypeProblem(displayName, 'true or false', value);
}

/**
 * The editor enforces the limits that a property declares for its number, but expressions bypass it. A text that
 * contains a number counts as one.
 * @throws Problem when it is no number within the limits of the property
 */
export function convertNumber(property: Property, value: unknown): number {
	const number = parseNumber(value);
	if (number !== undefined && isAllowed(property, number)) return number;
	const hint = `The usual value is ${String(property.default)}`;
	throw makeWrongTypeProblem(property.displayName, describeAllowed(property), value, hint);
}

function parseNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function isAllowed({ typeOptions = {} }: Property, number: number): boolean {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions;
	if (number < minValue || number > maxValue) return false;
	return numberPrecision !== 0 || Number.isInteger(number);
}

/** @returns the numbers that a property takes, in words, such as `a whole number from 1 to 50` */
function describeAllowed({ typeOptions = {} }: Property): string {
	const { minValue, maxValue, numberPrecision } = typeOptions;
	const kind = numberPrecision === 0 ? 'a whole number' : 'a number';
	if (maxValue !== undefined) return `${kind} from ${minValue ?? -Infinity} to ${maxValue}`;
	return minValue === undefined ? kind : `${kind} of at least ${minValue}`;
}

/**
 * n8n checks fixed values only; an expression may yield anything.
 * @throws Problem when the property does not offer the value
 */
export function convertOption(property: Property, value: unknown): string {
	const { displayName, options, typeOptions, allowArbitraryValues, default: usual } = property;
	const text = toText(value, displayName);
	const isOpen = allowArbitraryValues === true || typeOptions?.loadOptionsMethod !== undefined;
	if (isOpen || options === undefined || text === usual) return text;
	const offered = options.map((option) => String((option as { value: unknown }).value));
	if (offered.includes(text)) return text;
	throw new Problem(`'${valueExcerpt(text)}' is not a valid value for '${displayName}'`, {
		hint: `Allowed: ${offered.join(', ')}`,
	});
}

/**
 * An expression may give one choice, or several separated by commas, as agents do.
 * @throws Problem when the property does not offer one of them
 */
export function convertChoices(property: Property, value: unknown): string[] {
	const given: unknown[] = Array.isArray(value)
		? value
		: toText(value, property.displayName).split(',');
	const chosen = given.map((each) => convertOption(property, each));
	return chosen.filter((each) => each !== '');
}

/**
 * @returns the text without spaces around it, or the list of texts if the property takes lists
 * @throws Problem when it has no text, is required and empty, or is not the ID that it has to be
 */
export function convertText(property: Property, value: unknown): string | string[] {
	const { displayName, traits } = property;
	if (Array.isArray(value) && traits?.takesList === true)
		return value.map((entry) => checkWhole(toText(entry, displayName), property));
	const text = checkWhole(toText(value, displayName), property);
	if (text === '' && !isNeeded(property)) return text;
	if (traits?.identifies !== undefined) return checkId(text, traits.identifies, displayName);
	if (text !== '') return text;
	throw new Problem(`'${displayName}' is empty`, { hint: `Fill in '${displayName}'` });
}

/** A field that depends on another is empty as well while it is not shown. */
function isNeeded({ required, displayOptions }: Property): boolean {
	return required === true && displayOptions === undefined;
}

/** Half of a character outside Unicode's first plane, such as an emoji: no address and no request can carry it. */
const HALF_CHARACTER = /\p{Surrogate}/u;

function toText(value: unknown, field: string): string {
	if (typeof value === 'string') return value.trim();
	if (value === undefined || value === null) return '';
	if (Number.isFinite(value)) return String(value);
	const date = toDateText(value);
	if (date !== undefined) return date;
	throw makeWrongTypeProblem(field, 'text', value);
}

function checkWhole(text: string, { displayName: field, traits }: Property): string {
	if (traits?.decidesNothing === true || !HALF_CHARACTER.test(text)) return text;
	throw new Problem(`'${field}' contains half of a character, such as half of an emoji`, {
		hint: `The text was cut in the middle of a character. Correct the value or the expression in '${field}'`,
	});
}

/** @returns the text of a date as JavaScript and n8n's expressions give them; invalid ones have none */
function toDateText(value: unknown): string | undefined {
	if (!isRecord(value) || typeof value.toJSON !== 'function') return undefined;
	const text: unknown = value.toJSON();
	return typeof text === 'string' ? text : undefined;
}

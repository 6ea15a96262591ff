import type { ValueType } from '../../sandbox/contract/statement.mts';

/**
 * The value at a path such as `results.0.id`, or `results.[type=file].id` for the first entry with that value; the
 * whole for an empty one, undefined where it ends early.
 */
export function valueAt(whole: unknown, path: string): unknown {
	if (path === '') return whole;
	return path.split('.').reduce<unknown>((value, step) => {
		if (typeof value !== 'object' || value === null) return undefined;
		const [, field, wanted] = /^\[(\w+)=(\w+)\]$/.exec(step) ?? [];
		if (field === undefined) return (value as Record<string, unknown>)[step];
		const entries: unknown[] = Array.isArray(value) ? value : [];
		return entries.find((entry) => valueAt(entry, field) === wanted);
	}, whole);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const textLike =
	(pattern: RegExp) =>
	(value: unknown): boolean =>
		isText(value) && pattern.test(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
	text: isText,
	integer: Number.isInteger,
	number: (value) => typeof value === 'number',
	boolean: (value) => typeof value === 'boolean',
	object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	list: Array.isArray,
	null: (value) => value === null,
	absent: (value) => value === undefined,
	'date-time': textLike(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/),
	date: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
	url: (value) => isText(value) && URL.canParse(value),
	hex: textLike(/^0x[\da-f]*$/i),
	digits: (value) => /^\d+$/.test(String(value)),
};

/** Whether a value is of a type; see {@link ValueType}. */
export function isOfType(value: unknown, type: ValueType): boolean {
	return type.split(' or ').some((each) => {
		if (Object.hasOwn(TYPES, each)) return TYPES[each](value);
		if (each.startsWith('ID ')) return new RegExp(`^${each.slice(3)}(-\\d+)+$`).test(String(value));
		return each.split('|').includes(String(value));
	});
}

/** Words of a vocabulary, such as statuses, and codes of errors. */
const WORD = /^(-?\d{1,6}|[a-z][a-z_]{0,23})$/i;

/**
 * A value as a report may show it: its type, and its form where that is what was expected. Texts of people,
 * identifiers and keys never are in it.
 */
export function describeValue(value: unknown, expected: ValueType): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value === 'object') return 'an object';
	const text = String(value);
	const isVocabulary = expected.split(' or ').some((each) => !Object.hasOwn(TYPES, each));
	if (isVocabulary && !expected.startsWith('ID ') && WORD.test(text)) return `'${text}'`;
	if (typeof value !== 'string') return `a ${typeof value}`;
	const isForm = /^[A-Z]{0,4}[-\d:.+TZ ]{4,40}$/.test(text);
	return isForm ? `a text like ${text.replace(/\d/g, '0')}` : `a text of ${text.length} characters`;
}

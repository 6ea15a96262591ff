import { describe, expect, it } from 'vitest';

import type { Property } from '../../../nodes/shared/values/field';
import { convertValue } from '../../../nodes/shared/values/convertValue';
import { cutExcerpts } from '../../../nodes/shared/text/excerpt';
import { FORBIDDEN_WORDS, problemOf } from '../fixtures/problems.mts';

const property = (type: string, more: object = {}): Property =>
	({ displayName: 'Some Field', name: 'some', type, default: '', ...more }) as unknown as Property;

const text = (name: string, value = ''): Property => property('string', { name, default: value });

describe('typedValue', () => {
	it.each<[string, unknown, unknown]>([
		['string', ' text ', 'text'],
		['string', 5, '5'],
		['string', 0, '0'],
		['string', null, ''],
		['string', undefined, ''],
		['options', 'aws', 'aws'],
		['dateTime', new Date(0), '1970-01-01T00:00:00.000Z'],
		[
			'dateTime',
			{ toJSON: () => '2026-11-20T00:00:00.000+01:00' },
			'2026-11-20T00:00:00.000+01:00',
		],
		['boolean', true, true],
		['boolean', false, false],
		['boolean', 'true', true],
		['boolean', 'false', false],
		['number', 5, 5],
		['number', 0, 0],
		['number', '5', 5],
		['number', ' 2.5 ', 2.5],
		['number', '-1', -1],
		['json', '{"a": 1}', { a: 1 }],
		['json', { a: 1 }, { a: 1 }],
		['json', ' ', undefined],
		['resourceLocator', { __rl: true, mode: 'list', value: 'ND-1', cachedResultName: 'x' }, 'ND-1'],
		['resourceLocator', { __rl: true, mode: 'id', value: ' ND-1 ' }, 'ND-1'],
		['resourceLocator', { __rl: true, mode: 'list', value: null }, ''],
		['resourceLocator', 'ND-1', 'ND-1'],
		['notice', '', ''],
	])('a %s of %j is %j', (type, value, expected) => {
		expect(convertValue(property(type), value)).toEqual(expected);
	});

	it.each<[string, unknown, string]>([
		['string', {}, 'text, but it is an object'],
		['string', [{}], 'text, but it is an array'],
		['string', ['a', 'b'], 'text, but it is an array'],
		['string', ['a'], 'text, but it is an array'],
		['string', Number.NaN, 'text, but it is NaN'],
		['string', Infinity, 'text, but it is Infinity'],
		['string', true, 'text, but it is true'],
		['string', false, 'text, but it is false'],
		['string', new Date('x'), 'text, but it is an invalid date'],
		['string', { toJSON: () => null }, 'text, but it is an object'],
		['options', true, 'text, but it is true'],
		['resourceLocator', { value: Number.NaN }, 'text, but it is NaN'],
		['dateTime', new Date('x'), 'text, but it is an invalid date'],
		['boolean', 'yes', "true or false, but it is 'yes'"],
		['boolean', 1, 'true or false, but it is 1'],
		['boolean', null, 'true or false, but it is empty'],
		['number', 'x', "a number, but it is 'x'"],
		['json', '[1]', 'a JSON object, but it is an array'],
		['resourceLocator', { value: {} }, 'text, but it is an object'],
		['collection', 'x', "a collection, but it is 'x'"],
		['fixedCollection', [], 'a collection, but it is an array'],
	])('a %s of %j is refused', (type, value, message) => {
		const problem = problemOf(() => convertValue(property(type, { options: [] }), value));
		expect(cutExcerpts(problem.message)).toBe(`'Some Field' must be ${message}`);
		expect(problem.message).not.toMatch(FORBIDDEN_WORDS);
		expect(problem.hint).toBeTruthy();
	});

	it.each<[object, unknown, number?]>([
		[{ minValue: 1 }, 1],
		[{ minValue: 1 }, 1.5],
		[{ minValue: 0, numberPrecision: 0 }, 0],
		[{ numberPrecision: 0 }, 3_000_000_000],
		[{ minValue: -5 }, -5],
		[{}, ' 1e3 ', 1000],
	])('a number with %j may be %j', (typeOptions, value, number) => {
		expect(convertValue(property('number', { typeOptions }), value)).toBe(number ?? value);
	});

	it.each<[object, unknown, string]>([
		[{ minValue: 1 }, 0, 'a number of at least 1, but it is 0'],
		[{ minValue: 1, numberPrecision: 0 }, 1.5, 'a whole number of at least 1, but it is 1.5'],
		[{ numberPrecision: 0 }, '1.5', "a whole number, but it is '1.5'"],
		[{ minValue: 1, maxValue: 5 }, 6, 'a number from 1 to 5, but it is 6'],
		[
			{ minValue: 1, maxValue: 9, numberPrecision: 0 },
			' x ',
			"a whole number from 1 to 9, but it is ' x '",
		],
		[{ minValue: 1 }, Number.NaN, 'a number of at least 1, but it is NaN'],
		[{ minValue: 1 }, Infinity, 'a number of at least 1, but it is Infinity'],
		[{ minValue: 1 }, 'Infinity', "a number of at least 1, but it is 'Infinity'"],
		[{}, '', 'a number, but it is empty'],
		[{}, ' \n', 'a number, but it is empty'],
		[{}, null, 'a number, but it is empty'],
		[{}, undefined, 'a number, but it is empty'],
		[{}, true, 'a number, but it is true'],
		[{}, 12n, 'a number, but it is 12'],
		[{}, [5], 'a number, but it is an array'],
		[{}, { n: 5 }, 'a number, but it is an object'],
		[{}, new Date(0), 'a number, but it is a date'],
		[{}, 'x'.repeat(60), `a number, but it is '${'x'.repeat(60)}'`],
		[{}, 'x'.repeat(61), 'a number, but it is a text of 61 characters'],
	])('a number with %j may not be %s', (typeOptions, value, message) => {
		const limited = property('number', { typeOptions, default: 7 });
		expect(problemOf(() => convertValue(limited, value))).toMatchObject({
			message: `'Some Field' must be ${message}`,
			hint: 'The usual value is 7',
		});
	});

	describe('of a text field that takes a list', () => {
		const list = property('string', { traits: { takesList: true } });

		it('keeps a list as it is, whatever its entries contain', () => {
			expect(convertValue(list, ['Invoice, March', ' b ', 5])).toEqual([
				'Invoice, March',
				'b',
				'5',
			]);
			expect(convertValue(list, ['Invoice, March'])).toEqual(['Invoice, March']);
			expect(convertValue(list, 'a, b')).toBe('a, b');
		});

		it.each([[[true]], [[Number.NaN]], [[['a']]], [[{}]]])('refuses %j', (value) => {
			expect(problemOf(() => convertValue(list, value)).message).toContain(
				"'Some Field' must be text",
			);
		});
	});

	it('a JSON field holds a list only where that is declared', () => {
		const list = property('json', { traits: { holdsList: true } });
		expect(convertValue(list, '[1]')).toEqual([1]);
		expect(
			problemOf(() => convertValue(property('json', { default: '[]' }), '[1]')).message,
		).toContain('must be a JSON object');
	});

	describe('of a collection', () => {
		const collection = property('collection', {
			options: [text('label'), property('number', { name: 'count', displayName: 'Count' })],
		});

		it('has the entries that are set, typed, and no others', () => {
			expect(convertValue(collection, { count: '3', unknown: 1 })).toEqual({ count: 3 });
			expect(convertValue(collection, {})).toEqual({});
			expect(convertValue(collection, undefined)).toEqual({});
			expect(convertValue(collection, null)).toEqual({});
		});

		it('names the entry that is wrong', () => {
			expect(problemOf(() => convertValue(collection, { count: 'x' })).message).toContain(
				"'Count'",
			);
		});

		it('does not treat an empty value from an expression as an entry that is not set', () => {
			const { message } = problemOf(() => convertValue(collection, { count: undefined }));
			expect(message).toBe("'Count' must be a number, but it is empty");
		});
	});

	describe('of a fixed collection', () => {
		const nodes = property('fixedCollection', {
			options: [
				{
					name: 'node',
					displayName: 'Node',
					values: [
						text('name'),
						text('role', 'peer'),
						property('boolean', { name: 'archive', default: false }),
						property('json', { name: 'configuration' }),
					],
				},
				{ name: 'other', displayName: 'Other', values: [text('x', 'y')] },
			],
		});

		it('fills in what was not set in each entry', () => {
			const value = { node: [{ name: 'a' }, { archive: 'true', configuration: '{"b": 1}' }] };
			expect(convertValue(nodes, value)).toEqual({
				node: [
					{ name: 'a', role: 'peer', archive: false, configuration: undefined },
					{ name: '', role: 'peer', archive: true, configuration: { b: 1 } },
				],
			});
		});

		it('has only the groups that are set', () => {
			expect(convertValue(nodes, {})).toEqual({});
			expect(convertValue(nodes, undefined)).toEqual({});
			expect(convertValue(nodes, { other: {} })).toEqual({ other: [{ x: 'y' }] });
		});

		it.each([{ node: 'x' }, { node: ['x'] }, { node: [null] }])('refuses %j', (value) => {
			expect(problemOf(() => convertValue(nodes, value)).message).toContain("'Node'");
		});
	});
});

describe('a value from an expression', () => {
	it('that is not one of the options is refused', () => {
		const options = property('options', {
			options: [
				{ name: 'Node', value: 'node' },
				{ name: 'URL', value: 'url' },
			],
		});
		const { message, hint } = problemOf(() => convertValue(options, 'URL'));
		expect(message).toContain("'URL'");
		expect(`${message} ${hint}`).toContain('node');
	});

	it('is not repeated in full in a message when it is long', () => {
		const options = property('options', { options: [{ name: 'Node', value: 'node' }] });
		const { message } = problemOf(() => convertValue(options, 'x'.repeat(5000)));
		expect(cutExcerpts(message).length).toBeLessThan(200);
	});

	it('becomes a list of rows where it is one', () => {
		const nodes = property('fixedCollection', {
			options: [{ name: 'node', displayName: 'Node', values: [property('string', { name: 'a' })] }],
		});
		expect(convertValue(nodes, { node: { a: 'x' } })).toEqual({ node: [{ a: 'x' }] });
	});
});

const name = property('string', { name: 'name', displayName: 'Name' });
const filters = property('collection', { displayName: 'Filters', options: [name] });
const nodes = property('fixedCollection', {
	displayName: 'Nodes',
	typeOptions: { multipleValues: true },
	options: [{ name: 'node', displayName: 'Node', values: [name] }],
});
const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });

const itself = (given: unknown) => [given, '={{ 1 }}'];
const row = (value: unknown) => ({ node: [{ name: value }] });

/** Every place for an expression: the value it gave, and how it is stored. */
const PLACES: Array<[string, Property, (given: unknown) => unknown[], string]> = [
	['a text', name, itself, 'Name'],
	['an option', property('options', { options: [] }), itself, 'Some Field'],
	['a JSON field', property('json', { default: '{}' }), itself, 'Some Field'],
	['a JSON list', property('json', { default: '[]' }), itself, 'Some Field'],
	['a date', property('dateTime'), itself, 'Some Field'],
	['a locator', property('resourceLocator'), (given) => itself(given).map(locator), 'Some Field'],
	['a locator as a whole', property('resourceLocator'), itself, 'Some Field'],
	['an entry', filters, (given) => [{ name: given }, { name: '={{ 1 }}' }], 'Name'],
	['an entry of a whole', filters, (given) => [{ name: given }, '={{ 1 }}'], 'Name'],
	['a collection', filters, itself, 'Filters'],
	[
		'a field of a row',
		nodes,
		(given) => itself(given).map((value) => ({ node: [{ name: 'a' }, { name: value }] })),
		'Name',
	],
	['a field of rows', nodes, (given) => [row(given), { node: '={{ 1 }}' }], 'Name'],
	['rows', nodes, (given) => [{ node: given }, { node: '={{ 1 }}' }], 'Nodes'],
	['all rows', nodes, itself, 'Nodes'],
];

const check = (field: Property, ...given: unknown[]): string => {
	try {
		convertValue(field, given[0], given[1]);
		return '';
	} catch (error) {
		return (error as Error).message;
	}
};

describe('an expression that yields nothing', () => {
	describe.each(PLACES)('%s', (_, field, given, named) => {
		it.each([undefined, null, '', ' \n'])('is not replaced by the default: %j', (value) => {
			const [taken, stored] = given(value);
			const { message, hint } = problemOf(() => convertValue(field, taken, stored));
			expect(message).toContain(`'${named}' is empty`);
			expect(hint).toContain(`'${named}'`);
		});

		it('accepts what an expression gives', () => {
			expect(check(field, ...given('x'))).not.toContain('is empty');
		});
	});

	it.each<[string, Property, unknown]>([
		['a text', name, ''],
		['a text that is not stored', name, undefined],
		['an entry', filters, { name: '' }],
		['a row', nodes, row('')],
		['a locator', property('resourceLocator'), locator('')],
	])('is not required of %s that was typed or left empty', (_, field, value) => {
		expect(check(field, value, value)).not.toContain('is empty');
	});

	it('treats an empty list as empty, but not in JSON', () => {
		expect(problemOf(() => convertValue(name, [], '={{ [] }}')).message).toContain(
			"'Name' is empty",
		);
		const params = property('json', { default: '[]' });
		expect(check(params, [], '={{ [] }}')).not.toContain('is empty');
	});

	it('allows a text to be emptied where empty is a value', () => {
		const description = property('string', { traits: { mayBeEmptied: true } });
		expect(check(description, '', '={{ "" }}')).not.toContain('is empty');
		expect(() => convertValue(description, undefined, '={{ 1 }}')).toThrow('is empty');
	});

	it('accepts any value of a field that decides nothing', () => {
		const label = property('string', { traits: { decidesNothing: true } });
		expect(check(label, undefined, '={{ 1 }}')).not.toContain('is empty');
	});
});

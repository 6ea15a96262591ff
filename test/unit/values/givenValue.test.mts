import { describe, expect, it } from 'vitest';

import type { Property } from '../../../nodes/shared/values/field';
import { convertValue } from '../../../nodes/shared/values/convertValue';
import { problemOf } from '../fixtures/problems.mts';

const property = (type: string, more: object = {}): Property =>
	({ displayName: 'Some Field', name: 'some', type, default: '', ...more }) as unknown as Property;

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

describe('a value from an expression', () => {
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

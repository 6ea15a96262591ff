import { describe, expect, it } from 'vitest';

import type { Property } from '../../../nodes/shared/values/field';
import { typedValue } from '../../../nodes/shared/values/typedValue';
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

/** Every place for an expression: the value it gave, and how it is stored. */
const PLACES: Array<
	[string, Property, (given: unknown) => [value: unknown, stored: unknown], string]
> = [
	['a text', name, (given) => [given, '={{ 1 }}'], 'Name'],
	['an option', property('options', { options: [] }), (given) => [given, '={{ 1 }}'], 'Some Field'],
	[
		'a JSON field',
		property('json', { default: '{}' }),
		(given) => [given, '={{ 1 }}'],
		'Some Field',
	],
	[
		'a JSON list',
		property('json', { default: '[]' }),
		(given) => [given, '={{ 1 }}'],
		'Some Field',
	],
	['a date', property('dateTime'), (given) => [given, '={{ 1 }}'], 'Some Field'],
	[
		'a locator',
		property('resourceLocator'),
		(given) => [locator(given), locator('={{ 1 }}')],
		'Some Field',
	],
	[
		'a locator as a whole',
		property('resourceLocator'),
		(given) => [given, '={{ 1 }}'],
		'Some Field',
	],
	['an entry', filters, (given) => [{ name: given }, { name: '={{ 1 }}' }], 'Name'],
	['an entry of a whole', filters, (given) => [{ name: given }, '={{ 1 }}'], 'Name'],
	['a collection', filters, (given) => [given, '={{ 1 }}'], 'Filters'],
	[
		'a field of a row',
		nodes,
		(given) => [
			{ node: [{ name: 'a' }, { name: given }] },
			{ node: [{ name: 'a' }, { name: '={{ 1 }}' }] },
		],
		'Name',
	],
	[
		'a field of rows',
		nodes,
		(given) => [{ node: [{ name: given }] }, { node: '={{ 1 }}' }],
		'Name',
	],
	['rows', nodes, (given) => [{ node: given }, { node: '={{ 1 }}' }], 'Nodes'],
	['all rows', nodes, (given) => [given, '={{ 1 }}'], 'Nodes'],
];

const check = (...given: Parameters<typeof typedValue>): string => {
	try {
		typedValue(...given);
		return '';
	} catch (error) {
		return (error as Error).message;
	}
};

describe('a value from an expression', () => {
	describe.each(PLACES)('%s', (_, field, given, named) => {
		it.each([undefined, null, '', ' \n'])(
			'does not replace %j from an expression by the default',
			(value) => {
				const { message, hint } = problemOf(() => typedValue(field, ...given(value)));
				expect(message).toContain(`'${named}' is empty`);
				expect(hint).toContain(`'${named}'`);
			},
		);

		it('accepts what an expression gives', () => {
			expect(check(field, ...given('x'))).not.toContain('is empty');
		});
	});

	it('does not check fields that were typed or left empty', () => {
		expect(check(name, '', '')).not.toContain('is empty');
		expect(check(name, undefined, undefined)).not.toContain('is empty');
		expect(check(filters, { name: '' }, { name: '' })).not.toContain('is empty');
		expect(check(nodes, { node: [{ name: '' }] }, { node: [{ name: '' }] })).not.toContain(
			'is empty',
		);
		expect(check(property('resourceLocator'), locator(''), locator(''))).not.toContain('is empty');
	});

	it('treats an empty list as empty, but not in JSON', () => {
		expect(problemOf(() => typedValue(name, [], '={{ [] }}')).message).toContain("'Name' is empty");
		const params = property('json', { default: '[]' });
		expect(check(params, [], '={{ [] }}')).not.toContain('is empty');
	});

	it('allows a text to be emptied where empty is a value', () => {
		const description = property('string', { traits: { mayBeEmptied: true } });
		expect(check(description, '', '={{ "" }}')).not.toContain('is empty');
		expect(() => typedValue(description, undefined, '={{ 1 }}')).toThrow('is empty');
	});

	it('accepts any value of a field that decides nothing', () => {
		const label = property('string', { traits: { decidesNothing: true } });
		expect(check(label, undefined, '={{ 1 }}')).not.toContain('is empty');
	});
});

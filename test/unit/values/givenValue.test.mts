import { describe, expect, it } from 'vitest';

import { checkGiven } from '../../../nodes/shared/values/givenValue';
import type { Property } from '../../../nodes/shared/values/field';
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

describe('checkGiven', () => {
	describe.each(PLACES)('%s', (_, field, given, named) => {
		it.each([undefined, null, '', ' \n'])(
			'does not replace %j from an expression by the default',
			(value) => {
				const { message, hint } = problemOf(() => checkGiven(field, ...given(value)));
				expect(message).toContain(`'${named}' is empty`);
				expect(hint).toContain(`'${named}'`);
			},
		);

		it('accepts what an expression gives', () => {
			expect(() => checkGiven(field, ...given('x'))).not.toThrow();
		});
	});

	it('does not check fields that were typed or left empty', () => {
		expect(() => checkGiven(name, '', '')).not.toThrow();
		expect(() => checkGiven(name, undefined, undefined)).not.toThrow();
		expect(() => checkGiven(filters, { name: '' }, { name: '' })).not.toThrow();
		expect(() =>
			checkGiven(nodes, { node: [{ name: '' }] }, { node: [{ name: '' }] }),
		).not.toThrow();
		expect(() => checkGiven(property('resourceLocator'), locator(''), locator(''))).not.toThrow();
	});

	it('treats an empty list as empty, but not in JSON', () => {
		expect(problemOf(() => checkGiven(name, [], '={{ [] }}')).message).toContain("'Name' is empty");
		const params = property('json', { default: '[]' });
		expect(() => checkGiven(params, [], '={{ [] }}')).not.toThrow();
	});

	it('allows a text to be emptied where empty is a value', () => {
		const description = property('string', { traits: { mayBeEmptied: true } });
		expect(() => checkGiven(description, '', '={{ "" }}')).not.toThrow();
		expect(() => checkGiven(description, undefined, '={{ 1 }}')).toThrow('is empty');
	});

	it('accepts any value of a field that decides nothing', () => {
		const label = property('string', { traits: { decidesNothing: true } });
		expect(() => checkGiven(label, undefined, '={{ 1 }}')).not.toThrow();
	});
});

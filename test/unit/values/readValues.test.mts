import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Property } from '../../../nodes/shared/values/field';
import {
	holdsExpression,
	readValuesOfItems,
	type ItemValues,
} from '../../../nodes/shared/values/readValues';
import { EXPRESSION_FAULT, fakeExecution } from '../fixtures/executeContext.mts';

const property = (type: string, more: object = {}): Property =>
	({ displayName: 'Some Field', name: 'some', type, default: '', ...more }) as unknown as Property;

const text = (name: string, value = ''): Property => property('string', { name, default: value });

const valuesOf = (item: ItemValues): Record<string, unknown> => {
	if ('problem' in item) throw item.problem;
	return item.values;
};

const inputs = (items: IDataObject[]): Array<{ json: IDataObject }> =>
	items.map((json) => ({ json }));

describe('readValuesOfItems', () => {
	const items = [{ x: 'one' }, { x: 'two' }, { x: 'three' }];

	it('reads a fixed value once and an expression for each item', () => {
		const parameters = { fixed: 'same', varying: '={{ $json.x }}' };
		const { context, reads } = fakeExecution({ items, parameters });
		const read = readValuesOfItems(context, [text('fixed'), text('varying')], inputs(items));
		expect(read.map(valuesOf)).toEqual(items.map(({ x }) => ({ fixed: 'same', varying: x })));
		expect(reads).toEqual(['fixed[0]', 'varying[0]', 'varying[1]', 'varying[2]']);
	});

	it('finds expressions inside collections', () => {
		const options = property('collection', { name: 'options', options: [text('label')] });
		const parameters = { options: { label: '={{ $json.x }}' } };
		const { context } = fakeExecution({ items, parameters });
		const read = readValuesOfItems(context, [options], inputs(items));
		expect(read.map((item) => valuesOf(item).options)).toEqual(
			items.map(({ x }) => ({ label: x })),
		);
	});

	it('uses the default of a field that is not stored, in its own type', () => {
		const properties = [
			text('a', 'given'),
			property('boolean', { name: 'b', default: false }),
			property('json', { name: 'c', default: '' }),
			property('collection', { name: 'd', default: {}, options: [] }),
			property('resourceLocator', { name: 'e', default: { mode: 'list', value: '' } }),
		];
		const { context } = fakeExecution();
		const [read] = readValuesOfItems(context, properties, inputs([{}]));
		expect(valuesOf(read)).toEqual({ a: 'given', b: false, c: undefined, d: {}, e: '' });
	});

	it('reports what is wrong with an item as its own problem', () => {
		const number = property('number', { name: 'n', displayName: 'Number', default: 1 });
		const wrong = [{ n: 1 }, { n: 'x' }, { n: 3 }];
		const { context } = fakeExecution({ items: wrong, parameters: { n: '={{ $json.n }}' } });
		const read = readValuesOfItems(context, [number], inputs(wrong));
		expect(read[0]).toEqual({ values: { n: 1 } });
		expect(read[1]).toMatchObject({
			problem: { message: "'Number' must be a number, but it is 'x'" },
		});
		expect(read[2]).toEqual({ values: { n: 3 } });
	});

	it("keeps n8n's message about an expression", () => {
		const { context } = fakeExecution({ parameters: { a: '={{ broken }}' } });
		expect(readValuesOfItems(context, [text('a')], inputs([{}]))[0]).toMatchObject({
			problem: { message: EXPRESSION_FAULT.message, hint: EXPRESSION_FAULT.description },
		});
	});

	it('reports what is wrong with a fixed value as the problem of every item', () => {
		const { context, reads } = fakeExecution({ items, parameters: { n: 'x' } });
		const read = readValuesOfItems(context, [property('number', { name: 'n' })], inputs(items));
		expect(read.every((item) => 'problem' in item)).toBe(true);
		expect(reads).toEqual(['n[0]']);
	});

	it('reads only the fields of the operation', () => {
		const { context, reads } = fakeExecution({ parameters: { a: '1', other: '={{ broken }}' } });
		readValuesOfItems(context, [text('a')], inputs([{}]));
		expect(reads).toEqual(['a[0]']);
	});
});

describe('readValuesOfItems for many items', () => {
	const many = Array.from({ length: 9 }, (_, n) => ({ x: `item ${n}`, n }));

	it('reads plain references from the items, once n8n has returned the same', () => {
		const { context, reads } = fakeExecution({
			items: many,
			parameters: { a: '={{ $json.x }}', options: { label: '={{ $json.n }}', fixed: 'y' } },
		});
		const options = property('collection', {
			name: 'options',
			options: [text('label'), text('fixed')],
		});
		const read = readValuesOfItems(context, [text('a'), options], inputs(many));
		expect(read.map(valuesOf)).toEqual(
			many.map(({ x, n }) => ({ a: x, options: { label: `${n}`, fixed: 'y' } })),
		);
		expect(reads).toEqual(['options[0]', 'options[8]', 'a[0]', 'a[8]']);
	});

	it('lets n8n resolve the items that lack the field or contain another type', () => {
		const odd: IDataObject[] = many.map((item) => ({ ...item }));
		odd[3] = {};
		odd[4] = { x: null };
		odd[5] = { x: 5 };
		const { context, reads } = fakeExecution({ items: odd, parameters: { a: '={{ $json.x }}' } });
		const read = readValuesOfItems(context, [text('a')], inputs(odd));
		const given = [2, 5, 6].map((index) => valuesOf(read[index]).a);
		expect(given).toEqual(['item 2', '5', 'item 6']);
		for (const index of [3, 4])
			expect(() => valuesOf(read[index])).toThrow("'Some Field' is empty");
		expect(reads).toEqual(['a[0]', 'a[8]', 'a[3]', 'a[4]']);
	});

	it.each([
		['n8n comes to another value', many.map(({ x }) => ({ x: `not ${x}` }))],
		['the last item lacks the field', many.map((item, n) => (n === 8 ? {} : item))],
	])('lets n8n resolve all of them when %s', (_, items) => {
		const { context, reads } = fakeExecution({ items, parameters: { a: '={{ $json.x }}' } });
		const read = readValuesOfItems(context, [text('a')], inputs(many));
		expect(read.slice(0, 8).map((item) => valuesOf(item).a)).toEqual(
			items.slice(0, 8).map((item) => (item as { x: string }).x),
		);
		expect(new Set(reads).size).toBe(9);
	});
});

describe('holdsExpression', () => {
	it.each<[unknown, boolean]>([
		['={{ $json.x }}', true],
		['=text', true],
		[{ a: { b: ['x', '={{ 1 }}'] } }, true],
		[{ __rl: true, mode: 'id', value: '={{ $json.id }}' }, true],
		['text', false],
		[' ={{ 1 }}', false],
		['a={{ 1 }}', false],
		['', false],
		[5, false],
		[null, false],
		[undefined, false],
		[{ a: ['x'] }, false],
	])('%j: %s', (value, expected) => {
		expect(holdsExpression(value)).toBe(expected);
	});
});

describe('readValuesOfItems for an agent', () => {
	const limit = { ...text('n'), type: 'number', default: 50, traits: { agentDefault: 20 } };

	it.each([
		[50, true, 20],
		[50, false, 50],
		[7, true, 7],
		['={{ $json.n }}', true, 50],
	])('reads %j (agent: %s) as %d', (stored, isAgent, expected) => {
		const items = [{ n: 50 }];
		const { context } = fakeExecution({ items, parameters: { n: stored, a: '50' } });
		const properties = [limit as Property, text('a', '50')];
		const [read] = readValuesOfItems(context, properties, inputs(items), isAgent);
		expect(valuesOf(read)).toEqual({ n: expected, a: '50' });
	});
});

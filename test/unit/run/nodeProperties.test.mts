import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { buildNodeProperties, findOperation } from '../../../nodes/shared/run/nodeProperties';
import { defineOperation, type Effect, type Resource } from '../../../nodes/shared/run/operation';

const operation = (value: string, properties: INodeProperties[] = [], effect: Effect = 'reads') =>
	defineOperation({
		name: value,
		value,
		action: `${value} it`,
		description: `To ${value}`,
		effect,
		properties,
		execute: async () => await Promise.resolve({}),
	});

const field = (name: string, show?: Record<string, string[]>): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...(show && { displayOptions: { show } }),
});

const GET = operation('get', [field('a')]);
const SET = operation('set', [field('a'), field('b', { a: ['x'] })]);
const OTHER = operation('get', [field('c')]);
const RESOURCES: Resource[] = [
	{ name: 'One', value: 'one', description: 'First', operations: [GET, SET] },
	{ name: 'Two', value: 'two', description: 'Second', operations: [OTHER] },
];

describe('nodeProperties', () => {
	const propertiesOf = (resources: Resource[]): INodeProperties[] =>
		buildNodeProperties(resources, resources[0]);

	it('starts with the resource and the operations of each', () => {
		const choice = { type: 'options', noDataExpression: true };
		const [get, set] = ['get', 'set'].map((value) => ({
			name: value,
			value,
			action: `${value} it`,
			description: `To ${value}`,
		}));
		const show = (resource: string) => ({ displayOptions: { show: { resource: [resource] } } });
		const named = { displayName: 'Operation', name: 'operation' };
		expect(propertiesOf(RESOURCES).slice(0, 3)).toMatchObject([
			{
				displayName: 'Resource',
				name: 'resource',
				default: 'one',
				...choice,
				options: RESOURCES.map(({ name, value }) => ({ name, value })),
			},
			{ ...named, ...choice, default: 'get', ...show('one'), options: [get, set] },
			{ ...named, ...show('two') },
		]);
	});

	it('shows a field with its operations only, and keeps its own conditions', () => {
		const fields = propertiesOf(RESOURCES).slice(3);
		expect(fields.map(({ name, displayOptions }) => [name, displayOptions?.show])).toEqual([
			['c', { resource: ['two'], operation: ['get'] }],
			['a', { resource: ['one'], operation: ['get', 'set'] }],
			['b', { resource: ['one'], operation: ['set'], a: ['x'] }],
		]);
	});

	it('merges options, each shown for the operations that have it', () => {
		const collection = (...options: INodeProperties[]): INodeProperties => ({
			...field('options'),
			type: 'collection',
			options,
		});
		const common = field('common');
		const own = field('own');
		const operations = [
			operation('get', [collection(common)]),
			operation('set', [collection(common, own)]),
		];
		const [merged, ...others] = propertiesOf([{ ...RESOURCES[0], operations }]).slice(2);
		expect(others).toEqual([]);
		expect(merged.displayOptions?.show).toEqual({ resource: ['one'], operation: ['get', 'set'] });
		const show = { '/resource': ['one'], '/operation': ['set'] };
		expect(merged.options).toEqual([common, { ...own, displayOptions: { show } }]);
	});

	it.each<[string, Effect[], string]>([
		['creates first', ['creates', 'reads'], 'reads'],
		['updates first', ['updates', 'reads', 'creates'], 'reads'],
		['only updates', ['updates'], 'updates'],
	])('preselects what only reads, where there is such an operation: %s', (_, effects, expected) => {
		const operations = effects.map((effect) => operation(effect, [], effect));
		expect(propertiesOf([{ ...RESOURCES[0], operations }])[1].default).toBe(expected);
	});

	it('preselects what the resource declares', () => {
		const resource = { ...RESOURCES[0], defaultOperation: SET };
		expect(propertiesOf([resource])[1].default).toBe('set');
	});
});

describe('operationOf', () => {
	it('finds an operation of its resource', () => {
		expect(findOperation(RESOURCES, 'one', 'set')).toBe(SET);
		expect(findOperation(RESOURCES, 'two', 'get')).toBe(OTHER);
	});

	it.each([
		['two', 'set'],
		['three', 'get'],
		['', 'get'],
	])('does not find %s.%s', (resource, name) => {
		expect(() => findOperation(RESOURCES, resource, name)).toThrow(name);
	});
});

import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { nodeProperties, operationOf } from '../../../nodes/shared/run/nodeProperties';
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

const RESOURCES: Resource[] = [
	{
		name: 'One',
		value: 'one',
		description: 'First',
		operations: [
			operation('get', [field('a')]),
			operation('set', [field('a'), field('b', { a: ['x'] })]),
		],
	},
	{
		name: 'Two',
		value: 'two',
		description: 'Second',
		operations: [operation('get', [field('c')])],
	},
];

describe('nodeProperties', () => {
	const propertiesOf = (resources: Resource[]): INodeProperties[] =>
		nodeProperties(resources, resources[0]);

	it('starts with the resource and the operations of each', () => {
		const properties = propertiesOf(RESOURCES);
		expect(properties[0]).toMatchObject({
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			default: 'one',
			options: [
				{ name: 'One', value: 'one' },
				{ name: 'Two', value: 'two' },
			],
		});
		expect(properties[1]).toMatchObject({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			default: 'get',
			displayOptions: { show: { resource: ['one'] } },
			options: [
				{ name: 'get', value: 'get', action: 'get it', description: 'To get' },
				{ name: 'set', value: 'set' },
			],
		});
		expect(properties[2]).toMatchObject({
			name: 'operation',
			displayOptions: { show: { resource: ['two'] } },
		});
	});

	it('shows a field with its operation only, and keeps its own conditions', () => {
		expect(
			propertiesOf(RESOURCES)
				.slice(3)
				.map(({ name, displayOptions }) => [name, displayOptions?.show]),
		).toEqual([
			['a', { resource: ['one'], operation: ['get'] }],
			['a', { resource: ['one'], operation: ['set'] }],
			['b', { a: ['x'], resource: ['one'], operation: ['set'] }],
			['c', { resource: ['two'], operation: ['get'] }],
		]);
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
		const [first, second] = RESOURCES[0].operations;
		const resource = { ...RESOURCES[0], operations: [first, second], defaultOperation: second };
		expect(propertiesOf([resource])[1].default).toBe('set');
	});
});

describe('operationOf', () => {
	it('finds an operation of its resource', () => {
		expect(operationOf(RESOURCES, 'one', 'set')).toBe(RESOURCES[0].operations[1]);
		expect(operationOf(RESOURCES, 'two', 'get')).toBe(RESOURCES[1].operations[0]);
	});

	it.each([
		['two', 'set'],
		['three', 'get'],
		['', 'get'],
	])('does not find %s.%s', (resource, name) => {
		expect(() => operationOf(RESOURCES, resource, name)).toThrow(name);
	});
});

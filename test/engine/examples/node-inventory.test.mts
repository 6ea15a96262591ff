import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { text, useExample } from '../fixtures/examples.mts';
import { defineNode } from '../support/index.mts';

/** Stand-in for Data Table: creates a table and upserts rows by one key. */
const tables = new Map<string, { columns: string[]; rows: IDataObject[] }>();
const dataTable = defineNode(
	{
		displayName: 'Data Table',
		name: 'dataTable',
		version: [1, 1.1],
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'string', default: 'row' },
			{ displayName: 'Operation', name: 'operation', type: 'string', default: 'insert' },
			{ displayName: 'Name', name: 'tableName', type: 'string', default: '' },
			{ displayName: 'Data Table', name: 'dataTableId', type: 'json', default: {} },
			{ displayName: 'Columns', name: 'columns', type: 'json', default: {} },
			{ displayName: 'Conditions', name: 'filters', type: 'json', default: {} },
			{ displayName: 'Options', name: 'options', type: 'json', default: {} },
		],
	},
	{
		async execute() {
			if (this.getNodeParameter('resource', 0) === 'table') {
				expect(this.getNodeParameter('operation', 0)).toBe('create');
				expect(this.getNodeParameter('options', 0)).toEqual({ createIfNotExists: true });
				const name = this.getNodeParameter('tableName', 0) as string;
				const { column } = this.getNodeParameter('columns', 0) as {
					column: Array<{ name: string }>;
				};
				if (!tables.has(name)) {
					tables.set(name, { columns: column.map((each) => each.name), rows: [] });
				}
				return [[{ json: { name }, pairedItem: { item: 0 } }]];
			}
			expect(this.getNodeParameter('operation', 0)).toBe('upsert');
			const { value: name } = this.getNodeParameter('dataTableId', 0) as { value: string };
			const table = tables.get(name);
			if (table === undefined) throw new Error(`There is no table ${name}`);
			const saved = this.getInputData().map(({ json }, item) => {
				const { conditions } = this.getNodeParameter('filters', item) as {
					conditions: Array<{ keyName: string; keyValue: string }>;
				};
				const [{ keyName, keyValue }] = conditions;
				for (const column of [keyName, ...Object.keys(json)]) {
					if (!table.columns.includes(column)) throw new Error(`No column '${column}'`);
				}
				table.rows = [...table.rows.filter((row) => row[keyName] !== keyValue), json];
				return { json, pairedItem: { item } };
			});
			return [saved];
		},
	},
);

const { platform, run } = useExample('node-inventory', {
	pageSize: 3,
	nodeTypes: { 'n8n-nodes-base.dataTable': dataTable },
});
const { ethereum, hyperliquid, polygon, bitcoin } = seedIds.nodes;

describe('Inventory of all nodes', () => {
	beforeEach(() => tables.clear());

	it('writes every node once, however often it runs', async () => {
		const more = platform.sandbox.addNodes(4);
		for (const startNode of ['Every Morning', 'Run by Hand']) {
			const report = await run({ startNode });
			expect(report.error).toBeUndefined();
		}
		const { rows = [] } = tables.get('chainstack_nodes') ?? {};
		expect(rows.map(({ node_id: id }) => id).sort()).toEqual(
			[ethereum, hyperliquid, polygon, bitcoin, ...more].sort(),
		);
		expect(rows).toContainEqual({
			node_id: polygon,
			name: 'polygon-1',
			status: 'running',
			type: 'shared',
			protocol: 'polygon-pos',
			network: 'Polygon mainnet',
			project: 'PR-222-333-444',
			provider: 'vzo',
			region: 'eu3',
			created: text(/^\d{4}-\d\d-\d\dT/),
			last_seen: new Date().toISOString().slice(0, 10),
		});
	});

	it('holds no key', async () => {
		const report = await run();
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(report.text()).not.toContain(auth.key);
		}
	});
});

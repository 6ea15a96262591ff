import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { dataTable, tables } from '../fixtures/dataTable.mts';
import { text, useExample } from '../fixtures/examples.mts';

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

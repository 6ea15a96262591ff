import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { PLATFORM_FAILURES, text, useExample } from '../fixtures/examples.mts';
import { tables } from '../support/index.mts';

const { platform, run, succeed, deleteNodes } = useExample('node-inventory', { pageSize: 3 });
const { ethereum, hyperliquid, polygon, bitcoin } = seedIds.nodes;

describe('Inventory of all nodes', () => {
	it('writes every node once, however often it runs', async () => {
		const more = platform.sandbox.addNodes(4);
		for (const startNode of ['Every Morning', 'Run by Hand']) await succeed(startNode);
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

	const rowsOf = () => tables.get('chainstack_nodes')?.rows ?? [];

	it('writes nodes that do not run, with their status', async () => {
		platform.sandbox.setStatus(ethereum, 'failed');
		platform.sandbox.setStatus(polygon, 'stopped');
		await run('Every Morning');
		expect(rowsOf()).toContainEqual(
			expect.objectContaining({ node_id: ethereum, status: 'failed' }),
		);
		expect(rowsOf()).toContainEqual(
			expect.objectContaining({ node_id: polygon, status: 'stopped' }),
		);
	});

	it('keeps a node that was deleted, with the day it was last seen', async () => {
		await run();
		for (const row of rowsOf()) row.last_seen = '2026-01-02';
		await platform.run(['node', 'delete'], { nodeId: bitcoin });
		await run();
		const today = new Date().toISOString().slice(0, 10);
		expect(rowsOf().map(({ node_id: id, last_seen: day }) => [id, day])).toEqual(
			expect.arrayContaining([
				[bitcoin, '2026-01-02'],
				[polygon, today],
			]),
		);
		expect(rowsOf()).toHaveLength(4);
	});

	it('leaves the table as it is when there are no nodes', async () => {
		await deleteNodes();
		await succeed('Every Morning');
		expect(rowsOf()).toEqual([]);
	});

	it.each([
		...PLATFORM_FAILURES,
		[{ kind: 'status', status: 500, path: 'page=2' }, /could not process the request/],
	] as const)('fails with the reason, and writes nothing: %j', async (fault, reason) => {
		platform.sandbox.fault({ server: 'platform', ...fault });
		const report = await run('Every Morning');
		expect(report.error?.message).toMatch(reason);
		expect(rowsOf()).toEqual([]);
	});
});

import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { changedExample, editFields, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run } = useExample('bulk-rename', { pageSize: 3 });
const { ethereum, hyperliquid, polygon } = seedIds.nodes;

describe('Rename many nodes', () => {
	it('renames the valid rows and reports the invalid one', async () => {
		const report = await run();
		expect(report.error).toBeUndefined();
		expect(jsons(report.items('Done'))).toEqual([
			{ 'Node ID': ethereum, 'New name': 'Ethereum archive, Singapore' },
			{ 'Node ID': hyperliquid, 'New name': 'Hyperliquid, Virginia' },
		]);
		expect(jsons(report.items('Failed'))).toEqual([
			{
				'Node ID': 'NW-123-456-789',
				'Wanted name': 'This is the ID of a network',
				Reason: text("'NW-123-456-789' is the ID of a network, not of a node"),
			},
		]);
		const names = platform.sandbox.state().nodes.map(({ name }) => name);
		expect(names).toContain('Ethereum archive, Singapore');
		expect(platform.requests().map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
	});

	it("reports the service's message about a row", async () => {
		const rows = [
			{ nodeId: 'ND-1-2-3', newName: 'Nobody' },
			{ nodeId: polygon, newName: 'Polygon' },
		];
		const example = changedExample('bulk-rename', 'New Names', editFields({ rows }));
		const report = await run({}, example);
		expect(report.items('Done')).toHaveLength(1);
		expect(jsons(report.items('Failed'))).toEqual([
			expect.objectContaining({
				'Node ID': 'ND-1-2-3',
				Reason: text('could not find the node ND-1-2-3'),
			}),
		]);
	});
});

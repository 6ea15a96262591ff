import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { idsOf, jsons, pairs, usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';

const platform = usePlatform({ pageSize: 2 });
const remove = ['node', 'delete'] as const;
const { ethereum, hyperliquid, polygon, bitcoin } = seedIds.nodes;
const nodeId = { __rl: true, mode: 'id', value: hyperliquid };

describe('Node · Delete', () => {
	it('deletes the node and says so', async () => {
		const run = await platform.run(remove, { nodeId });
		expect(jsons(run.output)).toEqual([{ deleted: true, id: hyperliquid }]);
		expect(platform.requests()).toMatchObject([
			{ method: 'DELETE', path: `/v1/nodes/${hyperliquid}/`, status: 204 },
		]);
		expect(idsOf(platform.sandbox.state().nodes.map((json) => ({ json })))).toEqual([
			ethereum,
			polygon,
			bitcoin,
		]);
		expectDescribed(remove, run.output);
	});

	it('counts a node as deleted when only the answer was lost', async () => {
		platform.sandbox.fault({ method: 'DELETE', kind: 'reset', when: 'after', times: 1 });
		const run = await platform.run(remove, { nodeId });
		expect(jsons(run.output)).toEqual([{ deleted: true, id: hyperliquid }]);
		expect(platform.requests()).toHaveLength(2);
	});

	it('keeps the result of the other items', async () => {
		const items = ['ND-9-9-9', polygon, 'NW-1-2-3'].map((id) => ({ json: { id } }));
		const node = { onError: 'continueErrorOutput' as const };
		const run = await platform.run(remove, { nodeId: '={{ $json.id }}' }, { items, node });
		expect(jsons(run.output)).toEqual([{ deleted: true, id: polygon }]);
		expect(pairs(run.output)).toEqual([1]);
		expect(jsons(run.errorOutput)).toMatchObject([
			{
				id: 'ND-9-9-9',
				error: expect.stringContaining('could not find the node ND-9-9-9') as string,
			},
			{ id: 'NW-1-2-3', error: expect.stringContaining('the ID of a network') as string },
		]);
		expect(pairs(run.errorOutput)).toEqual([0, 2]);
	});
});

import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, idsOf, jsons, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const remove = ['node', 'delete'] as const;
const { ethereum, hyperliquid, polygon, bitcoin } = seedIds.nodes;
const nodeId = byId(hyperliquid);

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
	});
});

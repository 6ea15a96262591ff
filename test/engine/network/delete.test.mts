import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, told, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const remove = ['network', 'delete'] as const;
const { ethereum } = seedIds.networks;
const networkId = byId(ethereum);

describe('Network · Delete', () => {
	it('says why a network with nodes is not deleted', async () => {
		const run = await platform.run(remove, { networkId });
		expect(told(run).message).toContain('Delete the nodes of the network first');
		expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
	});

	it('deletes the network and says so', async () => {
		await platform.run(['node', 'delete'], { nodeId: 'ND-123-456-789' });
		platform.sandbox.clearRequests();
		const run = await platform.run(remove, { networkId });
		expect(jsons(run.output)).toEqual([{ deleted: true, id: ethereum }]);
		expect(platform.requests()).toMatchObject([
			{ method: 'DELETE', path: `/v1/networks/${ethereum}/`, status: 204 },
		]);
	});
});

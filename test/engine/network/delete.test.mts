import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { BAD_NETWORK_IDS, byId, jsons, told, usePlatform } from '../fixtures/platform.mts';

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

	it.each(BAD_NETWORK_IDS)(
		'refuses the network "%s" before anything is sent',
		async (value, message) => {
			const items = [{ json: { value } }];
			const run = await platform.run(remove, { networkId: '={{ $json.value }}' }, { items });
			expect(told(run).message).toBe(message);
			expect(platform.requests()).toEqual([]);
		},
	);
});

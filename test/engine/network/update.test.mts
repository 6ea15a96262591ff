import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const update = ['network', 'update'] as const;
const { ethereum } = seedIds.networks;
const networkId = byId(ethereum);

describe('Network · Update', () => {
	it('sends the name and outputs the network', async () => {
		const run = await platform.succeed(update, { networkId, name: 'Renamed' });
		expect(platform.requests()).toMatchObject([
			{ method: 'PATCH', path: `/v1/networks/${ethereum}/`, body: { name: 'Renamed' } },
		]);
		expect(jsons(run.output)).toMatchObject([
			{ id: ethereum, name: 'Renamed', nodes: [{ endpoint: {} }] },
		]);
	});
});

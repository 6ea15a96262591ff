import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const get = ['network', 'get'] as const;
const { ethereum } = seedIds.networks;
const networkId = byId(ethereum);

describe('Network · Get', () => {
	it.each([
		['an ID', networkId],
		['an entry of the list', { __rl: true, mode: 'list', value: ethereum }],
		[
			'an address of the console',
			{ __rl: true, mode: 'url', value: `https://console.chainstack.com/networks/${ethereum}/a` },
		],
	])('understands the network as %s', async (_, value) => {
		const run = await platform.succeed(get, { networkId: value });
		expect(platform.requests()).toMatchObject([
			{ method: 'GET', path: `/v1/networks/${ethereum}/`, query: {} },
		]);
		expect(jsons(run.output)).toEqual([
			{
				id: ethereum,
				name: 'Ethereum mainnet',
				chain: 'Ethereum Mainnet',
				project: 'PR-123-456-789',
				protocol: 'ethereum',
				status: 'ok',
				configuration: { network: 'ethereum-mainnet' },
				nodes: [
					expect.objectContaining({ id: 'ND-123-456-789', status: 'running', network: ethereum }),
				],
				createdAt: expect.any(String) as string,
			},
		]);
	});

	it('outputs everything without Simplify, with secrets masked unless Include Secrets is on', async () => {
		const { auth } = platform.sandbox.state().nodes[0];
		const masked = await platform.run(get, { networkId, simplify: false });
		expect(jsons(masked.output)).toMatchObject([
			{ details: {}, nodes: [{ details: { auth_key: '***', auth_password: '***' } }] },
		]);
		expect(masked.text()).not.toContain(auth.key);
		const options = { includeSecrets: true };
		const open = await platform.run(get, { networkId, simplify: false, options });
		expect(jsons(open.output)).toMatchObject([{ nodes: [{ details: { auth_key: auth.key } }] }]);
	});
});

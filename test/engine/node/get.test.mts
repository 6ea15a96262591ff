import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const get = ['node', 'get'] as const;
const getAll = ['node', 'getAll'] as const;
const { ethereum, hyperliquid } = seedIds.nodes;
const nodeId = byId(hyperliquid);

function authOf(id: string): { key: string; username: string; password: string } {
	const node = platform.sandbox.state().nodes.find((each) => each.id === id);
	if (node === undefined) throw new Error(`There is no node ${id}`);
	return node.auth;
}

describe('Node · Get', () => {
	it('shows a record in which a list of nodes holds something else', async () => {
		const body = { id: hyperliquid, name: 'n', nodes: [null, 5] };
		platform.sandbox.fault({ path: `/v1/nodes/${hyperliquid}/`, kind: 'wrongShape', body });
		const run = await platform.succeed(get, { nodeId });
		expect(jsons(run.output)).toMatchObject([{ id: hyperliquid, name: 'n' }]);
	});

	it.each([
		['an ID', nodeId],
		['an entry of the list', { __rl: true, mode: 'list', value: hyperliquid }],
		[
			'an address of the console',
			{ __rl: true, mode: 'url', value: `https://console.chainstack.com/nodes/${hyperliquid}` },
		],
	])('understands the node as %s, and masks its endpoint', async (_, value) => {
		const run = await platform.succeed(get, { nodeId: value });
		expect(platform.requests()[0]).toMatchObject({
			method: 'GET',
			path: `/v1/nodes/${hyperliquid}/`,
			query: {},
		});
		const { nodeEndpoint } = platform.sandbox;
		expect(jsons(run.output)).toMatchObject([
			{
				id: hyperliquid,
				name: 'hyperliquid-1',
				network: 'NW-999-456-111',
				status: 'running',
				provider: 'aws',
				region: 'us-east-1',
				endpoint: {
					https: `${nodeEndpoint}/***/evm`,
					wss: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/\*\*\*/) as string,
				},
			},
		]);
		expect(run.text()).not.toContain(authOf(hyperliquid).key);
		expect(run.hints).toEqual([]);
	});

	it('outputs an endpoint that works with Include Secrets', async () => {
		const { key, password } = authOf(hyperliquid);
		const options = { includeSecrets: true };
		const run = await platform.run(get, { nodeId, simplify: false, options });
		const [json] = jsons(run.output) as Array<{ endpoint: { https: string; wss: string } }>;
		expect(json).toMatchObject({ details: { auth_key: key, auth_password: password } });
		expect(json.endpoint.https).toBe(`${platform.sandbox.nodeEndpoint}/${key}/evm`);
		expect(json.endpoint.wss).toContain(key);
		const answer = await fetch(json.endpoint.https, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_syncing', params: [] }),
		});
		expect(await answer.json()).toMatchObject({ result: false });
	});

	it('masks every secret without Simplify', async () => {
		const run = await platform.run(get, { nodeId, simplify: false });
		expect(jsons(run.output)).toMatchObject([
			{ details: { auth_key: '***', auth_username: '***', auth_password: '***' } },
		]);
		const { key, password } = authOf(hyperliquid);
		expect(run.text()).not.toContain(key);
		expect(run.text()).not.toContain(password);
	});
});

describe('protocol and network of a node', () => {
	const said = {
		networkName: 'Ethereum mainnet',
		protocol: 'ethereum',
		chainNetwork: 'ethereum-mainnet',
	};

	it.each([true, false])('are output by Get and Get Many (Simplify: %s)', async (simplify) => {
		const one = await platform.run(get, { nodeId: ethereum, simplify });
		expect(one.output[0].json).toMatchObject(said);
		const all = await platform.run(getAll, { returnAll: true, simplify });
		expect(all.output.find(({ json }) => json.id === ethereum)?.json).toMatchObject(said);
	});

	it('are left out when they cannot be read, and a hint says so', async () => {
		platform.sandbox.fault({ kind: 'status', status: 403, path: '/v1/networks/' });
		const run = await platform.run(getAll, { returnAll: true });
		expect(run.output).toHaveLength(4);
		expect(run.output[0].json).not.toHaveProperty('protocol');
		expect(JSON.stringify(run.hints)).toContain('could not be read');
	});

	it('are output with the credentials if both Simplify and Include Secrets are on', async () => {
		const options = { includeSecrets: true };
		for (const operationName of [get, getAll]) {
			const run = await platform.run(operationName, { nodeId, returnAll: true, options });
			const node = run.output.find(({ json }) => json.id === hyperliquid)?.json;
			expect(node).toMatchObject({ details: { auth_key: authOf(hyperliquid).key } });
		}
	});
});

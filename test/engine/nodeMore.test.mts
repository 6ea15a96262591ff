import { describe, expect, it } from 'vitest';
import { jsons, pairs, told, usePlatform } from './fixtures/platform.mts';
import { expectDescribed } from './fixtures/schema.mts';
import { runTool } from './support/index.mts';

const platform = usePlatform({ pageSize: 2 });
const operation = (name: string) => ['node', name] as const;
const get = operation('get');
const getAll = operation('getAll');
const remove = operation('delete');
const [ethereum, hyperliquid, polygon, bitcoin] = [
	'ND-123-456-789',
	'ND-999-456-111',
	'ND-222-333-555',
	'ND-222-333-666',
];
const nodeId = { __rl: true, mode: 'id', value: hyperliquid };

const ids = (items: ReadonlyArray<{ json: object }>): unknown[] =>
	items.map(({ json }) => (json as { id?: unknown }).id);

function authOf(id: string): { key: string; username: string; password: string } {
	const node = platform.sandbox.state().nodes.find((each) => each.id === id);
	if (node === undefined) throw new Error(`There is no node ${id}`);
	return node.auth;
}

/** Requests for pages of the list of nodes. */
const listings = () => platform.requests().filter(({ path }) => path === '/v1/nodes/');

describe('Node · Get', () => {
	it.each([
		['an ID', nodeId],
		['an entry of the list', { __rl: true, mode: 'list', value: hyperliquid }],
		[
			'an address of the console',
			{ __rl: true, mode: 'url', value: `https://console.chainstack.com/nodes/${hyperliquid}` },
		],
	])('understands the node as %s, and masks its endpoint', async (_, value) => {
		const run = await platform.run(get, { nodeId: value });
		expect(run.error).toBeUndefined();
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
		expect(run.hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('needs no secret at all'),
		);
		expectDescribed(get, run.output);
	});

	it('gives an endpoint that works with Include Secrets', async () => {
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

	it('masks an AI agent even what it asks for', async () => {
		const { answers, ...report } = await runTool({
			credentials: platform.credential(),
			parameters: {
				resource: 'node',
				operation: 'get',
				nodeId,
				simplify: false,
				options: { includeSecrets: true },
			},
		});
		expect(jsons(answers[0])).toMatchObject([{ id: hyperliquid }]);
		expect(report.text()).not.toContain(authOf(hyperliquid).key);
	});
});

describe('protocol and network of a node', () => {
	const said = {
		networkName: 'Ethereum mainnet',
		protocol: 'ethereum',
		chainNetwork: 'ethereum-mainnet',
	};

	it.each([true, false])('are there with Get and Get Many (Simplify: %s)', async (simplify) => {
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

	it('come with the credentials if both Simplify and Include Secrets are on', async () => {
		const options = { includeSecrets: true };
		for (const operationName of [get, getAll]) {
			const run = await platform.run(operationName, { nodeId, returnAll: true, options });
			const node = run.output.find(({ json }) => json.id === hyperliquid)?.json;
			expect(node).toMatchObject({ details: { auth_key: authOf(hyperliquid).key } });
		}
	});
});

describe('Node · Get Many', () => {
	it('reads as many as the limit asks for, and no page beyond', async () => {
		const run = await platform.run(getAll, { limit: 2 });
		expect(ids(run.output)).toEqual([ethereum, hyperliquid]);
		expect(listings()).toMatchObject([{ query: {} }]);
		expect(jsons(run.output).some((json) => 'details' in json)).toBe(false);
		expectDescribed(getAll, run.output);
	});

	it('reads all of them with Return All, masked also without Simplify', async () => {
		const run = await platform.run(getAll, { returnAll: true, simplify: false });
		expect(ids(run.output)).toEqual([ethereum, hyperliquid, polygon, bitcoin]);
		expect(pairs(run.output)).toEqual([0, 0, 0, 0]);
		expect(listings()).toHaveLength(2);
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(run.text()).not.toContain(auth.key);
		}
		expectDescribed(getAll, (await platform.run(getAll)).output);
	});

	it.each([
		[{ archive: true }, { archive: 'true' }, [ethereum]],
		[{ archive: false, protocol: 'bitcoin' }, { archive: 'false', protocol: 'bitcoin' }, [bitcoin]],
		[{ name: 'polygon-1' }, { name: 'polygon-1' }, [polygon]],
		[{ network: 'NW-222-333-666' }, { network: 'NW-222-333-666' }, [bitcoin]],
		[{ organization: 'RG-123-456' }, { organization: 'RG-123-456' }, [ethereum, hyperliquid]],
		[{ project: 'PR-222-333-444' }, { project: 'PR-222-333-444' }, [polygon, bitcoin]],
		[{ projectType: 'consortium' }, { project_type: 'consortium' }, []],
		[{ provider: 'vzo' }, { provider: 'vzo' }, [polygon]],
		[
			{ publicNetwork: 'hyperliquid-mainnet' },
			{ public_network: 'hyperliquid-mainnet' },
			[hyperliquid],
		],
		[{ region: 'uksouth' }, { region: 'uksouth' }, [bitcoin]],
		[{ role: 'peer', type: 'shared' }, { role: 'peer', type: 'shared' }, [polygon]],
		[{ status: 'stopped' }, { status: 'stopped' }, [ethereum]],
		[{ name: '', network: '', region: '' }, {}, [ethereum, hyperliquid]],
	])('sends the filter %o', async (filters, query, expected) => {
		platform.sandbox.setStatus(ethereum, 'stopped');
		const run = await platform.run(getAll, { limit: 2, filters });
		expect(run.error).toBeUndefined();
		expect(ids(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual(query);
	});

	it.each([
		['name', [bitcoin, ethereum, hyperliquid, polygon]],
		['-created_at', [bitcoin, polygon, hyperliquid, ethereum]],
	])('sorts by %s', async (sort, expected) => {
		const run = await platform.run(getAll, { sort, returnAll: true });
		expect(ids(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual({ order_by: sort });
	});

	it.each([
		[{ network: 'PR-1-2-3' }, "'PR-1-2-3' is the ID of a project, not of a network"],
		[{ project: 'NW-1-2-3' }, "'NW-1-2-3' is the ID of a network, not of a project"],
		[{ organization: 'PR-1-2-3' }, "'PR-1-2-3' is the ID of a project, not of"],
	])('refuses %o before anything is sent', async (filters, message) => {
		const run = await platform.run(getAll, { filters });
		expect(told(run).message).toContain(message);
		expect(platform.requests()).toEqual([]);
	});

	it('reads a list for each item', async () => {
		const items = ['bitcoin', 'ethereum', 'none'].map((protocol) => ({ json: { protocol } }));
		const filters = { protocol: '={{ $json.protocol }}' };
		const run = await platform.run(getAll, { filters }, { items });
		expect(ids(run.output)).toEqual([bitcoin, ethereum]);
		expect(pairs(run.output)).toEqual([0, 1]);
	});

	it('gives an AI agent 20 simplified nodes unless it asks for another number', async () => {
		platform.sandbox.addNodes(60);
		const ask = async (parameters: object, calls?: Array<{ limit: number }>) =>
			await runTool({
				credentials: platform.credential(),
				calls,
				parameters: {
					resource: 'node',
					operation: 'getAll',
					simplify: false,
					options: { includeSecrets: true },
					...parameters,
				},
			});
		const { answers, ...report } = await ask({});
		expect(answers[0]).toHaveLength(20);
		expect(jsons(answers[0]).every((json) => !('details' in json))).toBe(true);
		expect(report.text()).not.toContain(authOf(ethereum).key);
		expect((await ask({ limit: 22 })).answers[0]).toHaveLength(22);
		const asked = await ask({ limit: "={{ $fromAI('limit', '', 'number') }}" }, [{ limit: 50 }]);
		expect(asked.answers[0]).toHaveLength(50);
	});
});

describe('Node · Delete', () => {
	it('deletes the node and says so', async () => {
		const run = await platform.run(remove, { nodeId });
		expect(jsons(run.output)).toEqual([{ deleted: true, id: hyperliquid }]);
		expect(platform.requests()).toMatchObject([
			{ method: 'DELETE', path: `/v1/nodes/${hyperliquid}/`, status: 204 },
		]);
		expect(ids(platform.sandbox.state().nodes.map((json) => ({ json })))).toEqual([
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
				error: expect.stringContaining('did not find the node ND-9-9-9') as string,
			},
			{ id: 'NW-1-2-3', error: expect.stringContaining('the ID of a network') as string },
		]);
		expect(pairs(run.errorOutput)).toEqual([0, 2]);
	});
});

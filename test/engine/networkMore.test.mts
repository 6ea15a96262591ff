import { describe, expect, it } from 'vitest';
import { jsons, pairs, told, usePlatform } from './fixtures/platform.mts';
import { expectDescribed } from './fixtures/schema.mts';
import { runTool } from './support/index.mts';

const platform = usePlatform({ pageSize: 2 });
const operation = (name: string) => ['network', name] as const;
const get = operation('get');
const getAll = operation('getAll');
const remove = operation('delete');
const update = operation('update');
const [ethereum, hyperliquid, polygon, bitcoin] = [
	'NW-123-456-789',
	'NW-999-456-111',
	'NW-222-333-555',
	'NW-222-333-666',
];
const networkId = { __rl: true, mode: 'id', value: ethereum };

const ids = (items: ReadonlyArray<{ json: object }>): unknown[] =>
	items.map(({ json }) => (json as { id?: unknown }).id);

describe('Network · Get', () => {
	it.each([
		['an ID', networkId],
		['an entry of the list', { __rl: true, mode: 'list', value: ethereum }],
		[
			'an address of the console',
			{ __rl: true, mode: 'url', value: `https://console.chainstack.com/networks/${ethereum}/a` },
		],
	])('understands the network as %s', async (_, value) => {
		const run = await platform.run(get, { networkId: value });
		expect(run.error).toBeUndefined();
		expect(platform.requests()).toMatchObject([
			{ method: 'GET', path: `/v1/networks/${ethereum}/`, query: {} },
		]);
		expect(jsons(run.output)).toEqual([
			{
				id: ethereum,
				name: 'Ethereum mainnet',
				project: 'PR-123-456-789',
				protocol: 'ethereum',
				status: 'ok',
				configuration: { network: 'ethereum-mainnet' },
				nodes: [
					expect.objectContaining({ id: 'ND-123-456-789', status: 'running', network: ethereum }),
				],
				created_at: expect.any(String) as string,
			},
		]);
		expectDescribed(get, run.output);
	});

	it('gives everything without Simplify, with secrets masked unless they are wanted', async () => {
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

describe('Network · Get Many', () => {
	it('reads as many as the limit asks for, and no page beyond', async () => {
		const run = await platform.run(getAll, { limit: 2 });
		expect(ids(run.output)).toEqual([ethereum, hyperliquid]);
		expect(platform.requests()).toMatchObject([{ path: '/v1/networks/', query: {} }]);
		expectDescribed(getAll, run.output);
	});

	it('reads all of them with Return All, raw without Simplify', async () => {
		const run = await platform.run(getAll, { returnAll: true, simplify: false });
		expect(ids(run.output)).toEqual([ethereum, hyperliquid, polygon, bitcoin]);
		expect(pairs(run.output)).toEqual([0, 0, 0, 0]);
		expect(platform.requests()).toHaveLength(2);
		expect(jsons(run.output)[0]).toMatchObject({ details: {}, creator: { first_name: 'Ada' } });
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(run.text()).not.toContain(auth.key);
		}
	});

	it.each([
		[{ name: 'Polygon mainnet' }, { name: 'Polygon mainnet' }, [polygon]],
		[{ project: 'PR-222-333-444' }, { project: 'PR-222-333-444' }, [polygon, bitcoin]],
		[{ protocol: 'bitcoin' }, { protocol: 'bitcoin' }, [bitcoin]],
		[
			{ publicNetwork: 'hyperliquid-mainnet' },
			{ public_network: 'hyperliquid-mainnet' },
			[hyperliquid],
		],
		[{ status: 'warning' }, { status: 'warning' }, [ethereum]],
		[{ projectType: 'public', protocol: 'ethereum' }, undefined, [ethereum]],
		[{ projectType: 'consortium' }, { project_type: 'consortium' }, []],
		[{ name: '', protocol: '', project: '' }, {}, [ethereum, hyperliquid]],
	])('sends the filter %o', async (filters, query, expected) => {
		platform.sandbox.setStatus(ethereum, 'warning');
		const run = await platform.run(getAll, { limit: 2, filters });
		expect(run.error).toBeUndefined();
		expect(ids(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual(
			query ?? { project_type: 'public', protocol: 'ethereum' },
		);
	});

	it.each([
		['name', [bitcoin, ethereum, hyperliquid, polygon]],
		['-name', [polygon, hyperliquid, ethereum, bitcoin]],
		['created_at', [ethereum, hyperliquid, polygon, bitcoin]],
		['-created_at', [bitcoin, polygon, hyperliquid, ethereum]],
	])('sorts by %s', async (sort, expected) => {
		const run = await platform.run(getAll, { sort, returnAll: true });
		expect(ids(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual({ order_by: sort });
	});

	it('refuses the ID of something else as project', async () => {
		const run = await platform.run(getAll, { filters: { project: 'ND-1-2-3' } });
		expect(told(run).message).toContain("'ND-1-2-3' is the ID of a node, not of a project");
		expect(platform.requests()).toEqual([]);
	});

	it('gives an AI agent 20 simplified networks, without secrets', async () => {
		platform.sandbox.addNodes(30);
		const { answers, ...report } = await runTool({
			credentials: platform.credential(),
			parameters: {
				resource: 'network',
				operation: 'getAll',
				simplify: false,
				options: { includeSecrets: true },
			},
		});
		expect(answers[0]).toHaveLength(20);
		expect(jsons(answers[0]).every((json) => !('details' in json))).toBe(true);
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(report.text()).not.toContain(auth.key);
		}
	});
});

describe('Network · Update', () => {
	it('sends the name and puts out the network', async () => {
		const run = await platform.run(update, { networkId, name: 'Renamed' });
		expect(run.error).toBeUndefined();
		expect(platform.requests()).toMatchObject([
			{ method: 'PATCH', path: `/v1/networks/${ethereum}/`, body: { name: 'Renamed' } },
		]);
		expect(jsons(run.output)).toMatchObject([
			{ id: ethereum, name: 'Renamed', nodes: [{ details: { auth_key: '***' } }] },
		]);
		expectDescribed(update, run.output);
	});

	it('refuses an empty name before anything is sent', async () => {
		const run = await platform.run(update, { networkId, name: '={{ " " }}' });
		expect(told(run).message).toBe("'Name' is empty");
		expect(platform.requests()).toEqual([]);
	});

	it('keeps the result of the other item', async () => {
		const items = ['NW-9-9-9', polygon].map((id) => ({ json: { id } }));
		const node = { onError: 'continueErrorOutput' as const };
		const parameters = { networkId: '={{ $json.id }}', name: 'Renamed' };
		const run = await platform.run(update, parameters, { items, node });
		expect(ids(run.output)).toEqual([polygon]);
		expect(pairs(run.output)).toEqual([1]);
		expect(JSON.stringify(jsons(run.errorOutput))).toContain('did not find the network NW-9-9-9');
		expect(pairs(run.errorOutput)).toEqual([0]);
	});
});

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
		expectDescribed(remove, run.output);
	});

	it('counts a network as deleted when only the answer was lost', async () => {
		await platform.run(['node', 'delete'], { nodeId: 'ND-123-456-789' });
		platform.sandbox.fault({ method: 'DELETE', kind: 'reset', when: 'after', times: 1 });
		const run = await platform.run(remove, { networkId });
		expect(jsons(run.output)).toEqual([{ deleted: true, id: ethereum }]);
	});
});

describe.each([
	['delete', {}],
	['get', {}],
	['update', { name: 'x' }],
])('Network · %s', (name, parameters) => {
	it.each([
		['', "'Network' is empty"],
		['PR-1-2-3', "'PR-1-2-3' is the ID of a project, not of a network"],
		['NW-1/../../x', "'NW-1/../../x' is not a network ID"],
	])('refuses the network "%s" before anything is sent', async (value, message) => {
		const items = [{ json: { value } }];
		const given = { networkId: '={{ $json.value }}', ...parameters };
		const run = await platform.run(operation(name), given, { items });
		expect(told(run).message).toBe(message);
		expect(platform.requests()).toEqual([]);
	});
});

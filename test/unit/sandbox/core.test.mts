import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedIds, startSandbox, type Sandbox } from '../../../sandbox/start.mts';
import { at, networkInput, nodeInput, rpc, rpcWithLogin, send, syncing } from './client.mts';

const { main, staging } = seedIds.projects;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ evm: 'minimal', pageSize: 3 });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => sandbox.reset());

describe('access', () => {
	test.each([
		['/v1/organization/', { authorization: '' }, 'error'],
		['/v2/nodes/', { authorization: 'Bearer wrong' }, 'error'],
		['/v1/ipfs/pins', { authorization: 'Basic abc' }, 'errors'],
	])('%s with %o is refused in the format of its path', async (path, headers, member) => {
		const { status, body } = await send(sandbox, 'GET', path, undefined, headers);
		expect(status).toBe(401);
		expect(body).toHaveProperty(member);
	});

	test('a core path without its trailing slash is redirected, also for a POST', async () => {
		const { status, headers } = await send(sandbox, 'POST', '/v1/networks?x=1', {});
		expect([status, headers.get('location')]).toEqual([301, '/v1/networks/?x=1']);
	});

	test.each([
		['/v1/nothing/', 'error'],
		['/v1/nodes/ND-000-000-000/', 'error'],
		['/v1/ipfs/pins/', 'errors'],
		['/v2/networks/', 'error'],
	])('%s is not found', async (path, member) => {
		const { status, body } = await send(sandbox, 'GET', path);
		expect(status).toBe(404);
		expect(body).toHaveProperty(member);
	});
});

describe('organization and projects', () => {
	test('the organization is renamed', async () => {
		await send(sandbox, 'PATCH', '/v1/organization/', { name: 'New name' });
		const { body } = await send(sandbox, 'GET', '/v1/organization/');
		expect(body).toEqual({ id: seedIds.organization, name: 'New name' });
	});

	test.each(['v1', 'v2'])('%s projects: create, read, change, delete', async (version) => {
		const created = await send(sandbox, 'POST', `/${version}/projects/`, { name: 'A project' });
		expect(created.status).toBe(201);
		const path = `/${version}/projects/${String(at(created.body, 'id'))}/`;
		const changed = await send(sandbox, 'PATCH', path, { description: 'For a test' });
		expect(changed.body).toMatchObject({ name: 'A project', description: 'For a test' });
		const deleted = await send(sandbox, 'DELETE', path);
		expect([deleted.status, deleted.body]).toEqual([204, '']);
		expect((await send(sandbox, 'GET', path)).status).toBe(404);
	});

	test('members are listed in pages', async () => {
		const { body } = await send(sandbox, 'GET', `/v1/projects/${main}/members/`);
		expect(body).toMatchObject({ count: 2, next: null, results: [{ name: 'Ada Example' }, {}] });
	});
});

describe('networks and nodes', () => {
	test('a new network and its node run after the deployment time', async () => {
		const created = await send(sandbox, 'POST', '/v1/networks/', networkInput(main));
		expect(created.status).toBe(201);
		expect(created.body).toMatchObject({
			name: 'Ethereum mainnet',
			status: 'pending',
			details: {},
			nodes: [{ name: 'node-1', status: 'pending', configuration: { archive: true } }],
		});
		const id = String(at(created.body, 'id'));
		expect(id).toMatch(/^NW-\d{3}-\d{3}-\d{3}$/);
		sandbox.skipTime(1500);
		const { body } = await send(sandbox, 'GET', `/v1/networks/${id}/`);
		expect(body).toMatchObject({ status: 'ok', nodes: [{ status: 'running' }] });
	});

	test('a node answers JSON-RPC with its own key, once it runs', async () => {
		const created = await send(sandbox, 'POST', '/v1/nodes/', {
			...nodeInput(),
			network: seedIds.networks.ethereum,
		});
		const details = at(created.body, 'details') as Record<string, string>;
		expect(details).toMatchObject({
			https_endpoint: sandbox.nodeEndpoint,
			wss_endpoint: sandbox.nodeEndpoint.replace('http', 'ws'),
			beacon_endpoint: `${sandbox.nodeEndpoint}/beacon`,
			graphql_endpoint: `${sandbox.nodeEndpoint}/graphql`,
		});
		const url = `${details.https_endpoint}/${details.auth_key}/evm`;
		expect((await rpc(url, syncing())).status).toBe(503);
		sandbox.skipTime(1500);
		expect((await rpc(url, syncing())).body).toMatchObject({ result: false });
		const login = `${details.auth_username}:${details.auth_password}`;
		const answer = await rpcWithLogin(details.https_endpoint, login, syncing());
		expect(answer.body).toMatchObject({ result: false });
	});

	test.each([
		[{ project: 'PR-0' }, 'project'],
		[{ project: undefined }, 'project'],
		[{ protocol: 'dogecoin' }, 'protocol'],
		[{ configuration: [] }, 'configuration'],
		[{ nodes: [] }, 'nodes'],
		[{ nodes: ['x'] }, 'nodes.0'],
		[{ nodes: [nodeInput(), nodeInput({ region: 'eu3' })] }, 'nodes.1.region'],
		[{ nodes: [nodeInput({ role: 'boss' })] }, 'nodes.0.role'],
		[{ nodes: [nodeInput({ name: ' ' })] }, 'nodes.0.name'],
		[{ nodes: [nodeInput({ configuration: {} })] }, 'nodes.0.configuration.archive'],
		[{ protocol: 'harmony', nodes: [nodeInput({ type: 'shared' })] }, 'nodes.0.type'],
	])('a network with %o is refused at %s', async (changes, field) => {
		const before = sandbox.state().networks.length;
		const input = networkInput(main, changes);
		const { status, body } = await send(sandbox, 'POST', '/v1/networks/', input);
		expect(status).toBe(400);
		expect(body).toMatchObject({ error: { code: 'validation_error', fields: expect.anything() } });
		expect(Object.keys(at(body, 'error', 'fields') as object)).toEqual([field]);
		expect(sandbox.state().networks).toHaveLength(before);
	});

	test('bodies that are not JSON objects are refused', async () => {
		const path = `/v1/nodes/${seedIds.nodes.ethereum}/`;
		expect((await send(sandbox, 'PATCH', path, '{"name":')).status).toBe(400);
		expect((await send(sandbox, 'PATCH', path, '[]')).status).toBe(400);
		const text = { 'content-type': 'text/plain' };
		expect((await send(sandbox, 'PATCH', path, '{}', text)).status).toBe(415);
	});

	test('only the name of a node can be changed', async () => {
		const path = `/v1/nodes/${seedIds.nodes.ethereum}/`;
		const change = { name: 'renamed', region: 'nowhere', created_at: 'never' };
		const { status, body } = await send(sandbox, 'PATCH', path, change);
		expect(status).toBe(200);
		expect(body).toMatchObject({ name: 'renamed', region: 'asia-southeast1' });
	});

	test('nodes have to be deleted before their network, and networks before their project', async () => {
		const paths = [
			`/v1/nodes/${seedIds.nodes.polygon}/`,
			`/v1/nodes/${seedIds.nodes.bitcoin}/`,
			`/v1/networks/${seedIds.networks.polygon}/`,
			`/v1/networks/${seedIds.networks.bitcoin}/`,
			`/v1/projects/${staging}/`,
		];
		for (const path of paths.slice(2)) {
			expect((await send(sandbox, 'DELETE', path)).status).toBe(400);
		}
		for (const path of paths) expect((await send(sandbox, 'DELETE', path)).status).toBe(204);
	});

	test('statuses and outcomes can be forced', async () => {
		sandbox.setDeployment({ ms: 0, outcome: 'failed' });
		const created = await send(sandbox, 'POST', '/v1/networks/', networkInput(main));
		expect(created.body).toMatchObject({ status: 'failed', nodes: [{ status: 'failed' }] });
		sandbox.setStatus(seedIds.nodes.ethereum, 'stopped');
		const network = await send(sandbox, 'GET', `/v1/networks/${seedIds.networks.ethereum}/`);
		expect(network.body).toMatchObject({ status: 'stopped' });
	});
});

describe('lists', () => {
	test('pages can be followed to the end by their absolute links', async () => {
		sandbox.addNodes(5);
		const sizes: number[] = [];
		let next: unknown = '/v1/nodes/?project=' + main;
		while (typeof next === 'string') {
			const { body } = await send(sandbox, 'GET', next);
			sizes.push((at(body, 'results') as unknown[]).length);
			next = at(body, 'next');
			if (next !== null) expect(String(next).startsWith(`${sandbox.url}/v1/nodes/?`)).toBe(true);
		}
		expect(sizes).toEqual([3, 3, 1]);
		expect((await send(sandbox, 'GET', '/v1/nodes/?page=9')).status).toBe(404);
		const second = await send(sandbox, 'GET', `/v1/nodes/?page=2`);
		expect(at(second.body, 'previous')).toBe(`${sandbox.url}/v1/nodes/`);
	});

	test.each([
		['/v1/nodes/?provider=gcloud', ['eth-archive-1']],
		['/v1/nodes/?archive=True', ['eth-archive-1']],
		['/v1/nodes/?type=shared&region=eu3', ['polygon-1']],
		['/v1/nodes/?public_network=bitcoin-mainnet', ['bitcoin-1']],
		['/v1/nodes/?protocol=hyperliquid&status=running', ['hyperliquid-1']],
		[`/v1/nodes/?network=${seedIds.networks.bitcoin}`, ['bitcoin-1']],
		[`/v1/nodes/?project=${staging}&order_by=name`, ['bitcoin-1', 'polygon-1']],
		[`/v1/nodes/?project=${staging}&order_by=-name`, ['polygon-1', 'bitcoin-1']],
		['/v1/nodes/?name=nobody', []],
		['/v1/networks/?protocol=ethereum&status=ok', ['Ethereum mainnet']],
		[
			`/v1/networks/?project=${staging}&order_by=-created_at`,
			['Bitcoin mainnet', 'Polygon mainnet'],
		],
		['/v2/projects/?name=Staging&type=public', ['Staging']],
		['/v2/nodes/?order_by=-created_at', ['bitcoin-1', 'polygon-1', 'hyperliquid-1']],
	])('%s', async (path, names) => {
		const { body } = await send(sandbox, 'GET', path);
		const results = at(body, 'results') as Array<{ name: string }>;
		expect(results.map(({ name }) => name)).toEqual(names);
	});
});

describe('v2 nodes', () => {
	test('an offered combination can be deployed, and is a v1 node as well', async () => {
		const offered = await send(sandbox, 'GET', '/v2/deployment-options/');
		const options = at(offered.body, 'options') as Array<Record<string, string>>;
		const option = options.find(({ network }) => network === 'hyperliquid-mainnet');
		const created = await send(sandbox, 'POST', '/v2/nodes/', {
			name: 'global',
			project: main,
			cloud: option?.cloud,
			blockchain: option?.blockchain,
		});
		expect(created.status).toBe(201);
		expect(created.body).toMatchObject({
			status: 'pending',
			protocol: 'hyperliquid',
			project: main,
		});
		expect(created.body).not.toHaveProperty('details.auth_key');
		const id = String(at(created.body, 'id'));
		sandbox.skipTime(1500);
		const endpoint = String(at(created.body, 'details', 'https_endpoint'));
		expect((await rpc(`${endpoint}/evm`, syncing())).body).toMatchObject({ result: false });
		const v1 = await send(sandbox, 'GET', `/v1/nodes/${id}/`);
		expect(v1.body).toMatchObject({ status: 'running', name: 'global' });
		expect(endpoint).toBe(`${sandbox.nodeEndpoint}/${String(at(v1.body, 'details', 'auth_key'))}`);
		expect(at(v1.body, 'details', 'https_endpoint')).toBe(sandbox.nodeEndpoint);
		const renamed = await send(sandbox, 'PATCH', `/v2/nodes/${id}/`, { name: 'other' });
		expect(renamed.body).toMatchObject({ name: 'other' });
		expect((await send(sandbox, 'DELETE', `/v2/nodes/${id}/`)).status).toBe(204);
		expect(sandbox.state().networks).toHaveLength(4);
	});

	test('a combination that is not offered is refused', async () => {
		const { status, body } = await send(sandbox, 'POST', '/v2/nodes/', {
			name: 'x',
			project: main,
			cloud: 'CC-0030',
			blockchain: 'BC-000-000-001',
		});
		expect(status).toBe(400);
		expect(body).toHaveProperty('error.fields.cloud');
	});
});

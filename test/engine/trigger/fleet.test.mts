import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { fleetOn, type Fleet } from '../fixtures/fleet.mts';
import { usePlatform } from '../fixtures/platform.mts';
import { nodeStatus, readiness, reported, rpc, watchingOn } from '../fixtures/polling.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ status: 500 }));
const watching = watchingOn(platform);
let fleet: Fleet;

beforeEach(() => {
	fleet = fleetOn(server);
});

afterEach(() => {
	vi.restoreAllMocks();
});

const onServer = () => platform.credential({ baseUrl: server.url });
const watchingNodes = async (parameters: object = {}) =>
	await watching({ ...nodeStatus, ...parameters }, onServer());
const pathsAsked = () => server.seen.map(({ url }) => url);

describe('chosen objects', () => {
	it('are requested by their IDs, however large the organization is', async () => {
		fleet.nodes = Array.from({ length: 300 }, (_, index) => fleet.node(`ND-1-${index}`));
		const trigger = await watchingNodes({ watch: 'chosen', ids: 'ND-1-7' });
		server.seen.length = 0;
		fleet.nodes[7].status = 'failed';
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-7', to: 'failed' }]);
		expect(pathsAsked()).toEqual(['/v1/nodes/ND-1-7/']);
	});

	it('for readiness are requested by their IDs, and their networks once', async () => {
		const answer = server.answer;
		server.answer = (request) => {
			if (request.method === 'POST') return rpc(() => false)(request);
			return answer(request);
		};
		const details = { https_endpoint: server.url, auth_key: 'k0e0y0' };
		fleet.nodes = [Object.assign(fleet.node('ND-1-1'), { details })];
		const parameters = { ...readiness, watch: 'chosen', ids: 'ND-1-1', emitInitialState: true };
		const trigger = await watching(parameters, onServer());
		expect(trigger.first.items).toMatchObject([{ json: { id: 'ND-1-1', to: 'ready' } }]);
		server.seen.length = 0;
		await trigger.poll();
		expect(pathsAsked().filter((url) => url.startsWith('/v1'))).toEqual(['/v1/nodes/ND-1-1/']);
	});

	it('for readiness are asked in the dialect that the first poll found', async () => {
		const answer = server.answer;
		server.answer = (request) => {
			if (request.method === 'GET') return answer(request);
			const { url, json } = request;
			if (!url.endsWith('/graphql'))
				return {
					body: {
						jsonrpc: '2.0',
						id: (json as { id: number }).id,
						error: { code: -32601, message: 'Method not found' },
					},
				};
			const checkpoint = {
				sequenceNumber: 7,
				digest: 'd',
				timestamp: new Date().toISOString(),
			};
			return { body: { data: { chainIdentifier: 'c', checkpoint } } };
		};
		fleet.protocol = 'sui';
		const details = { https_endpoint: server.url, auth_key: 'k0e0y0' };
		fleet.nodes = [Object.assign(fleet.node('ND-1-1'), { details })];
		const parameters = { ...readiness, watch: 'chosen', ids: 'ND-1-1', emitInitialState: true };
		const trigger = await watching(parameters, onServer());
		expect(trigger.first.items).toMatchObject([{ json: { to: 'ready' } }]);
		server.seen.length = 0;
		expect(await reported(trigger.poll())).toEqual([]);
		const asked = server.seen.filter(({ method }) => method === 'POST');
		expect(asked.map(({ url }) => url)).toEqual(['/k0e0y0/graphql']);
	});

	it('of which one cannot be read still report the others', async () => {
		fleet.nodes = ['ND-1-1', 'ND-1-2'].map((id) => fleet.node(id));
		const trigger = await watchingNodes({ watch: 'chosen', ids: 'ND-1-1 ND-1-2' });
		const { answer } = server;
		server.answer = (request) =>
			request.url.includes('ND-1-1') ? { status: 500 } : answer(request);
		fleet.nodes[1].status = 'failed';
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-2', to: 'failed' }]);
	});
});

describe('an object that can never be read while others can', () => {
	it.each<[string, object, (url: string) => boolean, RegExp]>([
		[
			'because the platform fails',
			nodeStatus,
			(url) => url.includes('ND-1-1'),
			/could not check ND-1-1 in 3 polls in a row: .*could not process the request/,
		],
		[
			'because its network cannot be read',
			readiness,
			(url) => url.includes('NW-7-7'),
			/could not check ND-1-1 in 3 polls in a row: its network could not be read/,
		],
	])('is named in the log (%s)', async (_, parameters, fails, line) => {
		const { answer } = server;
		server.answer = (request) => {
			if (fails(request.url)) return { status: 500 };
			return request.method === 'POST' ? rpc(() => false)(request) : answer(request);
		};
		fleet.nodes = ['ND-1-1', 'ND-1-2'].map((id) => fleet.node(id));
		if (parameters === readiness) fleet.nodes[0].network = 'NW-7-7';
		const trigger = await watching(
			{ ...parameters, watch: 'chosen', ids: 'ND-1-1, ND-1-2' },
			onServer(),
		);
		await trigger.poll();
		expect(trigger.logText()).not.toMatch(/could not check/);
		await trigger.poll();
		expect(trigger.logText()).toMatch(line);
	});

	it('is named where it has no status', async () => {
		fleet.nodes = [fleet.node('ND-1-1'), fleet.node('ND-1-2', null)];
		const trigger = await watchingNodes();
		await trigger.poll();
		await trigger.poll();
		expect(trigger.logText()).toMatch(
			/could not check ND-1-2 in 3 polls in a row: it has no status/,
		);
	});
});

describe('a manual test of many endpoints', () => {
	it('queries some of them, and leaves unchanged what the polls have learned', async () => {
		const { answer } = server;
		let asked = 0;
		server.answer = (request) => {
			if (request.method !== 'POST') return answer(request);
			asked += 1;
			return rpc(() => false)(request);
		};
		fleet.nodes = Array.from({ length: 200 }, (_, index) =>
			Object.assign(fleet.node(`ND-1-${index}`), {
				details: { https_endpoint: server.url, auth_key: `k0e0y0${index}` },
			}),
		);
		const trigger = await watching({ ...readiness, watch: 'all' }, onServer());
		asked = 0;
		// Five states, and the examples of a failure and of a recovery.
		expect(await reported(trigger.test())).toHaveLength(7);
		expect(asked).toBe(20);
		asked = 0;
		expect(await reported(trigger.poll())).toEqual([]);
		expect(asked).toBe(200);
	});
});

describe('a node that is deleted', () => {
	it.each(['all', 'chosen'])('is reported once it is confirmed (watching %s)', async (watch) => {
		fleet.nodes = ['ND-1-1', 'ND-1-2'].map((id) => fleet.node(id));
		const trigger = await watchingNodes({ watch, ids: 'ND-1-1 ND-1-2', confirmations: 2 });
		fleet.nodes.pop();
		expect(await reported(trigger.poll())).toEqual([]);
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'ND-1-2', from: 'running', to: 'deleted', confirmedAfter: 2 },
		]);
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('is not assumed when the API key was replaced by that of another organization', async () => {
		fleet.nodes = ['ND-1-1', 'ND-1-2'].map((id) => fleet.node(id));
		const trigger = await watchingNodes();
		fleet.organization = 'RG-2-2';
		fleet.nodes = ['ND-2-1', 'ND-2-2'].map((id) => fleet.node(id, 'failed'));
		for (const poll of [trigger.poll, trigger.poll]) expect(await reported(poll())).toEqual([]);
		fleet.nodes[0].status = 'running';
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-2-1', from: 'failed' }]);
	});

	it('is not assumed while only a proxy answers 404', async () => {
		fleet.nodes = [fleet.node('ND-1-1')];
		const trigger = await watchingNodes({ watch: 'chosen', ids: 'ND-1-1' });
		server.answer = () => ({ status: 404, body: '<html>no such page</html>' });
		expect(await reported(trigger.poll())).toEqual([]);
		fleet = Object.assign(fleetOn(server), { nodes: fleet.nodes });
		expect(await reported(trigger.poll())).toEqual([]);
	});
});

describe('a list of addresses', () => {
	const address = (key: string) => `${server.url}/${key}/evm`;
	const keys = ['a1b2c3d4e5f60718293a4b5c6d7e8f90', 'b1b2c3d4e5f60718293a4b5c6d7e8f90'];

	it('is watched without a request to the platform, each address on its own, with keys masked', async () => {
		server.answer = rpc(() => false);
		const addresses = keys.map(address).join('\n');
		const trigger = await watching({ ...readiness, watch: 'addresses', addresses });
		const good = server.answer;
		server.answer = (request) => (request.url.includes(keys[1]) ? { status: 404 } : good(request));
		const changes = await reported(trigger.poll());
		expect(changes).toMatchObject([{ from: 'ready', to: 'invalidResponse' }]);
		expect(server.seen.every(({ method }) => method === 'POST')).toBe(true);
		const text = trigger.text();
		for (const key of keys) expect(text).not.toContain(key);
	});

	it('that is shortened does not confuse one address with another', async () => {
		server.answer = ({ url, json }) =>
			url.includes(keys[0]) ? { status: 404 } : rpc(() => false)({ url, json } as never);
		const both = { ...readiness, watch: 'addresses', addresses: keys.map(address).join('\n') };
		const third = address('c1b2c3d4e5f60718293a4b5c6d7e8f90');
		const trigger = await watching({ ...both, addresses: `${both.addresses}\n${third}` });
		expect(await reported(trigger.poll())).toEqual([]);
		const addresses = [address(keys[1]), third].join('\n');
		expect(await reported(trigger.activate({ parameters: { ...both, addresses } }))).toEqual([]);
		expect(await reported(trigger.poll())).toEqual([]);
		const answer = server.answer;
		server.answer = (request) =>
			request.url.includes(keys[1]) ? { status: 404 } : answer(request);
		expect(await reported(trigger.poll())).toMatchObject([
			{ name: expect.stringMatching(/ #1$/) as string, from: 'ready', to: 'invalidResponse' },
		]);
	});

	it('with one address in several spellings watches one endpoint', async () => {
		server.answer = rpc(() => false);
		const root = `${server.url}/${keys[0]}`;
		const addresses = [root, `${root}/`, `${root}/evm`, `${root}//evm/`].join(', ');
		const trigger = await watching({ ...readiness, watch: 'addresses', addresses });
		server.seen.length = 0;
		server.answer = () => ({ status: 404 });
		expect(await reported(trigger.poll())).toHaveLength(1);
		// Where nothing is found with the path that was appended, the address is tried as it was pasted.
		expect(server.seen.map(({ url }) => url)).toEqual([`/${keys[0]}/evm`, `/${keys[0]}`]);
	});

	it('distinguishes users of one address', async () => {
		server.answer = rpc(() => false);
		const addresses = ['amy', 'bob']
			.map((user) => server.url.replace('//', `//${user}:pa0ss0word@`) + '/evm')
			.join(' ');
		const trigger = await watching({ ...readiness, watch: 'addresses', addresses });
		const bob = Buffer.from('bob:pa0ss0word').toString('base64');
		const good = server.answer;
		server.answer = (request) =>
			request.headers.authorization === `Basic ${bob}` ? { status: 404 } : good(request);
		expect(await reported(trigger.poll())).toMatchObject([
			{ name: expect.stringMatching(/ #2$/) as string, to: 'invalidResponse' },
		]);
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('that is empty is refused', async () => {
		const trigger = await watching({ ...readiness, watch: 'addresses', addresses: ' ' });
		expect(trigger.first.error?.message).toContain('Addresses');
	});
});

describe('an organization', () => {
	it('has all its running nodes watched', async () => {
		const parameters = { ...readiness, watch: 'all', emitInitialState: true };
		const trigger = await watching(parameters);
		const ids = (trigger.first.items ?? []).map(({ json }) => json.id);
		expect(ids).toContain(seedIds.nodes.ethereum);
		expect(ids).toContain(seedIds.nodes.polygon);
	});
});

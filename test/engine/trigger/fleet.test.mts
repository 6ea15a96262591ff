import { describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { nodeStatus, readiness, reported } from '../fixtures/polling.mts';
import { answering, readyNode, type Reply } from '../fixtures/server.mts';

const fleet = useFleet('ND-1-1', 'ND-1-2');
const { server } = fleet;
const watchingNodes = async (parameters: object = {}) =>
	await fleet.watching({ ...nodeStatus, ...parameters });
/** The readiness of chosen nodes, with that at first. */
const chosen = async (ids: string) =>
	await fleet.watching({ ...readiness, watch: 'chosen', ids, emitInitialState: true });

describe('chosen objects', () => {
	it('are requested by their IDs, however large the organization is', async () => {
		fleet.nodes = Array.from({ length: 300 }, (_, index) => fleet.node(`ND-1-${index}`));
		const trigger = await watchingNodes({ watch: 'chosen', ids: 'ND-1-7' });
		server.seen.length = 0;
		fleet.nodes[7].status = 'failed';
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-7', to: 'failed' }]);
		expect(fleet.paths()).toEqual(['/v1/nodes/ND-1-7/']);
	});

	it('for readiness are requested by their IDs, and their networks once', async () => {
		const trigger = await chosen('ND-1-1');
		expect(trigger.first.items).toMatchObject([{ json: { id: 'ND-1-1', to: 'ready' } }]);
		server.seen.length = 0;
		await trigger.poll();
		expect(fleet.paths().filter((url) => url.startsWith('/v1'))).toEqual(['/v1/nodes/ND-1-1/']);
	});

	it('for readiness are asked in the dialect that the first poll found', async () => {
		const noMethod = answering(() => ({ error: { code: -32601, message: 'Method not found' } }));
		fleet.endpoint = (request) => {
			if (!request.url.endsWith('/graphql')) return noMethod(request);
			const timestamp = new Date().toISOString();
			const checkpoint = { sequenceNumber: 7, digest: 'd', timestamp };
			return { body: { data: { chainIdentifier: 'c', checkpoint } } };
		};
		fleet.protocol = 'sui';
		const trigger = await chosen('ND-1-1');
		expect(trigger.first.items).toMatchObject([{ json: { to: 'ready' } }]);
		server.seen.length = 0;
		expect(await reported(trigger.poll())).toEqual([]);
		const asked = server.seen.filter(({ method }) => method === 'POST');
		expect(asked.map(({ url }) => url)).toEqual(['/key0of0ND-1-1/graphql']);
	});

	it('of which one cannot be read still report the others', async () => {
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
		server.answer = (request) => (fails(request.url) ? { status: 500 } : answer(request));
		if (parameters === readiness) fleet.nodes[0].network = 'NW-7-7';
		const watched = { ...parameters, watch: 'chosen', ids: 'ND-1-1, ND-1-2' };
		const trigger = await fleet.watching(watched);
		await trigger.poll();
		expect(trigger.logText()).not.toMatch(/could not check/);
		await trigger.poll();
		expect(trigger.logText()).toMatch(line);
	});

	it.each([
		[
			'and named among nodes',
			nodeStatus,
			['could not check ND-1-2 in 3 polls in a row: it has no status'],
		],
		['among endpoints', { ...readiness, watch: 'all' }, []],
	])('is unknown, and no state, where it has no status, %s', async (_, parameters, lines) => {
		const trigger = await fleet.watching(parameters);
		fleet.nodes[1].status = null;
		for (let poll = 0; poll < 3; poll += 1) expect(await reported(trigger.poll())).toEqual([]);
		const logged = trigger.log.filter(({ level }) => level === 'warn');
		expect(logged.map(({ message }) => message)).toEqual(
			lines.map((line) => expect.stringContaining(line) as string),
		);
	});
});

describe('a manual test of many endpoints', () => {
	it('queries some of them, and leaves unchanged what the polls have learned', async () => {
		let asked = 0;
		fleet.endpoint = (request) => {
			asked += 1;
			return readyNode(request);
		};
		fleet.nodes = Array.from({ length: 200 }, (_, index) => fleet.node(`ND-1-${index}`));
		const trigger = await fleet.watching({ ...readiness, watch: 'all' });
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
	it('is not assumed when the API key was replaced by that of another organization', async () => {
		const trigger = await watchingNodes();
		fleet.organization = 'RG-2-2';
		fleet.nodes = ['ND-2-1', 'ND-2-2'].map((id) => fleet.node(id, 'failed'));
		for (const poll of [trigger.poll, trigger.poll]) expect(await reported(poll())).toEqual([]);
		fleet.nodes[0].status = 'running';
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-2-1', from: 'failed' }]);
	});

	it('is not assumed while only a proxy answers 404', async () => {
		const trigger = await watchingNodes({ watch: 'chosen', ids: 'ND-1-1' });
		const { answer } = server;
		server.answer = () => ({ status: 404, body: '<html>no such page</html>' });
		expect(await reported(trigger.poll())).toEqual([]);
		server.answer = answer;
		expect(await reported(trigger.poll())).toEqual([]);
	});
});

describe('a list of addresses', () => {
	const address = (key: string) => `${server.url}/${key}/evm`;
	const keys = ['a1b2c3d4e5f60718293a4b5c6d7e8f90', 'b1b2c3d4e5f60718293a4b5c6d7e8f90'];
	const watchingAddresses = async (addresses: string) =>
		await fleet.watching({ ...readiness, watch: 'addresses', addresses });

	it('is watched without a request to the platform, each address on its own, with keys masked', async () => {
		const trigger = await watchingAddresses(keys.map(address).join('\n'));
		fleet.endpoint = (request) =>
			request.url.includes(keys[1]) ? { status: 404 } : readyNode(request);
		const changes = await reported(trigger.poll());
		expect(changes).toMatchObject([{ from: 'ready', to: 'invalidResponse' }]);
		expect(server.seen.every(({ method }) => method === 'POST')).toBe(true);
		const text = trigger.text();
		for (const key of keys) expect(text).not.toContain(key);
	});

	it('that is shortened does not confuse one address with another', async () => {
		fleet.endpoint = (request) =>
			request.url.includes(keys[0]) ? { status: 404 } : readyNode(request);
		const third = address('c1b2c3d4e5f60718293a4b5c6d7e8f90');
		const trigger = await watchingAddresses([...keys.map(address), third].join('\n'));
		expect(await reported(trigger.poll())).toEqual([]);
		const addresses = [address(keys[1]), third].join('\n');
		const parameters = { ...readiness, watch: 'addresses', addresses };
		expect(await reported(trigger.activate({ parameters }))).toEqual([]);
		expect(await reported(trigger.poll())).toEqual([]);
		fleet.endpoint = (request) =>
			request.url.includes(keys[1]) ? { status: 404 } : readyNode(request);
		expect(await reported(trigger.poll())).toMatchObject([
			{ name: expect.stringMatching(/ #2$/) as string, from: 'ready', to: 'invalidResponse' },
		]);
	});

	it('with one address in several spellings watches one endpoint', async () => {
		const root = `${server.url}/${keys[0]}`;
		const addresses = [root, `${root}/`, `${root}/evm`, `${root}//evm/`].join(', ');
		const trigger = await watchingAddresses(addresses);
		server.seen.length = 0;
		fleet.endpoint = () => ({ status: 404 });
		expect(await reported(trigger.poll())).toHaveLength(1);
		// Where nothing is found with the path that was appended, the address is tried as it was pasted.
		expect(fleet.paths()).toEqual([`/${keys[0]}/evm`, `/${keys[0]}`]);
	});

	it.each<[string, Reply]>([
		['502', { status: 502, body: '' }],
		['429', { status: 429, body: '' }],
		['a reset', { instead: 'reset' }],
		['a slow answer', { delayMs: 1500 }],
	])('loses none that is first answered by %s where it was pasted', async (_, first) => {
		const addresses = keys.map((key) => `${server.url}/${key}`).join('\n');
		const answered = new Set<string>();
		fleet.endpoint = (request) => {
			if (request.url.endsWith('/evm')) return { status: 404 };
			if (answered.has(request.url)) return readyNode(request);
			answered.add(request.url);
			return { ...readyNode(request), ...first };
		};
		const trigger = await fleet.watching({
			...readiness,
			watch: 'addresses',
			addresses,
			emitInitialState: true,
		});
		const items = [...(trigger.first.items ?? [])];
		for (let poll = 0; poll < 3; poll += 1) items.push(...((await trigger.poll()).items ?? []));
		const states = items.map(({ json }) => json.to);
		expect(states).toContain('ready');
		expect(states).not.toContain('invalidResponse');
		expect(states.at(-1)).toBe('ready');
		server.seen.length = 0;
		await trigger.poll();
		expect(fleet.paths().sort()).toEqual(keys.map((key) => `/${key}`));
	});

	it('distinguishes users of one address', async () => {
		const addresses = ['amy', 'bob']
			.map((user) => server.url.replace('//', `//${user}:pa0ss0word@`) + '/evm')
			.join(' ');
		const trigger = await watchingAddresses(addresses);
		const bob = Buffer.from('bob:pa0ss0word').toString('base64');
		fleet.endpoint = (request) =>
			request.headers.authorization === `Basic ${bob}` ? { status: 404 } : readyNode(request);
		expect(await reported(trigger.poll())).toMatchObject([
			{ name: expect.stringMatching(/ #2$/) as string, to: 'invalidResponse' },
		]);
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('that is empty is refused', async () => {
		const trigger = await watchingAddresses(' ');
		expect(trigger.first.error?.message).toContain('Addresses');
	});
});

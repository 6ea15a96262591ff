import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { jsons, usePlatform } from './fixtures/platform.mts';
import { answerCalls, useServer, type RpcCall, type SeenRequest } from './fixtures/server.mts';
import { startPolling, type Poll, type PollingTrigger } from './support/index.mts';

const platform = usePlatform();
const server = useServer(() => ({ status: 500 }));

const { ethereum, hyperliquid, polygon, bitcoin } = seedIds.nodes;
const nodeStatus = { event: 'nodeStatusChanged', confirmations: 1 };
const syncState = { event: 'syncStateChanged', confirmations: 1 };
const anyDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

/** A trigger that has been activated, and what its first poll put out. */
async function watching(
	parameters: object,
	credentials: { chainstackApi: object } = platform.credential(),
): Promise<PollingTrigger & { first: Poll }> {
	const trigger = await startPolling({ parameters, credentials });
	const first = await trigger.activate();
	return Object.assign(trigger, { first });
}

/** What a poll reported; fails when the poll threw. */
async function reported(poll: Promise<Poll>): Promise<object[]> {
	const { items, error } = await poll;
	expect(error).toBeUndefined();
	return jsons(items ?? []);
}

/** Makes all time limits so many times shorter; waits between attempts stay as they are. */
function shortenTimeLimits(times: number): void {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / times)));
}

afterEach(() => {
	vi.restoreAllMocks();
});

describe('a change of status', () => {
	it('is reported as one item with everything about it', async () => {
		const trigger = await watching(nodeStatus);
		expect(trigger.first).toMatchObject({ items: null, error: undefined });
		expect(await reported(trigger.poll())).toEqual([]);
		platform.sandbox.setStatus(ethereum, 'stopped');
		expect(await reported(trigger.poll())).toEqual([
			{
				event: 'nodeStatusChanged',
				id: ethereum,
				name: 'eth-archive-1',
				from: 'running',
				to: 'stopped',
				since: anyDate,
				confirmedAfter: 1,
			},
		]);
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('is reported once for each of several nodes', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'stopped');
		platform.sandbox.setStatus(polygon, 'failed');
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: ethereum, to: 'stopped' },
			{ id: polygon, to: 'failed' },
		]);
	});

	it('of a network is told from that of its nodes', async () => {
		const trigger = await watching({ event: 'networkStatusChanged', confirmations: 1 });
		platform.sandbox.setStatus(seedIds.networks.polygon, 'warning');
		expect(await reported(trigger.poll())).toMatchObject([
			{
				event: 'networkStatusChanged',
				id: seedIds.networks.polygon,
				name: 'Polygon mainnet',
				from: 'ok',
				to: 'warning',
			},
		]);
	});

	it.each([1, 2, 3])('has to hold for %i polls', async (confirmations) => {
		const trigger = await watching({ ...nodeStatus, confirmations });
		platform.sandbox.setStatus(ethereum, 'stopped');
		const before = Date.now();
		for (let poll = 1; poll < confirmations; poll += 1) {
			expect(await reported(trigger.poll())).toEqual([]);
		}
		const seenBy = Date.now();
		const [change] = (await reported(trigger.poll())) as Array<{ since: string }>;
		expect(change).toMatchObject({ to: 'stopped', confirmedAfter: confirmations });
		const since = Date.parse(change.since);
		expect(since).toBeGreaterThanOrEqual(before);
		if (confirmations > 1) expect(since).toBeLessThanOrEqual(seenBy);
	});

	it('that comes and goes stays silent', async () => {
		const trigger = await watching({ ...nodeStatus, confirmations: 2 });
		for (const status of ['stopped', 'running', 'stopped', 'running', 'running'] as const) {
			platform.sandbox.setStatus(ethereum, status);
			expect(await reported(trigger.poll())).toEqual([]);
		}
	});

	it('back to running tells the downtime', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'stopped');
		const [down] = (await reported(trigger.poll())) as Array<{ since: string }>;
		platform.sandbox.setStatus(ethereum, 'starting');
		expect(await reported(trigger.poll())).toMatchObject([{ from: 'stopped', to: 'starting' }]);
		platform.sandbox.setStatus(ethereum, undefined);
		const [up] = (await reported(trigger.poll())) as Array<{ since: string }>;
		const downtimeMs = Date.parse(up.since) - Date.parse(down.since);
		expect(up).toMatchObject({ from: 'starting', to: 'running', downtimeMs });
	});

	it('is told with the name the node has now', async () => {
		const trigger = await watching(nodeStatus);
		server.answer = lists([{ id: ethereum, name: 'renamed', status: 'stopped' }]);
		const poll = trigger.activate({ credentials: platform.credential({ baseUrl: server.url }) });
		expect(await reported(poll)).toMatchObject([{ name: 'renamed', to: 'stopped' }]);
	});
});

describe('the first sight', () => {
	it('is silent, also of a node that is down', async () => {
		platform.sandbox.setStatus(ethereum, 'failed');
		const trigger = await watching(nodeStatus);
		expect(trigger.first.items).toBeNull();
		platform.sandbox.setStatus(ethereum, 'running');
		expect(await reported(trigger.poll())).toMatchObject([
			{ from: 'failed', to: 'running', downtimeMs: expect.any(Number) as number },
		]);
	});

	it('is reported when that is wanted, once', async () => {
		const trigger = await watching({ ...nodeStatus, confirmations: 3, reportFirstSight: true });
		const first = jsons(trigger.first.items ?? []);
		expect(first).toHaveLength(4);
		expect(first[0]).toEqual({
			event: 'nodeStatusChanged',
			id: ethereum,
			name: 'eth-archive-1',
			from: null,
			to: 'running',
			since: anyDate,
			confirmedAfter: 1,
		});
		expect(await reported(trigger.poll())).toEqual([]);
		const [added] = platform.sandbox.addNodes(1);
		expect(await reported(trigger.poll())).toMatchObject([{ id: added, from: null }]);
		await trigger.kill();
		expect(await reported(trigger.activate())).toEqual([]);
	});

	it('of a new node is silent, and its next change is not', async () => {
		const trigger = await watching(nodeStatus);
		const [added] = platform.sandbox.addNodes(1);
		expect(await reported(trigger.poll())).toEqual([]);
		platform.sandbox.setStatus(added, 'error');
		expect(await reported(trigger.poll())).toMatchObject([{ id: added, to: 'error' }]);
	});

	it('is what a node that disappeared and came back is met with', async () => {
		const list = (...ids: string[]) =>
			lists(ids.map((id) => ({ id, name: id, status: 'running' })));
		server.answer = list('ND-1-1', 'ND-1-2');
		const trigger = await watching(nodeStatus, platform.credential({ baseUrl: server.url }));
		server.answer = list('ND-1-1');
		expect(await reported(trigger.poll())).toEqual([]);
		expect(JSON.stringify(trigger.state)).not.toContain('ND-1-2');
		server.answer = lists([
			{ id: 'ND-1-1', name: 'x', status: 'running' },
			{ id: 'ND-1-2', name: 'y', status: 'failed' },
		]);
		expect(await reported(trigger.poll())).toEqual([]);
	});
});

describe('what is watched', () => {
	it('is all, those of a project, or chosen ones', async () => {
		for (const [parameters, expected] of [
			[{ watch: 'all' }, [ethereum, hyperliquid, polygon, bitcoin]],
			[{ watch: 'project', project: seedIds.projects.staging }, [polygon, bitcoin]],
			[{ watch: 'chosen', ids: `${bitcoin}, ${ethereum}` }, [ethereum, bitcoin]],
		] as const) {
			const trigger = await watching({ ...nodeStatus, ...parameters, reportFirstSight: true });
			const found = jsons(trigger.first.items ?? []) as Array<{ id: string }>;
			expect(found.map(({ id }) => id)).toEqual(expected);
		}
	});

	it('is read page by page', async () => {
		const ids = platform.sandbox.addNodes(60);
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ids[59], 'failed');
		expect(await reported(trigger.poll())).toMatchObject([{ id: ids[59] }]);
	});

	it.each([
		[{ watch: 'chosen', ids: '' }, 'ND-'],
		[{ watch: 'chosen', ids: 'NW-1-2-3' }, 'NW-1-2-3'],
		[{ watch: 'project', project: 'ND-1-2-3' }, 'ND-1-2-3'],
	])('is checked before anything is sent: %j', async (parameters, named) => {
		const trigger = await watching({ ...nodeStatus, ...parameters });
		expect(trigger.first.error?.message).toContain(named);
		expect(platform.requests()).toEqual([]);
	});

	it.each([
		['nodeStatusChanged', 'ND-999-999-999', /no such node/],
		['networkStatusChanged', 'NW-999-999-999', /no such network/],
		['syncStateChanged', 'ND-999-999-999', /no such node/],
		['syncStateChanged', bitcoin, /runs bitcoin/],
	])('and cannot be, by %s, is told: %s', async (event, id, reason) => {
		const ids = `${event === 'networkStatusChanged' ? seedIds.networks.polygon : polygon}, ${id}`;
		const parameters = { event, watch: 'chosen', ids, confirmations: 1 };
		const trigger = await watching(parameters);
		await trigger.poll();
		const lines = trigger.log.filter(({ level }) => level === 'warn');
		expect(lines.map(({ message }) => message)).toEqual([
			expect.stringContaining(`does not watch ${id}`),
		]);
		expect(lines[0].message).toMatch(reason);
		const shown = jsons((await trigger.test()).items ?? []) as Array<{ id: string; note?: string }>;
		expect(shown).toHaveLength(2);
		expect(shown[1]).toMatchObject({ id, note: expect.stringMatching(reason) as string });
	});

	it('may be changed without false reports', async () => {
		const trigger = await watching(nodeStatus);
		const { main, staging } = seedIds.projects;
		for (const parameters of [
			{ ...nodeStatus, watch: 'project', project: main },
			{ ...nodeStatus, watch: 'project', project: staging },
			{ ...syncState, watch: 'project', project: main },
			{ event: 'networkStatusChanged', confirmations: 1 },
			{ ...nodeStatus, watch: 'chosen', ids: polygon },
		]) {
			expect(await reported(trigger.activate({ parameters }))).toEqual([]);
			expect(await reported(trigger.poll())).toEqual([]);
		}
		platform.sandbox.setStatus(polygon, 'failed');
		platform.sandbox.setStatus(ethereum, 'failed');
		expect(await reported(trigger.poll())).toMatchObject([{ id: polygon, to: 'failed' }]);
	});

	it('may be another endpoint without false reports', async () => {
		server.answer = rpc(() => false);
		const credentials = platform.credential({ nodeEndpoint: server.url });
		const trigger = await watching(syncState, credentials);
		const elsewhere = platform.credential({ nodeEndpoint: 'http://127.0.0.1:9' });
		expect(await reported(trigger.activate({ credentials: elsewhere }))).toEqual([]);
	});
});

describe('a list that cannot be read', () => {
	const failures = {
		'status 429': { kind: 'rateLimit', retryAfter: 3600 },
		'status 500': { kind: 'status', status: 500 },
		'a broken connection': { kind: 'reset' },
	} as const;

	it.each(Object.entries(failures))(
		'(%s) is skipped twice with a line in the log, then thrown',
		async (_, fault) => {
			const trigger = await watching(nodeStatus);
			platform.sandbox.fault({ path: '/v1/nodes/', ...fault });
			for (const poll of [1, 2]) {
				expect(await trigger.poll()).toMatchObject({ items: null, error: undefined });
				const lines = trigger.log.filter(({ level }) => level === 'warn');
				expect(lines).toHaveLength(poll);
				expect(lines[0].message).toContain('skipped a poll');
			}
			const third = await trigger.poll();
			expect(third.error?.name).toMatch(/^Node(Api|Operation)Error$/);
			expect((await trigger.poll()).error).toBeDefined();
		},
	);

	it('does not count once one was read', async () => {
		const trigger = await watching(nodeStatus);
		const fail = () => platform.sandbox.fault({ path: '/v1/nodes/', kind: 'status', status: 500 });
		for (let round = 0; round < 3; round += 1) {
			fail();
			expect((await trigger.poll()).error).toBeUndefined();
			expect((await trigger.poll()).error).toBeUndefined();
			platform.sandbox.clearFaults();
			expect(await reported(trigger.poll())).toEqual([]);
		}
	});

	it('makes nothing disappear', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'status', status: 500, times: 2 });
		const { memory } = trigger.state;
		await trigger.poll();
		expect(trigger.state.memory).toEqual(memory);
		platform.sandbox.setStatus(ethereum, 'failed');
		await trigger.poll();
		expect(await reported(trigger.poll())).toMatchObject([{ id: ethereum, to: 'failed' }]);
	});

	it('in the middle makes nothing disappear', async () => {
		const ids = platform.sandbox.addNodes(30);
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: 'page=2', kind: 'status', status: 500, times: 1 });
		expect(await trigger.poll()).toMatchObject({ items: null, error: undefined });
		platform.sandbox.setStatus(ids[29], 'failed');
		expect(await reported(trigger.poll())).toMatchObject([{ id: ids[29] }]);
	});

	it.each([
		['a web page', '<html><title>Be right back</title></html>'],
		['JSON that ends too early', '{"count": 1, "results": [{"id": "ND-'],
		['an object without results', '{"status": "ok"}'],
	])('because it is %s is skipped', async (_, body) => {
		const trigger = await watching(nodeStatus);
		server.answer = () => ({ body });
		const elsewhere = platform.credential({ baseUrl: server.url });
		const { memory } = trigger.state;
		const poll = await trigger.activate({ credentials: elsewhere });
		expect(poll).toMatchObject({ items: null, error: undefined });
		expect(trigger.logText()).toContain('skipped a poll');
		expect(trigger.state.memory).toEqual(memory);
	});

	it('as a whole, because records moved between its pages, makes nothing disappear', async () => {
		const record = (id: string) => ({ id, name: id, status: 'running', network: 'NW-1-1' });
		const page = (results: object[], next: string | null) => ({
			body: { count: 3, next, results },
		});
		server.answer = lists(['ND-1-1', 'ND-1-2', 'ND-1-3'].map(record));
		const trigger = await watching(nodeStatus, platform.credential({ baseUrl: server.url }));
		const second = `${server.url}/v1/nodes/?page=2`;
		server.answer = ({ url }) =>
			url.includes('page=2') ? page([record('ND-1-3')], null) : page([record('ND-1-1')], second);
		expect(await reported(trigger.poll())).toEqual([]);
		expect(Object.keys(trigger.state.memory as object)).toContain('ND-1-2');
		server.answer = lists([{ ...record('ND-1-2'), status: 'failed' }]);
		expect(await reported(trigger.poll())).toMatchObject([{ id: 'ND-1-2', to: 'failed' }]);
	});

	it.each([401, 403])('because of status %i is thrown at once', async (status) => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'status', status });
		const { error } = await trigger.poll();
		expect(error?.name).toBe('NodeApiError');
		expect(error).toMatchObject({ httpCode: String(status) });
	});

	it('does not keep the workflow from being activated', async () => {
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'status', status: 500, times: 1 });
		const trigger = await watching(nodeStatus);
		expect(trigger.first).toMatchObject({ items: null, error: undefined });
		expect(await reported(trigger.poll())).toEqual([]);
		platform.sandbox.setStatus(ethereum, 'failed');
		expect(await reported(trigger.poll())).toMatchObject([{ from: 'running', to: 'failed' }]);
	});

	it('within the time of a poll is skipped like one that fails', async () => {
		const trigger = await watching(nodeStatus);
		shortenTimeLimits(50);
		let page = 0;
		server.answer = () => ({
			delayMs: 100,
			body: { results: [], next: `${server.url}/v1/nodes/?page=${(page += 1)}` },
		});
		const credentials = platform.credential({ baseUrl: server.url });
		const poll = await trigger.activate({ credentials });
		expect(poll).toMatchObject({ items: null, error: undefined });
		expect(trigger.logText()).toContain('skipped a poll');
		expect(poll.durationMs).toBeLessThan(2000);
	});
});

describe('a poll', () => {
	it('that is overtaken by the next is the only one that looks', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'failed');
		platform.sandbox.clearRequests();
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'delay', delayMs: 200, times: 1 });
		const slow = trigger.poll();
		const overlapping = await Promise.all([trigger.poll(), trigger.poll()]);
		for (const poll of overlapping) {
			expect(poll).toMatchObject({ items: null, error: undefined });
			expect(poll.durationMs).toBeLessThan(150);
		}
		expect(await reported(slow)).toHaveLength(1);
		expect(platform.requests()).toHaveLength(1);
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('does not keep those of another workflow waiting for ever', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'status', status: 401, times: 1 });
		expect((await trigger.poll()).error).toBeDefined();
		platform.sandbox.setStatus(ethereum, 'failed');
		expect(await reported(trigger.poll())).toHaveLength(1);
	});

	it('by hand shows how things are and leaves the memory alone', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'failed');
		const before = trigger.state;
		const shown = await reported(trigger.test());
		expect(shown).toHaveLength(4);
		expect(shown[0]).toEqual({
			event: 'nodeStatusChanged',
			id: ethereum,
			name: 'eth-archive-1',
			from: null,
			to: 'failed',
			since: anyDate,
			confirmedAfter: 1,
		});
		expect(trigger.state).toEqual(before);
		expect(await reported(trigger.poll())).toMatchObject([{ id: ethereum, from: 'running' }]);
	});

	it('by hand shows a few of many, and says when there is nothing', async () => {
		platform.sandbox.addNodes(30);
		const many = await startPolling({
			parameters: nodeStatus,
			credentials: platform.credential(),
		});
		const shown = await reported(many.test());
		expect(shown.length).toBeGreaterThan(0);
		expect(shown.length).toBeLessThanOrEqual(10);
		expect(many.state).toEqual({});
		server.answer = lists([]);
		const none = await startPolling({
			parameters: nodeStatus,
			credentials: platform.credential({ baseUrl: server.url }),
		});
		expect(await reported(none.test())).toEqual([
			{ event: 'nodeStatusChanged', note: expect.stringContaining('nothing') as string },
		]);
	});

	it('by hand throws what is wrong at once', async () => {
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'status', status: 500 });
		const trigger = await startPolling({
			parameters: nodeStatus,
			credentials: platform.credential(),
		});
		expect((await trigger.test()).error?.message).toBeTruthy();
		expect(trigger.state).toEqual({});
	});

	it('without an API key says which field to fill in', async () => {
		const trigger = await watching(nodeStatus, platform.credential({ apiKey: '' }));
		expect(trigger.first.error?.message).toContain('API Key');
	});
});

describe('the sync state', () => {
	const toSyncing = { currentBlock: '0x10', highestBlock: '0x20' };

	it("of the credential's endpoint is told with its facts", async () => {
		const trigger = await watching(syncState);
		platform.sandbox.setSyncing(platform.sandbox.endpointKey, toSyncing);
		const endpoint = `${platform.sandbox.nodeEndpoint}/***/evm`;
		expect(await reported(trigger.poll())).toEqual([
			{
				event: 'syncStateChanged',
				id: endpoint,
				name: endpoint,
				from: 'ready',
				to: 'syncing',
				since: anyDate,
				confirmedAfter: 1,
				endpoint,
				latencyMs: expect.any(Number) as number,
				currentBlock: 16,
				highestBlock: 32,
				blocksBehind: 16,
			},
		]);
		platform.sandbox.setSyncing(platform.sandbox.endpointKey, undefined);
		expect(await reported(trigger.poll())).toMatchObject([
			{ from: 'syncing', to: 'ready', downtimeMs: expect.any(Number) as number },
		]);
		expect(platform.requests().filter(({ method }) => method === 'GET')).toEqual([]);
	});

	it('of the credential needs no API key', async () => {
		const trigger = await watching(syncState, platform.credential({ apiKey: '' }));
		expect(trigger.first.error).toBeUndefined();
	});

	it('without an endpoint says which field to fill in', async () => {
		const trigger = await watching(syncState, platform.credential({ nodeEndpoint: '' }));
		expect(trigger.first.error?.message).toContain('Node Endpoint');
	});

	it('of chosen nodes follows the nodes', async () => {
		const trigger = await watching({
			...syncState,
			watch: 'chosen',
			ids: `${ethereum}, ${polygon}`,
		});
		platform.sandbox.setSyncing(polygon, true);
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: polygon, name: 'polygon-1', to: 'syncing' },
		]);
		platform.sandbox.setStatus(ethereum, 'stopped');
		expect(await reported(trigger.poll())).toMatchObject([{ id: ethereum, to: 'unreachable' }]);
	});

	it('of a project is that of its running EVM nodes, read anew in each poll', async () => {
		const { staging } = seedIds.projects;
		const parameters = { ...syncState, watch: 'project', project: staging, reportFirstSight: true };
		const trigger = await watching(parameters);
		expect(jsons(trigger.first.items ?? [])).toMatchObject([{ id: polygon, to: 'ready' }]);
		const rpcRequests = platform.requests().filter(({ method }) => method === 'POST');
		expect(rpcRequests).toHaveLength(1);
		platform.sandbox.clearRequests();
		const added = platform.sandbox.addNodes(3, staging);
		const news = (await reported(trigger.poll())) as Array<{ id: string }>;
		expect(news.length).toBeGreaterThan(0);
		for (const { id } of news) expect(added).toContain(id);
		// Two lists, whatever the number of nodes.
		expect(platform.requests().filter(({ method }) => method === 'GET')).toHaveLength(2);
	});

	it('of a node that stops and returns is not lost in between', async () => {
		const trigger = await watching({
			...syncState,
			watch: 'project',
			project: seedIds.projects.main,
		});
		platform.sandbox.setSyncing(ethereum, true);
		expect(await reported(trigger.poll())).toMatchObject([{ id: ethereum, to: 'syncing' }]);
		platform.sandbox.setStatus(ethereum, 'stopped');
		await trigger.poll();
		platform.sandbox.setStatus(ethereum, undefined);
		platform.sandbox.setSyncing(ethereum, undefined);
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: ethereum, to: 'ready', downtimeMs: expect.any(Number) as number },
		]);
	});

	it('of an endpoint whose key was revoked is unauthorized', async () => {
		server.answer = rpc(() => false);
		const trigger = await watching(syncState, platform.credential({ nodeEndpoint: server.url }));
		server.answer = () => ({ status: 401 });
		expect(await reported(trigger.poll())).toMatchObject([{ from: 'ready', to: 'unauthorized' }]);
	});

	it('is not judged by an answer that asks to come back within the poll', async () => {
		server.answer = rpc(() => false);
		const trigger = await watching(syncState, platform.credential({ nodeEndpoint: server.url }));
		const good = server.answer;
		for (const headers of [{ 'retry-after': '1' }, undefined]) {
			let requests = 0;
			server.answer = (request) =>
				(requests += 1) === 1 ? { status: 429, headers } : good(request);
			expect(await reported(trigger.poll())).toEqual([]);
			expect(requests).toBe(2);
		}
	});

	it('of an endpoint that turns everyone away poll after poll is told', async () => {
		server.answer = rpc(() => false);
		const credentials = platform.credential({ nodeEndpoint: server.url });
		const trigger = await watching({ ...syncState, confirmations: 2 }, credentials);
		server.answer = () => ({ status: 429, headers: { 'retry-after': '60' } });
		expect(await reported(trigger.poll())).toEqual([]);
		expect(await reported(trigger.poll())).toMatchObject([{ from: 'ready', to: 'rateLimited' }]);
	});

	it('of an endpoint that is never in the same trouble twice is told', async () => {
		server.answer = rpc(() => false);
		const credentials = platform.credential({ nodeEndpoint: server.url });
		const trigger = await watching({ ...syncState, confirmations: 2 }, credentials);
		for (const status of [503, 404, 503]) {
			server.answer = () => ({ status });
			expect(await reported(trigger.poll())).toEqual([]);
		}
		server.answer = () => ({ status: 404 });
		expect(await reported(trigger.poll())).toMatchObject([
			{ from: 'ready', to: 'invalidResponse', confirmedAfter: 4 },
		]);
	});

	describe('of many nodes', () => {
		let silent: ReadonlySet<string>;
		let details: (id: string) => object;

		beforeEach(() => {
			silent = new Set();
			details = (id) => ({ https_endpoint: server.url, auth_key: `key0of0${id}` });
		});

		/** Answers as the platform for so many nodes on itself, and as their endpoints. */
		function serveFleet(count: number): void {
			const ids = Array.from({ length: count }, (_, index) => `ND-1-${index}`);
			const list = lists(
				ids.map((id) => ({
					id,
					name: id,
					status: 'running',
					network: 'NW-1-1',
					details: details(id),
				})),
			);
			const call = rpc(() => false);
			server.answer = (request) => {
				if (request.url.startsWith('/v1/networks/'))
					return { body: { results: [{ id: 'NW-1-1', protocol: 'ethereum' }], next: null } };
				if (request.method === 'GET') return list(request);
				const id = /key0of0(ND-1-\d+)/.exec(request.url)?.[1] ?? '';
				return silent.has(id) ? { instead: 'hang' } : call(request);
			};
		}
		const fleet = async () =>
			await watching(
				{ ...syncState, watch: 'project', project: seedIds.projects.main },
				platform.credential({ baseUrl: server.url }),
			);

		it('is found out for all of them where their server takes only some a second', async () => {
			serveFleet(45);
			const trigger = await fleet();
			const unlimited = server.answer;
			let [second, used] = [0, 0];
			server.answer = (request) => {
				if (request.method === 'GET') return unlimited(request);
				const now = Math.floor(performance.now() / 1000);
				[second, used] = now === second ? [second, used + 1] : [now, 1];
				return used > 15 ? { status: 429 } : unlimited(request);
			};
			expect(await reported(trigger.poll())).toEqual([]);
			details = () => ({ https_endpoint: '', auth_key: '' });
			expect(await reported(trigger.poll())).toHaveLength(45);
		});

		it('is not held back by one that hangs, which is reported', async () => {
			serveFleet(6);
			const trigger = await fleet();
			shortenTimeLimits(10);
			silent = new Set(['ND-1-0', 'ND-1-3']);
			const poll = await trigger.poll();
			expect(poll.durationMs).toBeLessThan(3000);
			expect(jsons(poll.items ?? [])).toMatchObject([
				{ id: 'ND-1-0', to: 'unreachable' },
				{ id: 'ND-1-3', to: 'unreachable' },
			]);
			silent = new Set();
			expect(await reported(trigger.poll())).toHaveLength(2);
		});

		it('is reported when all of them hang', async () => {
			serveFleet(60);
			const trigger = await fleet();
			shortenTimeLimits(10);
			silent = new Set(Array.from({ length: 60 }, (_, index) => `ND-1-${index}`));
			const poll = await trigger.poll();
			expect(poll.durationMs).toBeLessThan(3000);
			expect(poll.items ?? []).toHaveLength(60);
		});

		it('of those that answer is told although many others hang', async () => {
			serveFleet(100);
			const trigger = await fleet();
			shortenTimeLimits(10);
			silent = new Set(Array.from({ length: 90 }, (_, index) => `ND-1-${index}`));
			const answer = server.answer;
			server.answer = (request) =>
				request.url.includes('key0of0ND-1-99/') ? { status: 404 } : answer(request);
			const poll = await trigger.poll();
			expect(jsons(poll.items ?? [])).toContainEqual(
				expect.objectContaining({ id: 'ND-1-99', to: 'invalidResponse' }),
			);
		});

		it('is not held back by one whose address makes no sense', async () => {
			serveFleet(3);
			const trigger = await fleet();
			details = (id) => ({
				https_endpoint: id === 'ND-1-1' ? 'wss://nowhere' : server.url,
				auth_key: `key0of0${id}`,
			});
			serveFleet(3);
			const poll = await trigger.poll();
			expect(poll.error).toBeUndefined();
			expect(jsons(poll.items ?? [])).toMatchObject([{ id: 'ND-1-1' }]);
		});
	});
});

describe('the usage', () => {
	let used: number;
	let period: string;
	const usage = {
		event: 'usageThresholdReached',
		metric: 'request_units',
		included: 1000,
		levels: '50, 80, 100',
	};
	const watchUsage = async (parameters: object = usage) =>
		await watching(parameters, platform.credential({ baseUrl: server.url }));

	beforeEach(() => {
		used = 0;
		period = '2026-05-01';
		server.answer = () => ({
			body: {
				count: 1,
				next: null,
				results: [{ node_id: ethereum, datetime: `${period}T00:00:00Z`, request_units: used }],
				totals: { request_units: used, compute_hours: null },
			},
		});
	});

	it('is reported once per level and billing period', async () => {
		const trigger = await watchUsage();
		used = 499;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 500;
		expect(await reported(trigger.poll())).toMatchObject([
			{
				event: 'usageThresholdReached',
				id: 'request_units 50%',
				metric: 'request_units',
				level: 50,
				used: 500,
				included: 1000,
				percent: 50,
				period,
			},
		]);
		used = 700;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 1200;
		expect(await reported(trigger.poll())).toMatchObject([{ level: 80 }, { level: 100 }]);
		period = '2026-06-01';
		used = 10;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 510;
		expect(await reported(trigger.poll())).toMatchObject([{ level: 50, period: '2026-06-01' }]);
	});

	it('is reported in a new period also if nobody looked in between', async () => {
		used = 600;
		const trigger = await watchUsage();
		period = '2026-06-01';
		expect(await reported(trigger.poll())).toMatchObject([{ level: 50, period }]);
	});

	it('at first sight is only remembered', async () => {
		used = 900;
		const trigger = await watchUsage();
		expect(trigger.first.items).toBeNull();
		expect(await reported(trigger.poll())).toEqual([]);
		used = 1000;
		expect(await reported(trigger.poll())).toMatchObject([{ level: 100 }]);
	});

	it('at first sight is reported when that is wanted, as far as it is reached', async () => {
		used = 900;
		const trigger = await watchUsage({ ...usage, reportFirstSight: true });
		expect(jsons(trigger.first.items ?? [])).toMatchObject([{ level: 50 }, { level: 80 }]);
	});

	it('is not reported again after a kill', async () => {
		const trigger = await watchUsage();
		used = 850;
		expect(await reported(trigger.poll())).toHaveLength(2);
		await trigger.kill();
		expect(await reported(trigger.activate())).toEqual([]);
	});

	it('that is corrected downwards is not reported twice in a period', async () => {
		const trigger = await watchUsage();
		used = 505;
		expect(await reported(trigger.poll())).toHaveLength(1);
		used = 495;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 510;
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('is not taken for none when the answer makes no sense', async () => {
		const trigger = await watchUsage();
		used = 600;
		expect(await reported(trigger.poll())).toHaveLength(1);
		const sensible = server.answer;
		server.answer = () => ({ body: { count: 0, next: null, results: [] } });
		await trigger.poll();
		server.answer = sensible;
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('of several metrics is kept apart', async () => {
		used = 600;
		const trigger = await watchUsage({ ...usage, metric: 'compute_hours' });
		expect(
			await reported(trigger.activate({ parameters: { ...usage, metric: 'request_units' } })),
		).toEqual([]);
		expect(JSON.stringify(trigger.state)).not.toContain('compute_hours 50%');
	});

	it.each([
		[{ levels: 'many' }, 'many'],
		[{ levels: '0' }, "'0'"],
		[{ levels: '50, -1' }, '50, -1'],
		[{ levels: ',' }, 'Levels'],
		[{ included: 0 }, 'Included in the Plan'],
		[{ included: -5 }, '-5'],
	])('refuses %j', async (parameters, named) => {
		const trigger = await watchUsage({ ...usage, ...parameters });
		expect(trigger.first.error?.message).toContain(named);
	});
});

describe('a kill', () => {
	const states = ['running', 'running', 'running', 'failed', 'stopped'];

	it('while a poll is under way loses nothing and reports nothing twice', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'failed');
		platform.sandbox.fault({ path: '/v1/nodes/', kind: 'delay', delayMs: 150, times: 1 });
		const lost = trigger.poll();
		await trigger.kill();
		expect(await reported(trigger.activate())).toMatchObject([{ id: ethereum, to: 'failed' }]);
		expect((await lost).items).toBeNull();
		await trigger.kill();
		expect(await reported(trigger.activate())).toEqual([]);
	});

	it('between confirmations only delays the report', async () => {
		const trigger = await watching({ ...nodeStatus, confirmations: 3 });
		platform.sandbox.setStatus(ethereum, 'failed');
		await trigger.poll();
		await trigger.poll();
		await trigger.kill();
		expect(await reported(trigger.activate())).toEqual([]);
		expect(await reported(trigger.poll())).toEqual([]);
		expect(await reported(trigger.poll())).toMatchObject([{ to: 'failed', confirmedAfter: 3 }]);
	});

	it('keeps the time at which a downtime began', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'failed');
		const [down] = (await reported(trigger.poll())) as Array<{ since: string }>;
		await trigger.kill();
		await trigger.activate();
		platform.sandbox.setStatus(ethereum, 'running');
		await trigger.kill();
		const [up] = (await reported(trigger.activate())) as Array<{ since: string }>;
		expect(up).toMatchObject({
			downtimeMs: Date.parse(up.since) - Date.parse(down.since),
		});
	});

	it.each([1, 2])('at any moment of a long day, with %i confirmations', async (confirmations) => {
		const ids = ['ND-1-1', 'ND-1-2', 'ND-1-3'];
		const random = seeded(confirmations);
		const now = new Map(ids.map((id) => [id, 'running']));
		server.answer = (request) =>
			lists(ids.map((id) => ({ id, name: id, status: now.get(id) })))(request);
		const credentials = platform.credential({ baseUrl: server.url });
		const trigger = await watching({ ...nodeStatus, confirmations }, credentials);
		const last = new Map(ids.map((id) => [id, 'running']));
		const note = (changes: object[]) => {
			for (const { id, from, to } of changes as Array<Record<'id' | 'from' | 'to', string>>) {
				expect(from).toBe(last.get(id));
				expect(to).not.toBe(from);
				last.set(id, to);
			}
		};
		for (let poll = 0; poll < 120; poll += 1) {
			const id = ids[Math.floor(random() * ids.length)];
			if (random() < 0.5) now.set(id, states[Math.floor(random() * states.length)]);
			if (random() < 0.15) {
				const lost = random() < 0.5 ? trigger.poll() : undefined;
				await trigger.kill();
				note(await reported(trigger.activate()));
				expect((await lost)?.items ?? null).toBeNull();
			} else note(await reported(trigger.poll()));
		}
		for (let poll = 0; poll < confirmations; poll += 1) note(await reported(trigger.poll()));
		expect(last).toEqual(now);
	});
});

describe('a start of n8n', () => {
	it.each([
		['a key that is not accepted', { status: 401 }],
		['a server that is out of order', { status: 500 }],
	])('with %s does not end the watch', async (_, reply) => {
		server.answer = lists([{ id: ethereum, name: 'e', status: 'running' }]);
		const trigger = await watching(nodeStatus, platform.credential({ baseUrl: server.url }));
		await trigger.kill();
		server.answer = () => reply;
		// An error here would make n8n give the workflow up.
		expect(await trigger.startUp()).toMatchObject({ items: null, error: undefined });
		expect(trigger.logText()).toContain("'Trigger' of workflow 'Engine test' skipped a poll");
		if (reply.status === 401) expect((await trigger.poll()).error).toBeDefined();
		server.answer = lists([{ id: ethereum, name: 'e', status: 'failed' }]);
		expect(await reported(trigger.poll())).toMatchObject([{ from: 'running', to: 'failed' }]);
	});
});

describe('secrets', () => {
	it('are in no state, item, message or line of the log', async () => {
		const { sandbox } = platform;
		const auth = sandbox.state().nodes.map((node) => node.auth);
		const secrets = [
			...[sandbox.apiKey, sandbox.endpointKey, encodeURIComponent(sandbox.apiKey)],
			...auth.flatMap(({ key, password }) => [key, password]),
		];
		const { main } = seedIds.projects;
		for (const parameters of [
			{ ...nodeStatus, reportFirstSight: true },
			{ ...syncState, reportFirstSight: true },
			{ ...syncState, watch: 'project', project: main, reportFirstSight: true },
			{ ...syncState, watch: 'chosen', ids: `${ethereum}, ${polygon}`, reportFirstSight: true },
		]) {
			const trigger = await watching(parameters);
			expect(trigger.first.items?.length).toBeGreaterThan(0);
			await trigger.test();
			for (const fault of [
				{ kind: 'echoKey' },
				{ kind: 'echoKey', server: 'rpc' },
				{ kind: 'rateLimit', retryAfter: 3600 },
				{ kind: 'status', status: 401 },
			] as const) {
				sandbox.fault(fault);
				await trigger.poll();
				await trigger.test();
				sandbox.clearFaults();
				await trigger.poll();
			}
			const text = trigger.text();
			for (const secret of secrets) expect(text).not.toContain(secret);
		}
	});
});

/** Answers every list with these records. */
function lists(results: object[]): (request: SeenRequest) => { body: object } {
	return () => ({ body: { count: results.length, next: null, results } });
}

/** Answers every JSON-RPC call with such a result. */
function rpc(result: (call: RpcCall) => unknown): (request: SeenRequest) => { body: unknown } {
	return ({ json }) => ({
		body: answerCalls(json, (call) => ({ jsonrpc: '2.0', id: call.id, result: result(call) })),
	});
}

/** Numbers from 0 to 1 that are the same in every run. */
function seeded(seed: number): () => number {
	let state = seed * 2_654_435_769;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
		return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
	};
}

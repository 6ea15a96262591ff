import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { jsons, usePlatform } from '../fixtures/platform.mts';
import { nodeStatus, readiness, reported, watchingOn } from '../fixtures/polling.mts';
import { readyNode, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const watching = watchingOn(platform);
const server = useServer(() => ({ status: 500 }));
const { ethereum, hyperliquid, polygon, bitcoin } = seedIds.nodes;
const anyDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

describe('a change of status', () => {
	it('is reported as one item with everything about it', async () => {
		const trigger = await watching(nodeStatus);
		expect(trigger.first).toMatchObject({ items: null, error: undefined });
		expect(await reported(trigger.poll())).toEqual([]);
		platform.sandbox.setStatus(ethereum, 'stopped');
		expect(await reported(trigger.poll())).toEqual([
			{
				summary: 'eth-archive-1 (Ethereum Mainnet) is stopped',
				name: 'eth-archive-1',
				healthy: false,
				from: 'running',
				to: 'stopped',
				reason: 'Chainstack says that the node is stopped',
				chain: 'Ethereum Mainnet',
				kind: 'opened',
				since: anyDate,
				startedAt: anyDate,
				confirmedAfter: 1,
				event: 'nodeStatusChanged',
				id: ethereum,
				incidentId: expect.stringMatching(`^${ethereum}#\\w+$`) as string,
				project: seedIds.projects.main,
				region: 'asia-southeast1',
			},
		]);
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('of a network is distinguished from that of its nodes', async () => {
		const trigger = await watching({ event: 'networkStatusChanged', confirmations: 1 });
		platform.sandbox.setStatus(seedIds.networks.polygon, 'warning');
		expect(await reported(trigger.poll())).toMatchObject([
			{
				event: 'networkStatusChanged',
				id: seedIds.networks.polygon,
				name: 'Polygon mainnet',
				chain: 'Polygon PoS Mainnet',
				project: seedIds.projects.staging,
				from: 'ok',
				to: 'warning',
			},
		]);
	});
});

describe('the initial state', () => {
	it('is reported once when that is switched on', async () => {
		const trigger = await watching({ ...nodeStatus, confirmations: 3, emitInitialState: true });
		const first = jsons(trigger.first.items ?? []);
		expect(first).toHaveLength(4);
		expect(first[0]).toEqual({
			summary: 'eth-archive-1 (Ethereum Mainnet) is running',
			name: 'eth-archive-1',
			healthy: true,
			from: null,
			to: 'running',
			reason: '',
			chain: 'Ethereum Mainnet',
			kind: 'changed',
			since: anyDate,
			confirmedAfter: 1,
			event: 'nodeStatusChanged',
			id: ethereum,
			incidentId: expect.any(String) as string,
			project: seedIds.projects.main,
			region: 'asia-southeast1',
		});
		expect(await reported(trigger.poll())).toEqual([]);
		const [added] = platform.sandbox.addNodes(1);
		expect(await reported(trigger.poll())).toMatchObject([{ id: added, from: null }]);
		await trigger.kill();
		expect(await reported(trigger.activate())).toEqual([]);
	});
});

describe('what is watched', () => {
	it('is everything, the nodes of a project, or chosen ones', async () => {
		for (const [parameters, expected] of [
			[{ watch: 'all' }, [ethereum, hyperliquid, polygon, bitcoin]],
			[{ watch: 'project', project: seedIds.projects.staging }, [polygon, bitcoin]],
			[{ watch: 'chosen', ids: `${bitcoin}, ${ethereum}` }, [bitcoin, ethereum]],
		] as const) {
			const trigger = await watching({ ...nodeStatus, ...parameters, emitInitialState: true });
			const found = jsons(trigger.first.items ?? []) as Array<{ id: string }>;
			expect(found.map(({ id }) => id)).toEqual(expected);
		}
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
		['nodeStatusChanged', 'ND-999-999-999', /access to no node/],
		['networkStatusChanged', 'NW-999-999-999', /access to no network/],
		['readinessChanged', 'ND-999-999-999', /access to no node/],
	])('but cannot be, by %s, is logged: %s', async (event, id, reason) => {
		const ids = `${event === 'networkStatusChanged' ? seedIds.networks.polygon : polygon}, ${id}`;
		const parameters = { event, watch: 'chosen', ids, confirmations: 1 };
		const trigger = await watching(parameters);
		await trigger.poll();
		const lines = trigger.log.filter(({ level }) => level === 'warn');
		expect(lines.map(({ message }) => message)).toEqual([
			expect.stringContaining(`does not watch ${id}`),
		]);
		expect(lines[0].message).toMatch(reason);
		const shown = jsons((await trigger.test()).items ?? []);
		const note = expect.stringMatching(reason) as string;
		expect(shown).toContainEqual(expect.objectContaining({ id, note }));
	});

	it('may be changed without false reports', async () => {
		const trigger = await watching(nodeStatus);
		const { main, staging } = seedIds.projects;
		for (const parameters of [
			{ ...nodeStatus, watch: 'project', project: main },
			{ ...nodeStatus, watch: 'project', project: staging },
			{ ...readiness, watch: 'project', project: main },
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
		server.answer = readyNode;
		const credentials = platform.credential({ nodeEndpoint: server.url });
		const trigger = await watching(readiness, credentials);
		const elsewhere = platform.credential({ nodeEndpoint: 'http://127.0.0.1:9' });
		expect(await reported(trigger.activate({ credentials: elsewhere }))).toEqual([]);
	});
});

describe('a poll', () => {
	it('by hand shows the current state and leaves the memory unchanged', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.setStatus(ethereum, 'failed');
		const before = trigger.state;
		const shown = await reported(trigger.test());
		expect(shown).toHaveLength(4 + 2);
		expect(shown[0]).toMatchObject({ id: ethereum, from: null, to: 'failed', test: true });
		expect(trigger.state).toEqual(before);
		expect(await reported(trigger.poll())).toMatchObject([{ id: ethereum, from: 'running' }]);
	});

	it('without an API key says which field to fill in', async () => {
		const trigger = await watching(nodeStatus, platform.credential({ apiKey: '' }));
		expect(trigger.first.error?.message).toContain('API Key');
	});
});

describe('secrets', () => {
	it('are in no state, item, message or log line', async () => {
		const { sandbox } = platform;
		const auth = sandbox.state().nodes.map((node) => node.auth);
		const secrets = [
			sandbox.apiKey,
			sandbox.endpointKey,
			encodeURIComponent(sandbox.apiKey),
			...auth.flatMap(({ key, password }) => [key, password]),
		];
		const { main } = seedIds.projects;
		for (const parameters of [
			{ ...nodeStatus, emitInitialState: true },
			{ ...readiness, emitInitialState: true },
			{ ...readiness, watch: 'project', project: main, emitInitialState: true },
			{ ...readiness, watch: 'chosen', ids: `${ethereum}, ${polygon}`, emitInitialState: true },
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

import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { useFastTime } from '../fixtures/fastTime.mts';
import { jsons, usePlatform } from '../fixtures/platform.mts';
import { lists, reported, rpc, readiness, watchingOn } from '../fixtures/polling.mts';
import { useServer } from '../fixtures/server.mts';

useFastTime();

const platform = usePlatform();
const watching = watchingOn(platform);
const server = useServer(() => ({ status: 500 }));
const { bitcoin, ethereum, polygon } = seedIds.nodes;
const anyDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

describe('the sync state', () => {
	const toSyncing = { currentBlock: '0x10', highestBlock: '0x20' };

	it("of the credential's endpoint is reported with its facts", async () => {
		const trigger = await watching(readiness);
		platform.sandbox.setSyncing(platform.sandbox.endpointKey, toSyncing);
		const endpoint = `${platform.sandbox.nodeEndpoint}/***/evm`;
		expect(await reported(trigger.poll())).toEqual([
			{
				event: 'readinessChanged',
				id: endpoint,
				incidentId: expect.stringContaining(`${endpoint}#`) as string,
				name: endpoint,
				healthy: false,
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
		const trigger = await watching(readiness, platform.credential({ apiKey: '' }));
		expect(trigger.first.error).toBeUndefined();
	});

	it('without an endpoint says which field to fill in', async () => {
		const trigger = await watching(readiness, platform.credential({ nodeEndpoint: '' }));
		expect(trigger.first.error?.message).toContain('Node Endpoint');
	});

	it('of chosen nodes follows the nodes', async () => {
		const trigger = await watching({
			...readiness,
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

	it('of a project is that of its running nodes, which are listed again in each poll', async () => {
		const { staging } = seedIds.projects;
		const parameters = { ...readiness, watch: 'project', project: staging, emitInitialState: true };
		const trigger = await watching(parameters);
		expect(jsons(trigger.first.items ?? [])).toMatchObject([
			{ id: polygon, to: 'ready' },
			{ id: bitcoin },
		]);
		platform.sandbox.clearRequests();
		const added = platform.sandbox.addNodes(3, staging);
		const news = (await reported(trigger.poll())) as Array<{ id: string }>;
		expect(news.length).toBeGreaterThan(0);
		for (const { id } of news) expect(added).toContain(id);
		// Two lists, whatever the number of nodes.
		expect(platform.requests().filter(({ method }) => method === 'GET')).toHaveLength(2);
	});

	it('is not judged by an answer that asks for a retry within the poll', async () => {
		server.answer = rpc(() => false);
		const trigger = await watching(readiness, platform.credential({ nodeEndpoint: server.url }));
		const good = server.answer;
		for (const headers of [{ 'retry-after': '1' }, undefined]) {
			let requests = 0;
			server.answer = (request) =>
				(requests += 1) === 1 ? { status: 429, headers } : good(request);
			expect(await reported(trigger.poll())).toEqual([]);
			expect(requests).toBe(2);
		}
	});

	describe('of many nodes', () => {
		let details: (id: string) => object;

		beforeEach(() => {
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
				return call(request);
			};
		}
		const fleet = async () =>
			await watching(
				{ ...readiness, watch: 'project', project: seedIds.projects.main },
				platform.credential({ baseUrl: server.url }),
			);

		it('is not delayed by one whose address is invalid', async () => {
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

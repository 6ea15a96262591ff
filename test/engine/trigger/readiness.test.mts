import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { jsons, usePlatform } from '../fixtures/platform.mts';
import { reported, readiness, watchingOn } from '../fixtures/polling.mts';
import { readyNode, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const watching = watchingOn(platform);
const server = useServer(readyNode);
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
				summary: `${endpoint} is syncing: it is 16 blocks behind`,
				name: endpoint,
				healthy: false,
				from: 'ready',
				to: 'syncing',
				reason: 'it is 16 blocks behind',
				kind: 'opened',
				since: anyDate,
				startedAt: anyDate,
				confirmedAfter: 1,
				event: 'readinessChanged',
				id: endpoint,
				incidentId: expect.stringContaining(`${endpoint}#`) as string,
				endpoint,
				latencyMs: expect.any(Number) as number,
				blockNumber: 16,
				highestBlock: 32,
				blocksBehind: 16,
			},
		]);
		platform.sandbox.setSyncing(platform.sandbox.endpointKey, undefined);
		expect(await reported(trigger.poll())).toMatchObject([
			{ from: 'syncing', to: 'ready', unhealthySeconds: expect.any(Number) as number },
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
		const trigger = await watching(readiness, platform.credential({ nodeEndpoint: server.url }));
		for (const headers of [{ 'retry-after': '1' }, undefined]) {
			let requests = 0;
			server.answer = (request) => {
				requests += 1;
				return requests === 1 ? { status: 429, headers } : readyNode(request);
			};
			expect(await reported(trigger.poll())).toEqual([]);
			expect(requests).toBe(2);
		}
	});
});

import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { startAt, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';
import { answers } from '../support/index.mts';

const { platform, run, succeed } = useExample('health-monitor');
const { ethereum, polygon } = seedIds.nodes;

const ask = async (query: object = {}) => await run(startAt('Health Request', { query }));

describe('Health for another monitor', () => {
	it('responds with 200 for a healthy node', async () => {
		const report = await ask();
		expect(report.error).toBeUndefined();
		expect(answers).toEqual([
			{
				status: 200,
				body: { healthy: true, state: 'ready', reason: 'the node is healthy', nodeId: ethereum },
			},
		]);
	});

	it('responds with 503 and the reason', async () => {
		platform.sandbox.setStatus(polygon, 'stopped');
		await ask({ node: polygon });
		expect(answers).toEqual([
			{
				status: 503,
				body: { healthy: false, state: 'unreachable', reason: text(/503/), nodeId: polygon },
			},
		]);
	});

	it.each([
		['an ID that is none', { node: 'main' }, /not a node ID/],
		['an unknown node', { node: 'ND-9-9-9' }, /could not find the node ND-9-9-9/],
	])('responds with 503 for %s', async (_, query, reason) => {
		await ask(query);
		expect(answers).toEqual([
			{
				status: 503,
				body: { healthy: false, state: 'unknown', reason: text(reason), nodeId: query.node },
			},
		]);
	});

	it('responds with 503 while the platform is down', async () => {
		platform.sandbox.fault({ server: 'platform', kind: 'status', status: 401 });
		await ask();
		expect(answers).toMatchObject([{ status: 503, body: { reason: text(/API key/) } }]);
	});

	it('responds to nobody when it is run by hand', async () => {
		const report = await succeed();
		expect(answers).toEqual([]);
		expect(jsons(report.items('What It Would Respond'))).toMatchObject([{ status: 200 }]);
	});
});

import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { text, useExample } from '../fixtures/examples.mts';
import { answers, respondToWebhook } from '../fixtures/respondToWebhook.mts';

const { platform, run } = useExample('failover', {
	nodeTypes: { 'n8n-nodes-base.respondToWebhook': respondToWebhook },
});
const { ethereum, polygon } = seedIds.nodes;

describe('Respond with the fastest ready endpoint', () => {
	beforeEach(() => {
		answers.length = 0;
	});

	const ask = async () =>
		await run({
			startNode: 'Endpoint Request',
			triggerItems: [{ json: { headers: {}, query: {}, body: {} } }],
		});

	it('responds with the one that is ready and fast, without a key', async () => {
		const { auth } = platform.sandbox.state().nodes.find(({ id }) => id === ethereum) ?? {};
		const path = auth?.key;
		platform.sandbox.fault({ server: 'rpc', path, kind: 'delay', delayMs: 150 });
		const report = await ask();
		expect(report.error).toBeUndefined();
		expect(answers).toEqual([
			{
				status: 200,
				body: {
					found: true,
					label: 'Second choice',
					nodeId: polygon,
					endpoint: text(/\/\*\*\*/),
					latencyMs: expect.any(Number) as number,
					checkedAt: expect.any(String) as string,
				},
			},
		]);
		expect(report.text()).not.toContain(path);
	});

	it('skips one that is not ready, and one that cannot be looked up', async () => {
		platform.sandbox.setSyncing(polygon, { currentBlock: '0x1', highestBlock: '0x9' });
		await ask();
		expect(answers).toMatchObject([{ status: 200, body: { label: 'First choice' } }]);
		answers.length = 0;
		platform.sandbox.setSyncing(polygon, undefined);
		platform.sandbox.fault({ path: `/v1/nodes/${ethereum}/`, kind: 'status', status: 404 });
		const report = await ask();
		expect(report.error).toBeUndefined();
		expect(answers).toMatchObject([{ status: 200, body: { label: 'Second choice' } }]);
	});

	it('responds with 503 when none is ready', async () => {
		platform.sandbox.setSyncing('*', { currentBlock: '0x1', highestBlock: '0x9' });
		const report = await run();
		expect(report.error).toBeUndefined();
		expect(answers).toEqual([
			{
				status: 503,
				body: {
					found: false,
					states: [
						{ label: 'First choice', state: 'syncing' },
						{ label: 'Second choice', state: 'syncing' },
					],
				},
			},
		]);
	});
});

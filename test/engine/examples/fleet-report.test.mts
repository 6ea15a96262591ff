import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { PLATFORM_FAILURES, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run, sent, deleteNodes } = useExample('fleet-report', { pageSize: 3 });
const { ethereum, polygon, bitcoin } = seedIds.nodes;

describe('Readiness of all nodes', () => {
	it('summarizes which nodes are ready, which are not and why', async () => {
		platform.sandbox.addNodes(3);
		platform.sandbox.setSyncing(ethereum, { currentBlock: '0x1', highestBlock: '0x9' });
		platform.sandbox.setSyncing(polygon, null);
		platform.sandbox.fault({ path: `/v1/nodes/${bitcoin}/`, kind: 'status', status: 404 });
		expect(await sent('Every Hour')).toEqual([
			{
				subject: '4 of 7 nodes are ready',
				allReady: false,
				notReady: [
					'eth-archive-1: syncing, it is 8 blocks behind',
					text(/^polygon-1: invalidResponse, .+/),
				],
				notAsked: [text(/^bitcoin-1: Chainstack could not find the node ND-222-333-666/)],
				slowest: text(/: \d+ ms$/),
			},
		]);
	});

	it('counts nodes that do not run, and comes when none does', async () => {
		const [first, ...others] = platform.sandbox.state().nodes.map(({ id }) => id);
		for (const id of others) platform.sandbox.setStatus(id, 'failed');
		platform.sandbox.setStatus(first, 'stopped');
		expect(await sent('Every Hour')).toMatchObject([
			{
				subject: '0 of 4 nodes are ready',
				allReady: false,
				notReady: [
					'eth-archive-1: stopped',
					'hyperliquid-1: failed',
					'polygon-1: failed',
					'bitcoin-1: failed',
				],
				notAsked: [],
			},
		]);
	});

	it('comes out of an empty list, too', async () => {
		await deleteNodes();
		expect(await sent('Every Hour')).toMatchObject([
			{ subject: 'There are no nodes', allReady: false, notReady: [], notAsked: [] },
		]);
	});

	it('says that all are ready', async () => {
		const report = await run();
		expect(jsons(report.items('Summary'))).toEqual([
			expect.objectContaining({ subject: '4 of 4 nodes are ready', allReady: true }),
		]);
	});

	it.each(PLATFORM_FAILURES)('says so while the platform gives %j', async (fault, reason) => {
		platform.sandbox.fault({ server: 'platform', ...fault });
		expect(await sent('Every Hour')).toEqual([
			{
				subject: 'The nodes could not be checked',
				problem: text(reason),
				allReady: false,
				notReady: [],
				notAsked: [],
			},
		]);
	});
});

import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { PLATFORM_FAILURES, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run, succeed, sent } = useExample('readiness-check', { pageSize: 3 });
const { ethereum, hyperliquid, polygon } = seedIds.nodes;

describe('Scheduled readiness check', () => {
	it('sends nothing while all is well', async () => {
		const report = await succeed('Every 15 Minutes');
		expect(report.items('Ready')).toHaveLength(4);
		expect(report.executed).not.toContain('Message');
	});

	it('says which node is not ready and why, each time, until it is', async () => {
		platform.sandbox.setSyncing(ethereum, { currentBlock: '0x1', highestBlock: '0x9' });
		platform.sandbox.setSyncing(polygon, null);
		platform.sandbox.fault({ path: `/v1/nodes/${hyperliquid}/`, kind: 'status', status: 404 });
		for (const startNode of ['Every 15 Minutes', 'Run by Hand']) {
			const report = await succeed(startNode);
			expect(report.items('Ready')).toHaveLength(1);
			expect(jsons(report.items('Message'))).toEqual([
				{ text: 'eth-archive-1 is syncing: it is 8 blocks behind' },
				{ text: text(/^polygon-1 is invalidResponse: .+/) },
			]);
			expect(jsons(report.items('Not Checked'))).toEqual([
				{ text: text(/^hyperliquid-1 is not checked: Chainstack could not find the node/) },
			]);
		}
		platform.sandbox.setSyncing(ethereum, false);
		const after = await run();
		expect(after.text()).not.toContain('eth-archive-1 is syncing');
	});

	it.each(PLATFORM_FAILURES)('says so while the platform gives %j', async (fault, reason) => {
		platform.sandbox.fault({ server: 'platform', ...fault });
		expect(await sent('Every 15 Minutes')).toEqual([
			{ text: text(new RegExp(`^The nodes could not be checked: .*${reason.source}`)) },
		]);
	});
});

import { describe, expect, it } from 'vitest';
import { useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run } = useExample('readiness-check');

describe('Scheduled readiness check', () => {
	it('notifies nobody while all is well', async () => {
		const report = await run({ startNode: 'Every 15 Minutes' });
		expect(report.error).toBeUndefined();
		expect(report.items('Ready')).toHaveLength(2);
		expect(report.executed).not.toContain('Notification');
	});

	it('reports a node that is syncing, and one that no longer exists', async () => {
		platform.sandbox.setSyncing('ND-123-456-789', { currentBlock: '0x1', highestBlock: '0x9' });
		platform.sandbox.fault({
			path: '/v1/nodes/ND-999-456-111/',
			kind: 'status',
			status: 404,
		});
		const report = await run();
		expect(report.error).toBeUndefined();
		expect(report.executed).not.toContain('Ready');
		expect(jsons(report.items('Replace with Slack, Email, …'))).toEqual([
			{
				subject: 'Ethereum, archive is not ready',
				text: 'Ethereum, archive (ND-123-456-789) is not ready. State: syncing. Reason: 8 blocks behind',
			},
			{
				subject: 'Hyperliquid is not ready',
				text: expect.stringContaining(
					'Hyperliquid (ND-999-456-111) is not ready. State: unknown. Reason: Chainstack could not find the node',
				) as string,
			},
		]);
	});
});

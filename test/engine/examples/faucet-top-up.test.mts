import { describe, expect, it } from 'vitest';
import { text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run } = useExample('faucet-top-up', { pageSize: 3 });

describe('Top up test accounts', () => {
	it('requests tokens for accounts that run low, and says why one got nothing', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x0');
		const first = await run({ startNode: 'Every Day' });
		expect(first.error).toBeUndefined();
		expect(jsons(first.items('Tokens Sent'))).toEqual([
			{ label: 'Tests', text: text(/^Sent 0\.5 ETH to 0x71C.+: https:\/\//) },
			{ label: 'Staging', text: text(/^Sent 0\.5 ETH to 0xd8d.+: https:\/\//) },
		]);
		const again = await run();
		expect(again.error).toBeUndefined();
		expect(again.executed).not.toContain('Tokens Sent');
		expect(jsons(again.items('Replace with Slack, Email, …'))).toEqual([
			{ label: 'Tests', text: text(/^No tokens for 0x71C.+: .+/) },
			{ label: 'Staging', text: text(/^No tokens for 0xd8d.+: .+/) },
		]);
		expect(platform.sandbox.state().faucet).toHaveLength(2);
	});

	it('leaves out accounts that have enough', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x8ac7230489e80000');
		const report = await run();
		expect(report.error).toBeUndefined();
		expect(report.items('Has Enough')).toHaveLength(2);
		expect(report.executed).not.toContain('Request Tokens');
		const [balances] = platform.requests();
		expect(balances.body).toMatchObject([
			{
				method: 'eth_getBalance',
				params: ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 'latest'],
			},
			{ method: 'eth_getBalance' },
		]);
	});
});

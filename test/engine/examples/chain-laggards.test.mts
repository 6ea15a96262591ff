import { describe, expect, it } from 'vitest';
import { useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run } = useExample('chain-laggards');

describe('Fleet table with the laggards of each chain', () => {
	it('marks the nodes that are behind the others of their chain', async () => {
		const [late] = platform.sandbox.addNodes(3);
		platform.sandbox.setRpcBehaviour(late, { headOffset: -40 });
		for (const id of platform.sandbox.state().nodes.map((each) => each.id)) {
			if (id !== late) platform.sandbox.setRpcBehaviour(id, { headOffset: 1000 });
		}
		const report = await run();
		expect(report.error).toBeUndefined();
		const [table] = jsons(report.items('Replace with Slack, Email, …')) as Array<{
			laggards: string[];
			rows: Array<Record<string, unknown>>;
		}>;
		expect(table.laggards).toEqual(['ethereum-0001']);
		expect(table.rows.find(({ node }) => node === 'ethereum-0001')).toMatchObject({
			chain: 'Ethereum Mainnet',
			mark: 'lagging',
			reason: expect.stringContaining('behind most others') as string,
		});
		expect(table.rows.find(({ node }) => node === 'bitcoin-1')).toMatchObject({
			chain: 'Bitcoin Mainnet',
			mark: '',
			reason: expect.stringContaining('at least 3') as string,
		});
	});
});

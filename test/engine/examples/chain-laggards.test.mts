import { describe, expect, it } from 'vitest';
import { PLATFORM_FAILURES, text, useExample } from '../fixtures/examples.mts';

const { platform, sent, deleteNodes } = useExample('chain-laggards');

describe('Fleet table with the laggards of each chain', () => {
	it('marks the nodes that are behind the others of their chain', async () => {
		const [late] = platform.sandbox.addNodes(3);
		platform.sandbox.setRpcBehaviour(late, { headOffset: -40, headAge: 60 });
		for (const id of platform.sandbox.state().nodes.map((each) => each.id)) {
			if (id !== late) platform.sandbox.setRpcBehaviour(id, { headOffset: 1000 });
		}
		const [table] = (await sent()) as Array<{
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

	it('has a row for every node, whatever its status', async () => {
		const { nodes } = platform.sandbox.state();
		for (const { id } of nodes) platform.sandbox.setStatus(id, 'failed');
		const [table] = await sent('Every 10 Minutes');
		expect(table).toMatchObject({ subject: '4 of 4 nodes need a look', laggards: [] });
		expect((table as { rows: object[] }).rows).toHaveLength(4);
		expect((table as { rows: object[] }).rows).toMatchObject(
			['bitcoin-1', 'eth-archive-1', 'hyperliquid-1', 'polygon-1'].map(() => ({ mark: 'failed' })),
		);
	});

	it('says that there are no nodes', async () => {
		await deleteNodes();
		expect(await sent('Every 10 Minutes')).toEqual([
			{ subject: 'There are no nodes', laggards: [], rows: [] },
		]);
	});

	it.each(PLATFORM_FAILURES)('says so while the platform gives %j', async (fault, reason) => {
		platform.sandbox.fault({ server: 'platform', ...fault });
		expect(await sent('Every 10 Minutes')).toEqual([
			{ subject: 'The nodes could not be checked', problem: text(reason), laggards: [], rows: [] },
		]);
	});
});

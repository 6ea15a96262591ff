import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { PLATFORM_FAILURES, text, useExample } from '../fixtures/examples.mts';

const { platform, sent, deleteNodes } = useExample('node-metrics');
const { ethereum, hyperliquid } = seedIds.nodes;

const rowsOf = async (start = 'Every Day') => (await sent(start)) as Array<Record<string, unknown>>;
const nothing = { 'processor %': '', 'memory %': '', 'memory GiB': '', 'disk GiB': '' };

describe('Disk and memory of dedicated nodes', () => {
	it('outputs a row for each, also for one that cannot be read', async () => {
		platform.sandbox.fault({ path: `/v1/nodes/${hyperliquid}/`, kind: 'status', status: 404 });
		const rows = await rowsOf('Run by Hand');
		expect(rows.find(({ node }) => node === 'eth-archive-1')).toMatchObject({
			'processor %': 41,
			'memory %': 75,
			'memory GiB': 24,
			'disk GiB': 4096,
			note: '',
		});
		expect(rows.find(({ node }) => node === 'hyperliquid-1')).toMatchObject({
			'memory %': '',
			note: expect.stringContaining('could not find') as string,
		});
	});

	it('has a row for nodes that do not run', async () => {
		platform.sandbox.setStatus(hyperliquid, 'failed');
		platform.sandbox.setStatus(ethereum, 'stopped');
		const rows = await rowsOf();
		expect(rows.map(({ node, note }) => [node, note])).toEqual(
			expect.arrayContaining([
				['eth-archive-1', text(/^The node is stopped/)],
				['hyperliquid-1', text(/^The node is failed/)],
			]),
		);
	});

	it('leaves cells empty for what is missing', async () => {
		const body = { cpu_utilization_ratio: null, memory_usage_bytes: 2 * 1024 ** 3 };
		platform.sandbox.fault({ path: 'metrics', kind: 'status', status: 200, body });
		for (const row of await rowsOf())
			expect(row).toMatchObject({ 'processor %': '', 'disk GiB': '' });
	});

	it('has a row that says so when there are no dedicated nodes', async () => {
		await deleteNodes();
		expect(await rowsOf()).toEqual([
			{
				...nothing,
				time: text(/^20/),
				node: '',
				'block age s': '',
				note: 'There are no dedicated nodes',
			},
		]);
	});

	it.each(PLATFORM_FAILURES)(
		'has a row with the reason while the platform gives %j',
		async (fault, reason) => {
			platform.sandbox.fault({ server: 'platform', ...fault });
			expect(await rowsOf()).toMatchObject([{ ...nothing, node: '', note: text(reason) }]);
		},
	);
});

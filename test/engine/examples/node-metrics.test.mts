import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run } = useExample('node-metrics');
const { hyperliquid } = seedIds.nodes;

describe('Disk and memory of dedicated nodes', () => {
	it('outputs a row for each, also for one that cannot be read', async () => {
		platform.sandbox.fault({ path: `/v1/nodes/${hyperliquid}/`, kind: 'status', status: 404 });
		const report = await run();
		expect(report.error).toBeUndefined();
		const rows = jsons(report.items('Replace with Google Sheets')) as Array<
			Record<string, unknown>
		>;
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
});

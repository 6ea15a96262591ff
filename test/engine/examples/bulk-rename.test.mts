import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import {
	changedExample,
	editFields,
	PLATFORM_FAILURES,
	text,
	useExample,
} from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run, succeed } = useExample('bulk-rename', { pageSize: 3 });
const { ethereum, hyperliquid, polygon } = seedIds.nodes;

describe('Rename many nodes', () => {
	it('renames the valid rows and reports the invalid one', async () => {
		const report = await succeed();
		expect(jsons(report.items('Done'))).toEqual([
			{ 'Node ID': ethereum, 'New name': 'Ethereum archive, Singapore' },
			{ 'Node ID': hyperliquid, 'New name': 'Hyperliquid, Virginia' },
		]);
		expect(jsons(report.items('Failed'))).toEqual([
			{
				'Node ID': 'NW-123-456-789',
				'Wanted name': 'This is the ID of a network',
				Reason: text("'NW-123-456-789' is the ID of a network, not of a node"),
			},
		]);
		const names = platform.sandbox.state().nodes.map(({ name }) => name);
		expect(names).toContain('Ethereum archive, Singapore');
		expect(platform.requests().map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
	});

	it("reports the service's message about a row", async () => {
		const rows = [
			{ nodeId: 'ND-1-2-3', newName: 'Nobody' },
			{ nodeId: polygon, newName: 'Polygon' },
		];
		const example = changedExample('bulk-rename', 'New Names', editFields({ rows }));
		const report = await run({}, example);
		expect(report.items('Done')).toHaveLength(1);
		expect(jsons(report.items('Failed'))).toEqual([
			expect.objectContaining({
				'Node ID': 'ND-1-2-3',
				Reason: text('could not find the node ND-1-2-3'),
			}),
		]);
	});

	/** The results of these rows. */
	const renamed = async (rows: object[]) => {
		const example = changedExample('bulk-rename', 'New Names', editFields({ rows }));
		const report = await succeed({}, example);
		return {
			done: report.executed.includes('Done') ? jsons(report.items('Done')) : [],
			failed: report.executed.includes('Failed') ? jsons(report.items('Failed')) : [],
		};
	};

	it('says what is missing in a row', async () => {
		const { done, failed } = await renamed([
			{ nodeId: ethereum },
			{ nodeId: hyperliquid, newName: '  ' },
			{ newName: 'Nobody' },
			{ nodeId: polygon, newName: 'Polygon' },
		]);
		expect(done).toEqual([{ 'Node ID': polygon, 'New name': 'Polygon' }]);
		expect(failed).toEqual([
			{ 'Node ID': ethereum, 'Wanted name': null, Reason: text(/'Name'/) },
			{ 'Node ID': hyperliquid, 'Wanted name': '  ', Reason: text(/'Name' is empty/) },
			{ 'Node ID': null, 'Wanted name': 'Nobody', Reason: text(/'Node' is empty/) },
		]);
		const names = platform.sandbox.state().nodes.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(['eth-archive-1', 'hyperliquid-1', 'Polygon']));
	});

	it.each(PLATFORM_FAILURES)(
		'lists every row as failed while the platform gives %j',
		async (fault, reason) => {
			platform.sandbox.fault({ server: 'platform', ...fault });
			const { done, failed } = await renamed([
				{ nodeId: ethereum, newName: 'A' },
				{ nodeId: polygon, newName: 'B' },
			]);
			expect(done).toEqual([]);
			expect(failed).toEqual([
				{ 'Node ID': ethereum, 'Wanted name': 'A', Reason: text(reason) },
				{ 'Node ID': polygon, 'Wanted name': 'B', Reason: text(reason) },
			]);
		},
	);

	it('does nothing without rows', async () => {
		expect(await renamed([])).toEqual({ done: [], failed: [] });
		expect(platform.requests()).toEqual([]);
	});
});

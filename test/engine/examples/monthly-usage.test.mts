import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { PLATFORM_FAILURES, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run, succeed, deleteNodes } = useExample('monthly-usage', { pageSize: 3 });

const told = 'Replace with Email, Slack, …';

describe('Monthly usage report', () => {
	it.each(['Every Month', 'Run by Hand'])('adds up last month, from %s', async (startNode) => {
		const report = await succeed(startNode);
		const [{ json, binary }] = report.items(told);
		const now = new Date();
		const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
		const month = last.toISOString().slice(0, 7);
		expect(json.subject).toBe(`Chainstack usage in ${month}`);
		expect(json.nodes).toBe(4);
		const [total, ...lines] = String(json.text).split('\n');
		const [{ json: usage }] = report.items('Usage of Last Month');
		const { totals, rows } = usage as { totals: IDataObject; rows: IDataObject[] };
		expect(total).toContain(`${String(totals.request_units)} request units`);
		expect(lines).toHaveLength(4);
		expect(lines[0]).toMatch(/^polygon-1: [1-9]\d* request units, 0 compute hours$/);
		expect(rows.every(({ datetime }) => String(datetime).startsWith(month))).toBe(true);
		expect(Object.values(binary ?? {})).toMatchObject([{ mimeType: text('^text/csv') }]);
	});

	it('says that nothing was used when there are no nodes', async () => {
		await deleteNodes();
		const report = await succeed('Every Month');
		expect(jsons(report.items(told))).toEqual([
			{
				subject: text(/^Chainstack usage in \d{4}-\d\d$/),
				text: 'All nodes: 0 request units, 0 compute hours',
				nodes: 0,
			},
		]);
	});

	it.each(PLATFORM_FAILURES)('says why the usage is not known: %j', async (fault, reason) => {
		platform.sandbox.fault({ server: 'platform', ...fault });
		const report = await succeed('Every Month');
		expect(jsons(report.items(told))).toEqual([
			{ subject: text(/^Chainstack usage in \d{4}-\d\d is not known$/), text: text(reason) },
		]);
	});

	it('comes without the file when only that cannot be made', async () => {
		platform.sandbox.fault({ path: '/export', kind: 'status', status: 403 });
		const report = await run('Every Month');
		const [{ json, binary }] = report.items(told);
		expect(json).toMatchObject({ subject: text(/^Chainstack usage in \d{4}-\d\d$/), nodes: 4 });
		expect(json.text).toMatch(/^All nodes: [1-9].+\npolygon-1: .+\nThere is no CSV file: .+/s);
		expect(binary).toBeUndefined();
	});

	it('names a node by its ID when the service has no name for it', async () => {
		const results = [{ node_id: 'ND-1', node_name: null, request_units: 5, compute_hours: null }];
		const body = { count: 1, next: null, results };
		platform.sandbox.fault({ path: 'node-usage', kind: 'status', status: 200, body });
		const report = await run('Every Month');
		expect(jsons(report.items(told))).toMatchObject([
			{ text: text(/\nND-1: 5 request units, 0 compute hours/) },
		]);
	});
});

import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { text, useExample } from '../fixtures/examples.mts';

const { run } = useExample('monthly-usage', { pageSize: 3 });

describe('Monthly usage report', () => {
	it.each(['Every Month', 'Run by Hand'])('adds up last month, from %s', async (startNode) => {
		const report = await run({ startNode });
		expect(report.error).toBeUndefined();
		const [{ json, binary }] = report.items('Replace with Email, Slack, …');
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
});

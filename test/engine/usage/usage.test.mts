import { describe, expect, it } from 'vitest';
import { jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';
import { readBinary } from '../support/index.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: { count: 0, next: null, results: [], totals: {} } }));
const getReport = ['usage', 'getReport'] as const;
const exportReport = ['usage', 'export'] as const;

const ethereum = 'ND-123-456-789';
const polygon = 'ND-222-333-555';
const today = new Date();
/** The first day of the previous calendar month: the earliest day the service keeps. */
const earliest = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1));
const firstOfMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
const day = (offset: number): string => toDay(earliest.getTime() + offset * 86_400_000);
const lastDay = toDay(firstOfMonth - 1);
/** 28 days of four nodes: 112 rows, which are two pages. */
const fourWeeks = { dateFrom: day(0), dateTo: day(27) };

interface Row {
	node_id: string;
	datetime: string;
	node_type: string;
	protocol: string;
	network: string;
	compute_hours: number | null;
}

describe('Usage · Get Report', () => {
	it.each([
		['lastMonth', { date_from: `${day(0)}T00:00:00Z`, date_to: `${lastDay}T23:59:59Z` }],
		['thisMonth', { date_from: `${toDay(firstOfMonth)}T00:00:00Z` }],
	])('covers %s', async (period, dates) => {
		expect((await platform.run(getReport, { period })).error).toBeUndefined();
		expect(platform.requests()[0].query).toEqual({
			...dates,
			granularity: 'day',
			ordering: '-datetime,node_id',
		});
	});

	it.each(['', 'T00:00:00'])('covers one day that was picked (time %j)', async (time) => {
		const picked = `${day(3)}${time}`;
		const filters = { dateFrom: picked, dateTo: picked };
		const run = await platform.succeed(getReport, { granularity: 'hour', filters });
		expect(platform.requests()[0].query).toMatchObject({
			date_from: `${day(3)}T00:00:00Z`,
			date_to: `${day(3)}T23:59:59Z`,
		});
		const days = jsons(run.output).map((row) => (row as Row).datetime.slice(0, 10));
		expect(new Set(days)).toEqual(new Set([day(3)]));
	});

	it('refuses dates together with a month', async () => {
		const run = await platform.run(getReport, { period: 'lastMonth', filters: fourWeeks });
		expect(told(run).message).toBe("'Date From' is filled in, but 'Period' is a calendar month");
		expect(platform.requests()).toEqual([]);
	});

	it('outputs rows, totals and count in one item', async () => {
		const run = await platform.succeed(getReport, {
			output: 'report',
			returnAll: true,
			filters: fourWeeks,
		});
		expect(pairs(run.output)).toEqual([0]);
		const [{ rows, totals, count }] = jsons(run.output) as [
			{ rows: Row[]; totals: Record<string, number>; count: number },
		];
		expect(count).toBe(112);
		expect(rows).toHaveLength(112);
		expect(new Set(rows.map((row) => `${row.node_id} ${row.datetime}`)).size).toBe(112);
		const hours = rows.reduce((sum, row) => sum + (row.compute_hours ?? 0), 0);
		expect(totals.compute_hours).toBe(hours);
		expect(Object.keys(totals)).toEqual([
			'compute_hours',
			'gb_hour',
			'request_units',
			'bloxroute_requests',
		]);
		const query = {
			date_from: `${day(0)}T00:00:00Z`,
			date_to: `${day(27)}T23:59:59Z`,
			granularity: 'day',
			ordering: '-datetime,node_id',
		};
		expect(platform.requests()).toMatchObject([
			{ method: 'GET', path: '/v2/reporting/node-usage/', query },
			{ method: 'GET', path: '/v2/reporting/node-usage/', query: { ...query, page: '2' } },
		]);
		expect(platform.requests()[0].query).toEqual(query);
		expect(run.hints).toEqual([]);
	});

	it('reads no page beyond the limit, and says that the totals cover all', async () => {
		const run = await platform.run(getReport, {
			output: 'report',
			limit: 30,
			filters: fourWeeks,
		});
		expect(platform.requests()).toHaveLength(1);
		expect(jsons(run.output)).toMatchObject([{ count: 112 }]);
		expect((run.output[0].json.rows as Row[]).length).toBe(30);
		expect(run.hints).toMatchObject([
			{ message: "The output holds 30 of 112 rows, because of 'Limit'; the totals cover all." },
		]);
	});

	it('outputs one item per row unless totals are selected', async () => {
		const parameters = { filters: fourWeeks };
		const run = await platform.run(getReport, { ...parameters, returnAll: true });
		expect(run.output).toHaveLength(112);
		expect(jsons(run.output)[0]).toMatchObject({ node_id: ethereum, protocol: 'ethereum' });
		platform.sandbox.clearRequests();
		expect((await platform.run(getReport, { ...parameters, limit: 3 })).output).toHaveLength(3);
		expect(platform.requests()).toHaveLength(1);
	});

	it('sends every filter', async () => {
		const run = await platform.succeed(getReport, {
			output: 'report',
			granularity: 'hour',
			sort: 'node_id,datetime',
			filters: {
				dateFrom: `${day(0)}T00:00:00`,
				dateTo: `${day(1)}T12:00:00+02:00`,
				nodeIds: ` ${ethereum}, ${polygon},`,
				protocols: 'ethereum , bsc',
				networks: 'ethereum-mainnet',
				type: 'dedicated',
			},
		});
		expect(platform.requests()[0].query).toEqual({
			date_from: `${day(0)}T00:00:00Z`,
			date_to: `${day(1)}T10:00:00Z`,
			granularity: 'hour',
			network: 'ethereum-mainnet',
			node_id: `${ethereum},${polygon}`,
			node_type: 'dedicated',
			ordering: 'node_id,datetime',
			protocol: 'ethereum,bsc',
		});
		const rows = run.output[0].json.rows as Row[];
		expect(run.output[0].json.count).toBe(34);
		expect(new Set(rows.map((row) => row.node_id))).toEqual(new Set([ethereum]));
		expect(rows[0].datetime).toBe(`${day(0)}T00:00:00.000Z`);
	});

	it.each([
		['no date', { dateFrom: 'yesterday' }, "'Date From' must be a date, but it is 'yesterday'"],
		['no date', { dateTo: '20.11.2026' }, "'Date To' must be a date, but it is '20.11.2026'"],
		[
			'a day that is no longer kept',
			{ dateFrom: day(-1) },
			`usage is available only from ${day(0)} (UTC) on`,
		],
		[
			'a moment before the first day kept',
			{ dateFrom: `${day(0)}T00:00:00+02:00` },
			`'Date From' is ${day(-1)}T22:00:00Z, but usage is available only from ${day(0)} (UTC) on`,
		],
		[
			'an end before the start',
			{ dateFrom: day(3), dateTo: day(2) },
			`'Date To' has to be later than 'Date From', but it is ${day(2)}, and 'Date From' is ${day(3)}`,
		],
		[
			'an end at the start',
			{ dateFrom: `${day(3)}T08:00:00Z`, dateTo: `${day(3)}T08:00:00Z` },
			"'Date To' has to be later than 'Date From'",
		],
		[
			'an end that is no longer kept',
			{ dateTo: day(-1) },
			`'Date To' is ${day(-1)}, but usage is available only from ${day(0)} (UTC) on`,
		],
		['the ID of a network', { nodeIds: 'NW-1-2-3' }, "'NW-1-2-3' is the ID of a network"],
	])('refuses %s before anything is sent', async (_, filters, message) => {
		const run = await platform.run(getReport, { filters });
		expect(told(run).message).toContain(message);
		expect(told(run).description).not.toBe('');
		expect(platform.requests()).toEqual([]);
	});

	it.each([
		[5, 5, ['The service reported 5 rows, but returned only 1 of them.']],
		['x', 1, []],
	])('does not blame Limit where the service counts %j rows itself', async (said, count, hints) => {
		server.answer = () => ({ body: { count: said, results: [{ n: 1 }], next: null } });
		const parameters = { output: 'report', returnAll: true };
		const run = await platform.runAt(server, getReport, parameters);
		expect(jsons(run.output)).toEqual([{ rows: [{ n: 1 }], totals: {}, count }]);
		expect(run.hints.map(({ message }) => message)).toEqual(hints);
	});

	it.each(['report', 'rows'])('refuses an answer without rows (%s)', async (output) => {
		server.answer = () => ({ body: { totals: {} } });
		const run = await platform.runAt(server, getReport, { output });
		expect(told(run).message).toContain("without 'results'");
	});

	it('gives an AI agent 20 rows with the totals of all', async () => {
		const run = await platform.runTool(getReport, { output: 'report', filters: fourWeeks });
		const [{ rows, totals, count }] = jsons(run.answers[0]) as [
			{ rows: Row[]; totals: object; count: number },
		];
		expect(rows).toHaveLength(20);
		expect(count).toBe(112);
		expect(totals).toHaveProperty('compute_hours');
	});
});

describe('Usage · Export', () => {
	const path = '/v2/reporting/node-usage/export/';

	/** The sandbox's answer to a plain request. */
	async function csvOf(query: string): Promise<Buffer> {
		const headers = { authorization: `Bearer ${platform.sandbox.apiKey}` };
		const response = await fetch(`${platform.sandbox.url}${path}${query}`, { headers });
		return Buffer.from(await response.arrayBuffer());
	}

	it.each(['default', 'filesystem'] as const)('outputs a CSV file (%s)', async (binaryMode) => {
		const run = await platform.succeed(exportReport, { filters: fourWeeks }, { binaryMode });
		expect(platform.requests()).toMatchObject([{ method: 'GET', path, status: 200 }]);
		expect(platform.requests()[0].query).toEqual({
			date_from: `${day(0)}T00:00:00Z`,
			date_to: `${day(27)}T23:59:59Z`,
			granularity: 'day',
			ordering: '-datetime,node_id',
		});
		const [{ json, binary }] = run.output;
		const fileName = `node-usage-${day(0)}_${day(27)}.csv`;
		expect(binary?.data).toMatchObject({ fileName, mimeType: 'text/csv', fileExtension: 'csv' });
		const content = binary && (await readBinary(binary.data));
		const period = `date_from=${day(0)}T00:00:00Z&date_to=${day(27)}T23:59:59Z`;
		const query = `?${period}&ordering=-datetime,node_id`;
		expect(content?.equals(await csvOf(query))).toBe(true);
		expect(json).toEqual({ fileName, mimeType: 'text/csv', bytes: content?.length, rows: 112 });
		expect(pairs(run.output)).toEqual([0]);
	});

	it.each([
		[{}, 'node-usage-report.csv'],
		[{ dateFrom: day(0) }, `node-usage-from-${day(0)}.csv`],
		[{ dateTo: `${day(40)}T00:00:00Z` }, `node-usage-until-${day(40)}.csv`],
	])('names the file by the period %o', async (filters, fileName) => {
		server.answer = () => ({ body: 'node_id\r\n' });
		const run = await platform.runAt(server, exportReport, { filters });
		expect(run.output[0].binary?.data.fileName).toBe(fileName);
		expect(run.output[0].json).toMatchObject({ fileName, bytes: 9, rows: 0 });
	});

	it('counts rows, not lines, and keeps every character', async () => {
		const csv = 'node_id,node_name\nND-1,"a ""b"",\nc"\nND-2,"Knoten ä, 节点"\n\n';
		server.answer = () => ({ body: csv, headers: { 'content-type': 'text/csv' } });
		const parameters = { binaryPropertyName: 'report' };
		const run = await platform.runAt(server, exportReport, parameters);
		const [{ json, binary }] = run.output;
		expect(json).toMatchObject({ rows: 2, bytes: Buffer.byteLength(csv) });
		expect(binary && (await readBinary(binary.report)).toString()).toBe(csv);
	});

	it('checks the period as the report does', async () => {
		const run = await platform.run(exportReport, { filters: { dateFrom: day(-1) } });
		expect(told(run).message).toContain('usage is available only from');
		expect(platform.requests()).toEqual([]);
	});

	it('refuses a web page instead of a file', async () => {
		server.answer = () => ({ body: '<html><title>Proxy</title></html>' });
		const run = await platform.runAt(server, exportReport, {});
		expect(told(run).message).toContain('a web page titled "Proxy" instead of a CSV file');
	});

	it('gives an AI agent facts about the file', async () => {
		const run = await platform.runTool(exportReport, { filters: fourWeeks });
		expect(jsons(run.answers[0])).toMatchObject([{ mimeType: 'text/csv', rows: 112 }]);
	});
});

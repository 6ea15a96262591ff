import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedIds, startSandbox, type Sandbox } from '../../../sandbox/start.mts';
import { at, send } from './client.mts';

const usage = '/v2/reporting/node-usage/';
const usageExport = `${usage}export/`;
const address = `0x${'a1'.repeat(20)}`;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ evm: 'minimal' });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => sandbox.reset());

type Row = Record<string, unknown>;

async function rowsOf(query: string): Promise<Row[]> {
	const { status, body } = await send(sandbox, 'GET', usage + query);
	expect(status).toBe(200);
	return at(body, 'results') as Row[];
}

/** The day, counted from the first of this month (0 = the first), as YYYY-MM-DD. */
function dayOfMonth(offset: number): string {
	const now = new Date();
	const time = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1 + offset);
	return new Date(time).toISOString().slice(0, 10);
}

describe('node usage', () => {
	test('rows of a day for every node, the same in every call, with totals', async () => {
		const query = `?date_from=${dayOfMonth(-3)}&date_to=${dayOfMonth(-3)}`;
		const { body } = await send(sandbox, 'GET', usage + query);
		expect(body).toMatchObject({ count: 4, next: null });
		const results = at(body, 'results') as Row[];
		expect(results.map(({ node_type }) => node_type).sort()).toEqual([
			...['dedicated', 'dedicated', 'dedicated', 'elastic'],
		]);
		expect(at(body, 'totals', 'compute_hours')).toBe(3 * 24);
		const elastic = results.find(({ node_type }) => node_type === 'elastic');
		expect(elastic).toMatchObject({ compute_hours: null, gb_hour: null });
		expect(at(body, 'totals', 'request_units')).toBe(elastic?.request_units);
		expect(await rowsOf(query)).toEqual(results);
	});

	test('hourly reports have 100 rows per page', async () => {
		const query = `?granularity=hour&date_from=${dayOfMonth(-4)}&date_to=${dayOfMonth(-3)}`;
		const { body } = await send(sandbox, 'GET', usage + query);
		expect(at(body, 'count')).toBe(4 * 48);
		expect(at(body, 'results')).toHaveLength(100);
		expect(String(at(body, 'next'))).toContain('page=2');
	});

	test('comma-separated lists, type and order select the rows', async () => {
		const { ethereum, bitcoin } = seedIds.nodes;
		const day = `date_from=${dayOfMonth(-3)}&date_to=${dayOfMonth(-2)}`;
		const rows = await rowsOf(`?${day}&node_id=${bitcoin},${ethereum}&ordering=-node_id,datetime`);
		expect(rows.map((row) => row.node_id)).toEqual([bitcoin, bitcoin, ethereum, ethereum]);
		expect(String(rows[0].datetime) < String(rows[1].datetime)).toBe(true);
		expect(await rowsOf(`?${day}&protocol=ethereum,bitcoin&node_type=elastic`)).toEqual([]);
		expect(await rowsOf(`?${day}&network=polygon-pos-mainnet`)).toHaveLength(2);
	});

	test.each([
		['date_from=2020-01-01', 'date_from'],
		['date_from=yesterday', 'date_from'],
		[`date_from=${dayOfMonth(0)}&date_to=${dayOfMonth(-5)}`, 'date_to'],
		['granularity=week', 'granularity'],
		['node_type=huge', 'node_type'],
		['ordering=price', 'ordering'],
	])('?%s is refused', async (query, field) => {
		const { status, body } = await send(sandbox, 'GET', `${usage}?${query}`);
		expect(status).toBe(400);
		expect(body).toHaveProperty(`error.fields.${field}`);
	});

	test('the export is a CSV file and is throttled after five in a minute', async () => {
		const path = `${usageExport}?date_from=${dayOfMonth(-3)}&date_to=${dayOfMonth(-3)}`;
		const { headers, body } = await send(sandbox, 'GET', path);
		expect(headers.get('content-type')).toContain('text/csv');
		expect(headers.get('content-disposition')).toContain('node-usage-report.csv');
		const lines = String(body).trim().split('\r\n');
		expect(lines).toHaveLength(5);
		expect(lines[0].startsWith('node_id,node_name,datetime,')).toBe(true);
		for (let count = 2; count <= 5; count++) await send(sandbox, 'GET', path);
		const refused = await send(sandbox, 'GET', path);
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
		sandbox.skipTime(61_000);
		expect((await send(sandbox, 'GET', path)).status).toBe(200);
	});

	test('lists are throttled after sixty in a minute', async () => {
		const statuses: number[] = [];
		for (let count = 1; count <= 61; count++) {
			statuses.push((await send(sandbox, 'GET', `${usage}?node_id=ND-0`)).status);
		}
		expect(statuses.filter((status) => status === 200)).toHaveLength(60);
		expect(statuses.at(-1)).toBe(429);
	});
});

describe('faucet', () => {
	test('transfers once in 24 hours and records it', async () => {
		const first = await send(sandbox, 'POST', '/v1/faucet/sepolia', { address });
		expect(first.status).toBe(200);
		expect(at(first.body, 'amountSent')).toBe(5e17);
		expect(String(at(first.body, 'transaction'))).toMatch(/^https:\/\/.+\/tx\/0x[0-9a-f]{64}$/);
		const again = await send(sandbox, 'POST', '/v1/faucet/sepolia', { address });
		expect(again.status).toBe(429);
		expect(at(again.body, 'error', 'code')).toBe('TooManyRequests');
		const nextAt = Date.parse(String(at(again.body, 'nextFaucetAvailable')));
		expect(nextAt - Date.now()).toBeGreaterThan(23 * 3_600_000);
		expect((await send(sandbox, 'POST', '/v1/faucet/hoodi', { address })).status).toBe(200);
		sandbox.skipTime(24 * 3_600_000);
		expect((await send(sandbox, 'POST', '/v1/faucet/sepolia', { address })).status).toBe(200);
		const history = await send(sandbox, 'GET', '/v1/faucet/transactions-history');
		expect(history.body).toHaveLength(3);
		expect(at(history.body, 0)).toMatchObject({
			protocol: 'ethereum',
			amount: { $numberDecimal: '500000000000000000' },
		});
	});

	test.each([
		['sepolia', 'nobody', 400],
		['sepolia', undefined, 400],
		['goerli', address, 404],
	])('%s for %s is refused', async (chain, to, expected) => {
		const { status, body } = await send(sandbox, 'POST', `/v1/faucet/${chain}`, { address: to });
		expect(status).toBe(expected);
		expect(body).toHaveProperty('error');
	});

	test('a wrong key is refused with a plain text error', async () => {
		const wrong = { authorization: 'Bearer wrong' };
		const { status, body } = await send(sandbox, 'POST', '/v1/faucet/sepolia', {}, wrong);
		expect([status, body]).toEqual([401, { error: 'Invalid API key.' }]);
	});
});

import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { usePlatform } from '../fixtures/platform.mts';
import { reported, watchingOn } from '../fixtures/polling.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const watching = watchingOn(platform);
const server = useServer(() => ({ status: 500 }));
const { ethereum } = seedIds.nodes;

describe('the usage', () => {
	let used: number;
	let period: string;
	const usage = {
		event: 'usageThresholdReached',
		metric: 'request_units',
		included: 1000,
		levels: '50, 80, 100',
	};
	const watchUsage = async (parameters: object = usage) =>
		await watching(parameters, platform.credential({ baseUrl: server.url }));

	beforeEach(() => {
		used = 0;
		period = '2026-05-01';
		server.answer = ({ url }) => ({
			body: url.startsWith('/v1/organization/') ? { id: 'RG-1-1', name: 'Us' } : report(),
		});
	});

	const report = () => ({
		count: 1,
		next: null,
		results: [{ node_id: ethereum, datetime: `${period}T00:00:00Z`, request_units: used }],
		totals: { request_units: used, compute_hours: null },
	});

	it('is reported once per level and billing period', async () => {
		const trigger = await watchUsage();
		used = 499;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 500;
		expect(await reported(trigger.poll())).toMatchObject([
			{
				event: 'usageThresholdReached',
				id: 'RG-1-1 request_units 50% of 1000',
				from: 'below',
				to: 'reached',
				metric: 'request_units',
				level: 50,
				used: 500,
				included: 1000,
				percent: 50,
				period,
			},
		]);
		used = 700;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 1200;
		expect(await reported(trigger.poll())).toMatchObject([{ level: 80 }, { level: 100 }]);
		period = '2026-06-01';
		used = 10;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 510;
		expect(await reported(trigger.poll())).toMatchObject([{ level: 50, period: '2026-06-01' }]);
	});

	it('is not treated as zero when the answer is unusable', async () => {
		const trigger = await watchUsage();
		used = 600;
		expect(await reported(trigger.poll())).toHaveLength(1);
		const sensible = server.answer;
		server.answer = () => ({ body: { count: 0, next: null, results: [] } });
		await trigger.poll();
		server.answer = sensible;
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it.each([
		['has no ID', { body: { status: 'ok' } }],
		['cannot be read', { status: 500 }],
	])('is not treated as that of another organization when the organization %s', async (_, odd) => {
		const trigger = await watchUsage();
		const { answer } = server;
		server.answer = (request) =>
			request.url.startsWith('/v1/organization/') ? odd : answer(request);
		used = 600;
		expect(await reported(trigger.poll())).toEqual([]);
		expect(trigger.logText()).toContain('skipped a poll');
		server.answer = answer;
		expect(await reported(trigger.poll())).toMatchObject([{ level: 50 }]);
	});

	it.each([
		[' 8.5e2 ', 850],
		['1,250,000', 1_250_000],
		['1 250.5', 1250.5],
	])('is read from a text (%j)', async (text, total) => {
		const trigger = await watchUsage();
		used = text as unknown as number;
		const [first, second] = await reported(trigger.poll());
		expect([first, second]).toMatchObject([{ level: 50, used: total }, { level: 80 }]);
	});

	it.each<unknown>(['many', '-1', '1,25', undefined])(
		'that is no number (%j) makes a poll fail',
		async (odd) => {
			const trigger = await watchUsage();
			used = odd as number;
			expect(await reported(trigger.poll())).toEqual([]);
			expect(trigger.logText()).toContain('without a total of Request units');
			used = 600;
			expect(await reported(trigger.poll())).toMatchObject([{ level: 50 }]);
		},
	);

	it('in a test by hand is shown in consistent figures', async () => {
		used = 410;
		const trigger = await watchUsage();
		const shown = await reported(trigger.test());
		expect(shown).toMatchObject([
			{ test: true, level: 50, used: 500, percent: 50, to: 'reached' },
			{ test: true, level: 80, used: 800, percent: 80 },
			{ test: true, level: 100, used: 1000, percent: 100 },
		]);
		for (const item of shown) expect(item).toMatchObject({ note: expect.stringContaining('41 %') });
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it.each([
		[{ levels: '0' }, "'0'"],
		[{ levels: '50, -1' }, '50, -1'],
		[{ included: 0 }, 'Included in the Plan'],
	])('refuses %j', async (parameters, named) => {
		const trigger = await watchUsage({ ...usage, ...parameters });
		expect(trigger.first.error?.message).toContain(named);
	});
});

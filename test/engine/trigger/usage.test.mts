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
	let organization: string;
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
		organization = 'RG-1-1';
		server.answer = ({ url }) => ({
			body: url.startsWith('/v1/organization/') ? { id: organization, name: 'Us' } : report(),
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

	it('is reported when the plan becomes too small for it, once for each plan', async () => {
		used = 900;
		const large = { ...usage, included: 10_000 };
		const trigger = await watchUsage(large);
		const smaller = await reported(trigger.activate({ parameters: usage }));
		expect(smaller).toMatchObject([
			{ id: 'RG-1-1 request_units 50% of 1000', healthy: false, from: 'below', to: 'reached' },
			{ id: 'RG-1-1 request_units 80% of 1000' },
		]);
		expect(await reported(trigger.poll())).toEqual([]);
		expect(await reported(trigger.activate({ parameters: large }))).toEqual([]);
		expect(await reported(trigger.activate({ parameters: usage }))).toEqual([]);
		used = 1000;
		expect(await reported(trigger.poll())).toMatchObject([{ level: 100 }]);
		period = '2026-06-01';
		expect(await reported(trigger.poll())).toHaveLength(3);
	});

	it('is read from a text', async () => {
		const trigger = await watchUsage();
		used = ' 8.5e2 ' as unknown as number;
		const told = await reported(trigger.poll());
		expect(told).toMatchObject([{ level: 50, used: 850 }, { level: 80 }]);
	});

	it.each<unknown>(['many', '-1', undefined])(
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

	it('is reported for another organization, whose levels start again', async () => {
		used = 900;
		const trigger = await watchUsage();
		organization = 'RG-2-2';
		used = 100;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 600;
		expect(await reported(trigger.poll())).toMatchObject([
			{ id: 'RG-2-2 request_units 50% of 1000', level: 50 },
		]);
	});

	it('is forecast once per period, with the figures it is based on', async () => {
		const day = 86_400_000;
		const dayAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);
		period = dayAgo(41);
		used = 600;
		const trigger = await watchUsage({ ...usage, levels: '100, forecast' });
		// Nobody knows when the first period that is seen began.
		expect(await reported(trigger.poll())).toEqual([]);
		period = dayAgo(10);
		used = 100;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 600;
		const told = await reported(trigger.poll());
		expect(told).toMatchObject([
			{ level: 'forecast', to: 'reached', period, forecastBasis: expect.stringContaining(period) },
		]);
		const [{ runsOutOn, periodEndsOn }] = told as Array<Record<string, string>>;
		expect(runsOutOn > dayAgo(0) && runsOutOn < periodEndsOn).toBe(true);
		used = 200;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 700;
		expect(await reported(trigger.poll())).toEqual([]);
	});

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

	it('of several metrics is kept separate', async () => {
		used = 600;
		const trigger = await watchUsage({ ...usage, metric: 'compute_hours' });
		expect(
			await reported(trigger.activate({ parameters: { ...usage, metric: 'request_units' } })),
		).toEqual([]);
		expect(JSON.stringify(trigger.state)).not.toContain('compute_hours 50%');
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

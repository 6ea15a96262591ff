import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { jsons, usePlatform } from './fixtures/platform.mts';
import { reported, watchingOn } from './fixtures/polling.mts';
import { useServer } from './fixtures/server.mts';

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
		server.answer = () => ({
			body: {
				count: 1,
				next: null,
				results: [{ node_id: ethereum, datetime: `${period}T00:00:00Z`, request_units: used }],
				totals: { request_units: used, compute_hours: null },
			},
		});
	});

	it('is reported once per level and billing period', async () => {
		const trigger = await watchUsage();
		used = 499;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 500;
		expect(await reported(trigger.poll())).toMatchObject([
			{
				event: 'usageThresholdReached',
				id: 'request_units 50% of 1000',
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

	it('is reported in a new period also if nobody looked in between', async () => {
		used = 600;
		const trigger = await watchUsage();
		period = '2026-06-01';
		expect(await reported(trigger.poll())).toMatchObject([{ level: 50, period }]);
	});

	it('when first seen is only remembered', async () => {
		used = 900;
		const trigger = await watchUsage();
		expect(trigger.first.items).toBeNull();
		expect(await reported(trigger.poll())).toEqual([]);
		used = 1000;
		expect(await reported(trigger.poll())).toMatchObject([{ level: 100 }]);
	});

	it('when first seen is reported when that is wanted, as far as it is reached', async () => {
		used = 900;
		const trigger = await watchUsage({ ...usage, emitInitialState: true });
		expect(jsons(trigger.first.items ?? [])).toMatchObject([{ level: 50 }, { level: 80 }]);
	});

	it('is not reported again after a kill', async () => {
		const trigger = await watchUsage();
		used = 850;
		expect(await reported(trigger.poll())).toHaveLength(2);
		await trigger.kill();
		expect(await reported(trigger.activate())).toEqual([]);
	});

	it('that is corrected downwards is not reported twice in a period', async () => {
		const trigger = await watchUsage();
		used = 505;
		expect(await reported(trigger.poll())).toHaveLength(1);
		used = 495;
		expect(await reported(trigger.poll())).toEqual([]);
		used = 510;
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('is not taken for none when the answer makes no sense', async () => {
		const trigger = await watchUsage();
		used = 600;
		expect(await reported(trigger.poll())).toHaveLength(1);
		const sensible = server.answer;
		server.answer = () => ({ body: { count: 0, next: null, results: [] } });
		await trigger.poll();
		server.answer = sensible;
		expect(await reported(trigger.poll())).toEqual([]);
	});

	it('of several metrics is kept apart', async () => {
		used = 600;
		const trigger = await watchUsage({ ...usage, metric: 'compute_hours' });
		expect(
			await reported(trigger.activate({ parameters: { ...usage, metric: 'request_units' } })),
		).toEqual([]);
		expect(JSON.stringify(trigger.state)).not.toContain('compute_hours 50%');
	});

	it.each([
		[{ levels: 'many' }, 'many'],
		[{ levels: '0' }, "'0'"],
		[{ levels: '50, -1' }, '50, -1'],
		[{ levels: ',' }, 'Levels'],
		[{ included: 0 }, 'Included in the Plan'],
		[{ included: -5 }, '-5'],
	])('refuses %j', async (parameters, named) => {
		const trigger = await watchUsage({ ...usage, ...parameters });
		expect(trigger.first.error?.message).toContain(named);
	});
});

import { describe, expect, it } from 'vitest';
import { startAt, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { run, succeed, sent } = useExample('quota-alert');

describe('Alert when usage reaches a level', () => {
	const level = (percent: number) => ({
		summary: `Request units: ${percent} % of the plan is used`,
		event: 'usageThresholdReached',
		id: `request_units ${percent}%`,
		name: `Request units, ${percent} %`,
		from: 'below',
		to: 'reached 2026-01-01',
		level: percent,
		used: percent * 30_000 + 1,
		included: 3_000_000,
		percent,
		period: '2026-01-01',
	});

	it('reports each level, and that it is urgent when everything is used up', async () => {
		const report = await succeed(startAt('Level Reached', level(80), level(100)));
		expect(jsons(report.items('Warning'))).toEqual([
			{
				subject: 'Request units: 80 % of the plan is used',
				text: '2400001 of 3000000 (80 %) are used in the billing period that began on 2026-01-01.',
				urgent: false,
			},
		]);
		expect(jsons(report.items('Used Up'))).toMatchObject([
			{ subject: 'Used up: Request units, 100 %', urgent: true },
		]);
	});

	it('shows the current usage when its trigger is tested', async () => {
		const report = await succeed('Level Reached');
		expect(report.items('Level Reached')).toHaveLength(3);
		expect(jsons(report.items('Level Reached'))).toMatchObject(
			[50, 80, 100].map((each) => ({ level: each, included: 3_000_000 })),
		);
	});

	it('marks a test as a test, and does not report usage as used up when it is not', async () => {
		const report = await run(
			startAt('Level Reached', {
				...level(100),
				test: true,
				used: 1_230_000,
				percent: 41,
				note: 'This level is not reached yet: 41 % is currently used',
			}),
		);
		expect(report.executed).not.toContain('Used Up');
		expect(jsons(report.items('Warning'))).toEqual([
			{
				subject: 'Test: This level is not reached yet: 41 % is currently used',
				text: text(/^Test: 1230000 of 3000000 \(41 %\) are used/),
				urgent: false,
			},
		]);
	});

	it('shows an example when it is run by hand', async () => {
		const report = await run();
		expect(jsons(report.items('Warning'))).toMatchObject([
			{ subject: 'Test: Request units: 80 % of the plan is used' },
		]);
	});

	it('says that the plan will not last when the forecast says so', async () => {
		const forecast = {
			...level(50),
			summary: 'Request units: the plan lasts until 2026-01-20',
			name: 'Request units, forecast',
			level: 'forecast',
			to: 'reached 2026-01-01',
			healthy: false,
			used: 900_000,
			percent: 30,
			runsOutOn: '2026-01-20',
			usedPerDay: 150_000,
			periodEndsOn: '2026-02-01',
		};
		expect(await sent(startAt('Level Reached', forecast))).toEqual([
			{
				subject: 'Request units: the plan lasts until 2026-01-20',
				text: '900000 of 3000000 (30 %) are used in the billing period that began on 2026-01-01. At 150000 a day, the plan lasts until 2026-01-20; the period ends on 2026-02-01.',
				urgent: false,
			},
		]);
	});

	it('says what a test has to say when there is nothing to watch', async () => {
		const note = 'There is currently nothing to watch';
		expect(
			await sent(
				startAt('Level Reached', {
					summary: note,
					event: 'usageThresholdReached',
					test: true,
					note,
				}),
			),
		).toMatchObject([{ subject: `Test: ${note}`, text: `Test: ${note}` }]);
	});
});

import { describe, expect, it } from 'vitest';

import { currentPeriod, forecastOf } from '../../../nodes/ChainstackTrigger/events/billingPeriod';

const DAY = 86_400_000;

describe('the billing period', () => {
	const may = { start: '2026-05-03', seenOn: '2026-05-20' };

	it.each([
		['begins with its first row', undefined, '2026-05-03', '2026-05-20', '2026-05-03'],
		['begins today while there is none', undefined, undefined, '2026-05-20', '2026-05-20'],
		['stays when an earlier row appears', may, '2026-05-01', '2026-05-21', '2026-05-03'],
		['stays when its first row goes away', may, '2026-05-09', '2026-05-21', '2026-05-03'],
		['stays when an answer is empty', may, undefined, '2026-05-21', '2026-05-03'],
		['ends when all rows are later', may, '2026-06-01', '2026-06-01', '2026-06-01'],
		['ends after a month nobody looked in', may, '2026-06-02', '2026-07-20', '2026-06-02'],
		['never goes back', may, '2026-04-01', '2026-05-21', '2026-05-03'],
	])('%s', (_, noted, firstRow, today, expected) => {
		expect(currentPeriod(noted, firstRow, today).start).toBe(expected);
	});

	it('ends although an empty answer was its last', () => {
		const empty = currentPeriod(may, undefined, '2026-06-01');
		expect(currentPeriod(empty, '2026-06-01', '2026-06-02').start).toBe('2026-06-01');
	});
});

describe('the forecast', () => {
	const period = { start: '2026-05-01', seenOn: '2026-05-11' };
	const start = Date.parse('2026-05-01');
	const after = (days: number, used: number) =>
		forecastOf({ used, included: 3000 }, period, start + days * DAY);

	it('says when the included amount runs out at the present pace, and what that is based on', () => {
		expect(after(10, 1500)).toEqual({
			runsOutOn: '2026-05-21',
			usedPerDay: 150,
			periodEndsOn: '2026-06-01',
			forecastBasis: '150 a day on average since 2026-05-01',
			isBeforeEnd: true,
		});
	});

	it.each([
		['lasts until the end', 10, 900, false],
		['does not', 10, 1000, true],
		['is used up already', 20, 4000, true],
		['is hardly known after a day', 1, 1000, false],
	])('tells an amount that %s', (_, days, used, expected) => {
		expect(after(days, used).isBeforeEnd).toBe(expected);
	});

	it('knows no day when nothing is used', () => {
		expect(after(10, 0)).toMatchObject({ runsOutOn: null, isBeforeEnd: false });
	});

	it('takes the last day of a month that is shorter', () => {
		const january = { start: '2026-01-31', seenOn: '2026-02-02' };
		const { periodEndsOn } = forecastOf(
			{ used: 1, included: 2 },
			january,
			Date.parse('2026-02-02'),
		);
		expect(periodEndsOn).toBe('2026-02-28');
	});
});

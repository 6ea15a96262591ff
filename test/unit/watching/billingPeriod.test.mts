import { describe, expect, it } from 'vitest';

import { findCurrentPeriod, calculateForecast } from '../../../nodes/shared/watching/billingPeriod';

const DAY = 86_400_000;

describe('the billing period', () => {
	const may = {
		start: '2026-05-03',
		firstDay: '2026-05-03',
		seenOn: '2026-05-20',
		before: '2026-04-05',
	};
	const next = (firstRow: string | undefined, today: string, noted = may) =>
		findCurrentPeriod(noted, firstRow, today);

	it('begins with its first row', () => {
		const first = { start: may.start, firstDay: may.start, seenOn: may.seenOn };
		expect(findCurrentPeriod(undefined, first.start, '2026-05-20')).toEqual(first);
	});

	it('is not known while there is none', () => {
		expect(findCurrentPeriod(undefined, undefined, '2026-05-20')).toBeUndefined();
	});

	it.each([
		['stays when an earlier row appears', '2026-05-01', '2026-05-21', '2026-05-03'],
		['stays when its first row disappears', '2026-05-09', '2026-05-21', '2026-05-03'],
		['stays when an answer is empty', undefined, '2026-05-21', '2026-05-03'],
		['ends when all rows are later', '2026-06-01', '2026-06-01', '2026-06-01'],
		['ends after a month without polls', '2026-06-02', '2026-07-20', '2026-06-02'],
	])('%s', (_, firstRow, today, expected) => {
		expect(next(firstRow, today)).toMatchObject({ start: expected });
	});

	it.each([
		['the start of the period before it', '2026-04-05'],
		['an earlier day', '2026-04-01'],
	])('ended long ago where the first row is from %s', (_, firstRow) => {
		expect(next(firstRow, '2026-05-21')).toBe('past');
	});

	it('keeps the earliest day', () => {
		expect(next('2026-05-01', '2026-05-22')).toEqual({
			...may,
			firstDay: '2026-05-01',
			seenOn: '2026-05-22',
		});
	});

	it('ends even if its last answer was empty', () => {
		expect(next(undefined, '2026-06-01')).toEqual(may);
		expect(next('2026-06-01', '2026-06-02')).toMatchObject({ start: '2026-06-01' });
	});

	it('ends even if the service still showed it for two days of the next one', () => {
		// Nothing was used in the first weeks, so a month after its first row is too late.
		const late = { ...may, start: '2026-05-20', firstDay: '2026-05-20', seenOn: '2026-06-03' };
		expect(next('2026-06-01', '2026-06-04', late)).toEqual({
			start: '2026-06-01',
			firstDay: '2026-06-01',
			seenOn: '2026-06-04',
			before: '2026-05-20',
		});
	});
});

describe('the forecast', () => {
	const start = Date.parse('2026-05-01');
	const period = { firstDay: '2026-05-01', before: '2026-04-01' };
	const after = (days: number, used: number) =>
		calculateForecast({ used, included: 3000 }, period, start + days * DAY);

	it('says when the included amount runs out at the current pace, and what that is based on', () => {
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
	])('recognizes an amount that %s', (_, days, used, expected) => {
		expect(after(days, used).isBeforeEnd).toBe(expected);
	});

	it('has no date when nothing is used', () => {
		expect(after(10, 0)).toMatchObject({ runsOutOn: null, isBeforeEnd: false });
	});

	it('uses the last day of a shorter month', () => {
		const { periodEndsOn } = calculateForecast(
			{ used: 1, included: 2 },
			{ firstDay: '2026-01-31', before: '2025-12-31' },
			Date.parse('2026-02-02'),
		);
		expect(periodEndsOn).toBe('2026-02-28');
	});

	it.each([[{ firstDay: '2026-05-15' }], [undefined]])(
		'is not made in the first period that is seen, whose first row may be late: %j',
		(first) => {
			// 43 % are used on the 20th; since the 15th that would be a pace of 260 a day.
			const now = Date.parse('2026-05-20');
			expect(calculateForecast({ used: 1300, included: 3000 }, first, now)).toMatchObject({
				runsOutOn: null,
				periodEndsOn: null,
				forecastBasis: expect.stringContaining('no forecast') as string,
				isBeforeEnd: false,
			});
		},
	);
});

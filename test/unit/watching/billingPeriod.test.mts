import { describe, expect, it } from 'vitest';

import { findCurrentPeriod, calculateForecast } from '../../../nodes/shared/watching/billingPeriod';

const DAY = 86_400_000;

describe('the billing period', () => {
	const may = {
		...{ start: '2026-05-03', firstDay: '2026-05-03', seenOn: '2026-05-20' },
		...{ most: 1000, before: '2026-04-05' },
	};
	const next = (firstRow: string | undefined, used: number, today: string, noted = may) =>
		findCurrentPeriod(noted, { firstRow, used }, today);

	it('begins with its first row', () => {
		const first = { start: may.start, firstDay: may.start, seenOn: may.seenOn, most: 7 };
		expect(findCurrentPeriod(undefined, { firstRow: first.start, used: 7 }, '2026-05-20')).toEqual(
			first,
		);
	});

	it('is not known while there is none', () => {
		const none = findCurrentPeriod(undefined, { firstRow: undefined, used: 0 }, '2026-05-20');
		expect(none).toBeUndefined();
	});

	it.each([
		['stays when an earlier row appears', '2026-05-01', 1100, '2026-05-21', '2026-05-03'],
		['stays when its first row disappears', '2026-05-09', 900, '2026-05-21', '2026-05-03'],
		['stays when an answer is empty', undefined, 0, '2026-05-21', '2026-05-03'],
		['ends when all rows are later', '2026-06-01', 5, '2026-06-01', '2026-06-01'],
		['ends after a month without polls', '2026-06-02', 900, '2026-07-20', '2026-06-02'],
	])('%s', (_, firstRow, used, today, expected) => {
		expect(next(firstRow, used, today)).toMatchObject({ start: expected });
	});

	it.each([
		['the start of the period before it', '2026-04-05'],
		['an earlier day', '2026-04-01'],
		['a day too long before it', '2026-04-04'],
	])('ended long ago where the first row is from %s', (_, firstRow) => {
		expect(next(firstRow, 5000, '2026-05-21')).toBe('past');
		const { before, ...without } = may;
		expect(before).toBe('2026-04-05');
		expect(next('2026-04-04', 5000, '2026-05-21', without as typeof may)).toBe('past');
	});

	it('keeps the earliest day and the most that was used', () => {
		expect(next('2026-05-01', 900, '2026-05-22')).toEqual({
			...may,
			firstDay: '2026-05-01',
			seenOn: '2026-05-22',
		});
	});

	it('ends even if its last answer was empty', () => {
		expect(next(undefined, 0, '2026-06-01')).toEqual({ ...may, empty: 1 });
		expect(next('2026-06-01', 5, '2026-06-02')).toMatchObject({ start: '2026-06-01' });
	});

	it('ends even if the service still showed it on the first day of the next one', () => {
		// Nothing was used in the first weeks, so a month after its first row is too late.
		const late = { ...may, start: '2026-05-20', firstDay: '2026-05-20', seenOn: '2026-06-01' };
		expect(next('2026-06-01', 100, '2026-06-01', late)).toMatchObject({ start: '2026-06-01' });
	});

	it('ends after two reports without rows, because a single one may be a fault', () => {
		const noted = { ...may, start: '2026-05-20', firstDay: '2026-05-20', seenOn: '2026-06-01' };
		const once = next(undefined, 0, '2026-06-02', noted) as typeof may;
		expect(next('2026-06-01', 900, '2026-06-05', once)).toMatchObject({ start: '2026-05-20' });
		const twice = next(undefined, 0, '2026-06-03', once) as typeof may;
		const ended = next('2026-06-01', 900, '2026-06-05', twice);
		expect(ended).toMatchObject({ start: '2026-06-01', before: '2026-05-20' });
		expect(ended).not.toHaveProperty('empty');
	});

	it.each([
		['much less is used', '2026-06-01', 400, '2026-06-10'],
		['all other rows are missing', '2026-06-10', 900, '2026-06-10'],
	])('ends when the second report in a row says that %s', (_, firstRow, used, today) => {
		const noted = { ...may, start: '2026-05-20', firstDay: '2026-05-20', seenOn: '2026-06-10' };
		const once = next(firstRow, used, today, noted);
		expect(once).toMatchObject({ start: '2026-05-20', next: firstRow });
		expect(next(firstRow, used, today, once as typeof may)).toMatchObject({ start: firstRow });
		const back = next('2026-05-20', 1000, today, once as typeof may);
		expect(next(firstRow, used, today, back as typeof may)).toMatchObject({ start: '2026-05-20' });
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

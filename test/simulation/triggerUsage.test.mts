import { describe, expect, it } from 'vitest';

import { playUsage } from './trigger/usage.mts';
import { UsageObserver, type UsageLook } from './trigger/usageDue.mts';

/** Three billing periods each. Many more are simulated by `npm run test:simulation:trigger -- --usage`. */
const SEEDS = [1, 4, 31, 47, 104, 160];

describe('the trigger reports each level of usage once, and nothing else', () => {
	it.each(SEEDS)('in some billing periods (seed %d)', async (seed) => {
		const { due, missed, wrong, double, violations } = await playUsage(seed);
		expect([...missed, ...wrong, ...double, ...violations]).toEqual([]);
		expect(due).toBeGreaterThan(0);
	});
});

describe('the observer of usage', () => {
	const START = Date.UTC(2026, 4, 1);
	const DAY_MS = 86_400_000;
	const look = (day: number, used: number, own: Partial<UsageLook> = {}): UsageLook => ({
		organization: 'RG-1-1',
		included: 1000,
		used,
		period: 0,
		firstDay: START,
		now: START + day * DAY_MS,
		...own,
	});
	const reportsDue = (looks: readonly UsageLook[], reportsFirst = false): string[] => {
		const observer = new UsageObserver([50, 100, 'forecast'], reportsFirst);
		return looks.flatMap((each) =>
			observer.look(each).map(({ level, period }) => `${level} in ${period}`),
		);
	};
	const next = { period: 1, firstDay: Date.UTC(2026, 5, 1) };

	it('expects each level to be reported once per period', () => {
		const looks = [look(20, 0), look(20, 510), look(21, 490), look(22, 510), look(31, 600, next)];
		expect(reportsDue(looks)).toEqual(['50 in 0', '50 in 1']);
	});

	it('expects levels reached at first to be only remembered, unless the initial state is reported', () => {
		const looks = [look(20, 600), look(28, 1000)];
		expect(reportsDue(looks)).toEqual(['100 in 0']);
		expect(reportsDue(looks, true)).toEqual(['50 in 0', '100 in 0']);
	});

	it('expects a forecast when two days have passed and the pace is too high', () => {
		const looks = [0, 1.9, 2, 3].map((day) => look(day, day < 3 ? day * 150 : 100));
		expect(reportsDue(looks)).toEqual([]);
		const later = [31, 32.9, 33, 34].map((day) =>
			look(day, day < 34 ? (day - 31) * 150 : 100, next),
		);
		expect(reportsDue([...looks, ...later])).toEqual(['forecast in 1']);
	});

	it('ignores a report of an earlier period, and treats another plan as a new one', () => {
		expect(reportsDue([look(31, 10, next), look(31, 900)])).toEqual([]);
		const small = { included: 500 };
		expect(reportsDue([look(9, 0), look(9, 300, small), look(10, 600, small)])).toEqual([
			'50 in 0',
			'100 in 0',
		]);
		expect(reportsDue([look(9, 300, small), look(9, 300), look(9, 300, small)])).toEqual([]);
	});

	it('forgets at a kill what was not saved', () => {
		const observer = new UsageObserver([50], false);
		observer.look(look(9, 0));
		observer.save();
		expect(observer.look(look(10, 500))).toHaveLength(1);
		observer.restart();
		expect(observer.look(look(10, 500))).toHaveLength(1);
	});
});

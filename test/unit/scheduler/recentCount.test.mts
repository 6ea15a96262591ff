import { describe, expect, it } from 'vitest';

import { RecentCount } from '../../../nodes/shared/scheduler/recentCount';

const WINDOW_MS = 1000;

/** A count of events, each given as its time and how often it happened at that time. */
function counted(...events: Array<[at: number, count: number]>): RecentCount {
	const recent = new RecentCount(WINDOW_MS);
	for (const [at, count] of events) recent.add(count, at);
	return recent;
}

describe('a count of recent events', () => {
	it('is 0 when nothing happened, and never changes by itself', () => {
		expect(counted().count(5)).toBe(0);
		expect(counted().changesAt(5)).toBe(Infinity);
	});

	it('adds up what happened within the window, even at the same instant', () => {
		expect(counted([0, 2], [0, 3], [400, 1]).count(400)).toBe(6);
	});

	it.each([
		[WINDOW_MS - 1, 3],
		[WINDOW_MS - 0.001, 3],
		[WINDOW_MS, 1],
		[WINDOW_MS + 399, 1],
		[WINDOW_MS + 400, 0],
		[1e12, 0],
	])('forgets an event when the window has passed: at %d ms', (now, count) => {
		expect(counted([0, 2], [400, 1]).count(now)).toBe(count);
	});

	it('reports when it changes next', () => {
		const recent = counted([100, 2], [400, 1]);
		expect(recent.changesAt(500)).toBe(100 + WINDOW_MS);
		expect(recent.changesAt(100 + WINDOW_MS)).toBe(400 + WINDOW_MS);
		expect(recent.changesAt(400 + WINDOW_MS)).toBe(Infinity);
	});

	it('is correct at the time at which it said it would change', () => {
		const recent = counted([0.1, 1], [0.3, 1], [0.7, 1]);
		for (let left = 3; left > 0; left -= 1) {
			const changesAt = recent.changesAt(1);
			expect(recent.count(changesAt)).toBe(left - 1);
		}
	});

	it('continues after it was empty', () => {
		const recent = counted([0, 7]);
		expect(recent.count(2000)).toBe(0);
		recent.add(2, 2500);
		expect(recent.count(2600)).toBe(2);
		expect(recent.changesAt(2600)).toBe(2500 + WINDOW_MS);
	});

	it.each([0, 1, 10_000])(
		'gives the same counts as adding everything up each time: %d events',
		(events) => {
			const recent = new RecentCount(50);
			const log: Array<{ at: number; count: number }> = [];
			for (let index = 0; index < events; index += 1) {
				const at = index * 1.7;
				const count = index % 5;
				recent.add(count, at);
				log.push({ at, count });
				if (index % 13 !== 0) continue;
				const expected = log
					.slice(-100)
					.filter((each) => each.at + 50 > at)
					.reduce((sum, each) => sum + each.count, 0);
				expect(recent.count(at)).toBe(expected);
			}
		},
	);

	it('counts nothing where the window has no length', () => {
		const recent = new RecentCount(0);
		recent.add(5, 100);
		expect(recent.count(100)).toBe(0);
		expect(recent.changesAt(100)).toBe(Infinity);
	});
});

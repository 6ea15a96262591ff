import { expect, it } from 'vitest';

import { RecentCount } from '../../../nodes/shared/scheduler/recentCount';

it.each([
	[0, 0, Infinity],
	[100, 5, 1100],
	[400, 6, 1100],
	[1099, 6, 1100],
	[1099.999, 6, 1100],
	[1100, 1, 1400],
	[1399, 1, 1400],
	[1400, 0, Infinity],
	[1e12, 0, Infinity],
])('what happened counts for a second: at %d ms it is %d, until %d', (now, count, changesAt) => {
	const recent = new RecentCount(1000);
	for (const [events, at] of [
		[2, 100],
		[3, 100],
		[1, 400],
	])
		if (at <= now) recent.add(events, at);
	expect(recent.count(now)).toBe(count);
	expect(recent.changesAt(now)).toBe(changesAt);
});

it('what happens after a pause counts again', () => {
	const recent = new RecentCount(1000);
	recent.add(7, 0);
	expect(recent.count(2000)).toBe(0);
	recent.add(2, 2500);
	expect(recent.count(2600)).toBe(2);
});

it('nothing counts where the window has no length', () => {
	const recent = new RecentCount(0);
	recent.add(5, 100);
	expect(recent.count(100)).toBe(0);
	expect(recent.changesAt(100)).toBe(Infinity);
});

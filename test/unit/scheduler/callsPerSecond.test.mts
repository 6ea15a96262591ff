import { expect, it } from 'vitest';

import { CallsPerSecond } from '../../../nodes/shared/scheduler/callsPerSecond';

it.each([
	[0, 6, -Infinity],
	[100, 1, -Infinity],
	[400, 0, 1100],
	[1099.999, 0, 1100],
	[1100, 5, -Infinity],
	[1399, 5, -Infinity],
	[1400, 6, -Infinity],
	[1e12, 6, -Infinity],
])('a call counts for a second: at %d ms there is room for %d, from %d ms on', (now, left, at) => {
	const perSecond = new CallsPerSecond(6);
	for (const [calls, sentAt] of [
		[2, 100],
		[3, 100],
		[1, 400],
	])
		if (sentAt <= now) perSecond.sent(calls, sentAt);
	expect(perSecond.left(now)).toBe(left);
	expect(perSecond.notBefore(now)).toBe(at);
});

it('less than one call per second means one in a longer window', () => {
	const perSecond = new CallsPerSecond(0.5);
	perSecond.sent(1, 0);
	expect([perSecond.left(1999), perSecond.notBefore(1999)]).toEqual([0, 2000]);
	expect(perSecond.left(2000)).toBe(1);
});

it('nothing counts where there is no bound', () => {
	const perSecond = new CallsPerSecond(Infinity);
	perSecond.sent(5, 100);
	expect(perSecond.left(100)).toBe(Infinity);
});

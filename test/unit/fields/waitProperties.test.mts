import { describe, expect, it } from 'vitest';

import { waitLimits } from '../../../nodes/shared/fields/waitProperties';
import { problemOf } from '../fixtures/problems.mts';

describe('waitLimits', () => {
	it.each([
		[1, 1],
		[10, 900],
		[1.5, 3],
		[5, 5],
	])('accepts %d and %d', (waitInterval, waitLimit) => {
		expect(waitLimits({ waitInterval, waitLimit })).toEqual({
			intervalMs: waitInterval * 1000,
			limitMs: waitLimit * 1000,
		});
	});

	it.each([
		[0, 900, 'Interval'],
		[0.9, 900, 'Interval'],
		[-5, 900, 'Interval'],
		[Number.NaN, 900, 'Interval'],
		[10, 9, 'Give Up After'],
		[10, 0, 'Give Up After'],
		[10, -1, 'Give Up After'],
		[10, Number.NaN, 'Give Up After'],
	])('refuses %d and %d', (waitInterval, waitLimit, field) => {
		const { message } = problemOf(() => waitLimits({ waitInterval, waitLimit }));
		expect(message).toContain(field);
	});

	it('says what to change where the limit is shorter than the interval', () => {
		const { message, hint } = problemOf(() => waitLimits({ waitInterval: 10, waitLimit: 5 }));
		expect(message).toBe("'Give Up After (Seconds)' is 5, less than the interval of 10");
		expect(hint).toBe('Raise it, or lower the interval');
	});
});

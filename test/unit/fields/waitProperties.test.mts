import { describe, expect, it } from 'vitest';

import { readLimits } from '../../../nodes/shared/fields/waitProperties';
import { problemOf } from '../fixtures/problems.mts';

describe('readLimits', () => {
	it.each([
		[1, 1],
		[10, 900],
		[1.5, 3],
		[5, 5],
	])('accepts %d and %d', (waitInterval, waitLimit) => {
		expect(readLimits({ waitInterval, waitLimit })).toEqual({
			intervalMs: waitInterval * 1000,
			limitMs: waitLimit * 1000,
		});
	});

	// Values that are no interval or limit at all are refused where values are read.
	it.each([9, 0, -1])('refuses a limit of %d for an interval of 10', (waitLimit) => {
		const { message } = problemOf(() => readLimits({ waitInterval: 10, waitLimit }));
		expect(message).toContain('Give Up After');
	});

	it('says what to change where the limit is shorter than the interval', () => {
		const { message, hint } = problemOf(() => readLimits({ waitInterval: 10, waitLimit: 5 }));
		expect(message).toBe("'Give Up After (Seconds)' is 5, less than the interval of 10");
		expect(hint).toBe('Raise it, or lower the interval');
	});
});

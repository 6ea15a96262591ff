import { describe, expect, it } from 'vitest';

import { backOff } from '../../../nodes/shared/http/backOff';

describe('backOff', () => {
	it('doubles up to a limit', () => {
		const waits = [1, 2, 3, 4, 5, 6, 7, 8, 20, 1000].map((attempt) =>
			backOff(attempt, undefined, 0),
		);
		expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
	});

	it.each([1, 3, 7, 50])('is lengthened by chance, never shortened (attempt %d)', (attempt) => {
		const least = backOff(attempt, undefined, 0);
		const most = backOff(attempt, undefined, 1);
		expect(most).toBeGreaterThan(least);
		expect(most).toBeLessThanOrEqual(least * 1.5);
		expect(backOff(attempt, undefined, 0.5)).toBeGreaterThan(least);
	});

	it.each([1, 413, 1000, 60_000, 300_000])('honours %d ms in full at every attempt', (asked) => {
		for (const attempt of [1, 2, 5]) {
			for (const random of [0, 0.3, 1]) {
				expect(backOff(attempt, asked, random)).toBeGreaterThanOrEqual(asked);
			}
		}
		expect(backOff(1, asked, 1)).toBeLessThanOrEqual(asked + 1000);
	});
});

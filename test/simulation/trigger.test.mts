import { describe, expect, it } from 'vitest';

import { playDay } from './trigger/day.mts';

/** Many more are played by `npm run test:simulation:trigger`. */
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

describe('the trigger tells what is due, once, and nothing else', () => {
	it.each(SEEDS)('on a day of 1440 polls (seed %d)', async (seed) => {
		const { due, missed, wrong, double, violations } = await playDay(seed);
		expect({ missed, wrong, double, violations }).toEqual({
			missed: [],
			wrong: [],
			double: [],
			violations: [],
		});
		expect(due).toBeGreaterThan(0);
	});
});

import { describe, expect, it } from 'vitest';

import { playDay, playQuietDay } from './trigger/day.mts';

/** Many more are played by `npm run test:simulation -- trigger`. */
const SEEDS = [1];

/** Shorter days, so that there can be more of them. */
const SHORT = Array.from({ length: 5 }, (_, index) => index + 101);
const SHORT_POLLS = 200;

describe('the trigger reports what is due, once, and nothing else', () => {
	it.each(SEEDS)('on a day of 1440 polls (seed %d)', async (seed) => {
		const { due, faults } = await playDay(seed);
		expect(faults).toEqual([]);
		expect(due).toBeGreaterThan(0);
	});

	it.each(SHORT)('on a shorter one (seed %d)', async (seed) => {
		expect((await playDay(seed, SHORT_POLLS)).faults).toEqual([]);
	});

	it.each(SHORT)('on one with heartbeats and quiet times (seed %d)', async (seed) => {
		expect((await playQuietDay(seed)).faults).toEqual([]);
	});

	it('a seed always gives the same day', async () => {
		expect(await playDay(7, 100)).toEqual(await playDay(7, 100));
	});
});

import { describe, expect, it } from 'vitest';

import { playUsage } from './trigger/usage.mts';

/** Three billing periods each. Many more are simulated by `npm run test:simulation -- usage`. */
const SEEDS = [1, 4, 31, 47, 104, 118, 160];

describe('the trigger reports each level of usage once, and nothing else', () => {
	it.each(SEEDS)('in some billing periods (seed %d)', async (seed) => {
		const { due, faults } = await playUsage(seed);
		expect(faults).toEqual([]);
		expect(due).toBeGreaterThan(0);
	});
});

import { describe, expect, it } from 'vitest';

import { readResults } from '../../../bench/results.mts';

describe('the results of the benchmarks', () => {
	it('count the items that Check Sync answered: all of them', () => {
		const entries = Object.values(readResults())
			.flatMap(({ cases }) => cases)
			.flatMap(({ items, entries }) =>
				entries.map(({ name, good }) => ({ name, missing: items - (good ?? items) })),
			);
		expect(entries.length).toBeGreaterThan(50);
		const ours = entries.filter(({ name }) => name.startsWith('Check '));
		expect(ours.filter(({ missing }) => missing > 0)).toEqual([]);
	});
});

import { describe, expect, it } from 'vitest';

import { judge } from './support/judge.mts';
import { BATCHES, OUTAGES, SHARED_LIMITS, SILENCE } from './support/worlds.mts';

describe.each([
	['others use the limit', SHARED_LIMITS],
	['batches are refused', BATCHES],
	['a host fails for a time', OUTAGES],
	['a server is silent', SILENCE],
])('where %s', (_, worlds) => {
	it.each([...worlds])('all promises are kept: %s', async (_name, scenario) => {
		expect((await judge(scenario)).violations).toEqual([]);
	});
});

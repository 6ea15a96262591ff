import { describe, expect, it } from 'vitest';

import { judge } from './support/judge.mts';
import { WORLDS } from './support/worlds.mts';

describe.each(Object.entries(WORLDS))('where %s', (_, worlds) => {
	it.each([...worlds])('all promises are kept: %s', async (_name, scenario) => {
		expect((await judge(scenario)).violations).toEqual([]);
	});
});

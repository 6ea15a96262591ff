import { describe, expect, it } from 'vitest';

import { runScenario, scenarioOf, type Scenario } from './across/run.mts';

/** The rest are part of `npm run test:simulation -- across`. */
const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

const WELL: Scenario = {
	...scenarioOf(1),
	strategy: 'first',
	trouble: 'none',
	items: 150,
	withinMs: 20_000,
	isWrite: false,
	options: {},
	jitterMs: 40,
};

describe('a call across three endpoints, one of which has a trouble', () => {
	it('always ends with the right result, and writes nothing twice', async () => {
		const bad: string[] = [];
		for (const seed of SEEDS) {
			const scenario = scenarioOf(seed);
			const { violations } = await runScenario(scenario);
			const { strategy, trouble } = scenario;
			if (violations.length > 0) bad.push(`${seed} ${strategy} ${trouble}: ${violations[0]}`);
		}
		expect(bad).toEqual([]);
	});

	it.each(['first', 'fastest', 'agreement'] as const)(
		'waits for all of them where all fail for a while, or all are limited: %s',
		async (strategy) => {
			const all = { ...WELL, strategy, withinMs: 0, isEverywhere: true };
			const outage = { ...all, trouble: '5xx for a while', badUntilMs: 2000 } as const;
			expect((await runScenario(outage)).violations).toEqual([]);
			const limited = { ...all, trouble: 'limited', rate: 20 } as const;
			expect((await runScenario(limited)).violations).toEqual([]);
		},
	);

	it.each([
		['first', 0, 5000],
		['first', 1, 5000],
		['fastest', 0, 1500],
		['fastest', 1, 1500],
	] as const)(
		'ends 1,000 items within the time of all healthy where one hangs, and a limit: %s, endpoint %d, %d ms',
		async (strategy, troubled, moreMs) => {
			const equal = { oneWayMs: [25, 25, 25], jitterMs: 0 };
			const healthy = { ...WELL, ...equal, strategy, troubled, items: 1000, withinMs: 0 };
			const hanging = { ...healthy, trouble: 'hangs', hangsFromMs: 0 } as const;
			const { tookMs: healthyMs } = await runScenario(healthy);
			const { violations, tookMs, world } = await runScenario(hanging);
			expect(violations).toEqual([]);
			expect(tookMs).toBeLessThanOrEqual(healthyMs + moreMs);
			// The calls in flight when it was found dead: ten batches.
			expect(world.endpoints[troubled].requests.length).toBeLessThanOrEqual(10);
		},
	);

	it.each([
		['first', 1],
		['fastest', 1.05],
	] as const)(
		'costs few more calls than one endpoint when all are well: %s',
		async (strategy, most) => {
			let sent = 0;
			let items = 0;
			for (const seed of SEEDS.slice(0, 6)) {
				for (const withinMs of [0, 2000, 20_000]) {
					const scenario = { ...WELL, seed, strategy, withinMs };
					sent += (await runScenario(scenario)).sent;
					items += scenario.items;
				}
			}
			expect(sent / items).toBeLessThanOrEqual(most);
			expect(sent / items).toBeGreaterThanOrEqual(1);
		},
	);
});

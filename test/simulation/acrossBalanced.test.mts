import { describe, expect, it } from 'vitest';

import { runScenario, scenarioOf, type Scenario } from './across/run.mts';

/** How far the four backends of an endpoint are behind, in milliseconds. */
const BACKENDS_MS = [100, 300, 600, 1000];

const AGREEMENT: Scenario = {
	...scenarioOf(1),
	strategy: 'agreement',
	trouble: 'none',
	isWrite: false,
	isRepeated: false,
	options: {},
	backendsBehindMs: BACKENDS_MS,
	jitterMs: 40,
	items: 1,
	withinMs: 0,
};

describe('agreement of endpoints behind load balancers', () => {
	it.each(
		[12_000, 2000, 250].flatMap((blockMs) => [2, 3, 5].map((count) => [blockMs, count] as const)),
	)(
		'fails in at most one of a hundred runs: blocks of %d ms, %d endpoints',
		async (blockMs, count) => {
			const failed: string[] = [];
			for (let seed = 1; seed <= 200; seed += 1) {
				const oneWayMs = Array.from(
					{ length: count },
					(_, index) => 5 + ((seed * (index + 7)) % 80),
				);
				const chain = { blockMs, keeps: 128 };
				const readsBlocks = seed % 2 === 0;
				const { violations } = await runScenario({
					...AGREEMENT,
					seed,
					oneWayMs,
					chain,
					readsBlocks,
				});
				failed.push(...violations);
			}
			expect(failed.length, failed[0]).toBeLessThanOrEqual(2);
		},
	);
});

describe('a run that waits for limits', () => {
	it.each([
		['Base', 200],
		['Arbitrum', 250],
	])(
		'loses none of 2,000 items at 25 calls a second, with 128 blocks of state: %s',
		async (_, blockMs) => {
			const { violations, tookMs } = await runScenario({
				...AGREEMENT,
				trouble: 'limited',
				isEverywhere: true,
				rate: 25,
				items: 2000,
				chain: { blockMs, keeps: 128 },
				oneWayMs: [20, 30, 40],
				isDrained: true,
			});
			expect(violations).toEqual([]);
			expect(tookMs).toBeLessThan(1.35 * (2000 / 25) * 1000);
		},
	);
});

it('does not multiply the calls where all endpoints are slow', async () => {
	const slow = { oneWayMs: [1500, 1500, 1500], jitterMs: 0, backendsBehindMs: [0] };
	const scenario = { ...AGREEMENT, ...slow, strategy: 'fastest', items: 1000 } as const;
	const { violations, sent } = await runScenario(scenario);
	expect(violations).toEqual([]);
	expect(sent / 1000).toBeLessThanOrEqual(1.2);
});

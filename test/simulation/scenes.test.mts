import { describe, expect, it } from 'vitest';

import { timeBound } from './support/promises.mts';
import { PLAIN, type Limit, type Scenario } from './support/scenario.mts';
import { simulate, type SimulatedRun } from './support/simulate.mts';

const MANY: Scenario = { ...PLAIN, addressesPerHost: 210, callsPerAddress: 1 };

const SHARED: Limit = { kind: 'fixed seconds', rate: 25, phaseMs: 300, isShared: true };

async function play(scenario: Scenario): Promise<SimulatedRun> {
	return await simulate(scenario, timeBound(scenario));
}

/** When the last of some calls ended, in milliseconds. */
function lastOf(
	{ calls }: SimulatedRun,
	isMeant: (call: SimulatedRun['calls'][number]) => boolean,
) {
	return Math.max(...calls.filter(isMeant).map(({ settledAt }) => settledAt));
}

function lostOf({ calls }: SimulatedRun): number {
	return calls.filter(
		({ isHealthy, replies: [{ answer }] }) => isHealthy && answer.kind !== 'result',
	).length;
}

function kindsOf({ calls }: SimulatedRun): Set<string> {
	const bad = calls.filter(({ isHealthy }) => !isHealthy);
	return new Set(bad.map(({ replies: [{ answer }] }) => answer.kind));
}

describe.each([1, 2, 3])('with seed %d', (seed) => {
	// Those that are called last, after all others, cannot be told from a limit that is used up.
	it.each(['first', 'among'] as const)(
		'ten throttled endpoints of 210 are given up within 12 s (%s)',
		async (troubledAt) => {
			const run = await play({ ...MANY, seed, troubled: 10, troubledAt, troubles: ['429'] });
			expect(lostOf(run)).toBe(0);
			expect(kindsOf(run)).toEqual(new Set(['rateLimited']));
			expect(lastOf(run, () => true)).toBeLessThan(12_000);
		},
	);

	it.each(['first', 'last', 'among'] as const)(
		'ten dead endpoints of 210 are unreachable, and the others at most 5 % slower (%s)',
		async (troubledAt) => {
			const dead: Scenario = { ...MANY, seed, troubled: 10, troubledAt, troubles: ['503'] };
			const run = await play(dead);
			const without = await play({ ...dead, troubled: 0 });
			expect(lostOf(run)).toBe(0);
			expect(kindsOf(run)).toEqual(new Set(['unreachable']));
			const tookMs = lastOf(run, ({ isHealthy }) => isHealthy);
			expect(tookMs).toBeLessThanOrEqual(1.05 * lastOf(without, () => true));
		},
	);

	it('four executions that share 300 calls a minute give up no healthy endpoint', async () => {
		const limit: Limit = { ...SHARED, kind: 'minute', rate: 5, phaseMs: 0 };
		const run = await play({ ...MANY, seed, addressesPerHost: 800, limit, runs: 4 });
		expect(lostOf(run)).toBe(0);
	});

	it('a hundred calls at 5 a second take at most 50 s where refusals count', async () => {
		const limit: Limit = { ...SHARED, kind: 'sliding log', rate: 5, countsRefused: true };
		const run = await play({ ...MANY, seed, addressesPerHost: 100, limit });
		expect(lostOf(run)).toBe(0);
		expect(lastOf(run, () => true)).toBeLessThanOrEqual(50_000);
	});
});

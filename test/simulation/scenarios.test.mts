import { describe, expect, it } from 'vitest';

import { judge } from './support/judge.mts';
import { timeBound } from './support/promises.mts';
import { violationsOf } from './support/invariants.mts';
import { scenarioOf } from './support/drawScenario.mts';
import { PLAIN, type Scenario } from './support/scenario.mts';
import { simulate } from './support/simulate.mts';
import { TROUBLES } from './support/troubles.mts';

/** Many more are run by `npm run test:simulation`. */
const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);

describe('with any hosts, limits, faults and options', () => {
	it.each(SEEDS)('all invariants hold (seed %d)', async (seed) => {
		const calm = { others: undefined, outages: [], batches: undefined, silentAddresses: 0 };
		expect((await judge({ ...scenarioOf(seed), ...calm })).violations).toEqual([]);
	});

	it('a seed always gives the same run', async () => {
		const runs = await Promise.all(
			[7, 7].map(async (seed) => {
				const scenario = scenarioOf(seed);
				return await simulate(scenario, timeBound(scenario));
			}),
		);
		expect(runs[0].transfers).toEqual(runs[1].transfers);
		expect(runs[0].endedAt).toBe(runs[1].endedAt);
	});
});

describe('the invariants find', () => {
	it('healthy calls that are lost', async () => {
		const scenario = { ...PLAIN, callsPerAddress: 20 };
		const run = await simulate(scenario, timeBound(scenario));
		run.calls[3].replies = [{ ...run.calls[3].replies[0], answer: { kind: 'malformed' } }] as never;
		expect(violationsOf(run).join()).toContain('1 healthy calls were lost');
	});

	it('answers given to other calls', async () => {
		const run = await simulate(PLAIN, timeBound(PLAIN));
		const [first, second] = run.calls;
		const toFirst = first.replies;
		first.replies = second.replies;
		second.replies = toFirst;
		expect(violationsOf(run)).toHaveLength(2);
	});

	it('calls that are settled twice or never', async () => {
		const run = await simulate(PLAIN, timeBound(PLAIN));
		run.calls[0].replies = [];
		run.calls[1].replies.push(run.calls[1].replies[0]);
		expect(violationsOf(run)).toHaveLength(2);
	});

	it('writes that are sent again', async () => {
		const scenario = { ...PLAIN, callsPerAddress: 5, writes: 1 };
		const run = await simulate(scenario, timeBound(scenario));
		run.transfers.push({ ...run.transfers[0] });
		expect(violationsOf(run)).toEqual([expect.stringContaining('was sent again')]);
	});

	it('waits that are cut short', async () => {
		const scenario: Scenario = {
			...PLAIN,
			limit: { kind: 'fixed seconds', rate: 25, phaseMs: 0, isShared: true },
			refusal: 'the request, 429 with seconds',
		};
		const run = await simulate(scenario, timeBound(scenario));
		expect(violationsOf(run)).toEqual([]);
		for (const transfer of run.transfers)
			if (transfer.askedMs !== undefined) transfer.askedMs += 50;
		expect(violationsOf(run).join()).toContain('too early');
	});

	it('bounds that are exceeded', async () => {
		const scenario = { ...PLAIN, batchSize: 1, callsPerSecond: 50, maxConcurrency: 3 };
		const run = await simulate(scenario, timeBound(scenario));
		expect(violationsOf(run)).toEqual([]);
		const strict = { ...scenario, callsPerSecond: 40, maxConcurrency: 2 };
		expect(violationsOf({ ...run, scenario: strict })).toHaveLength(2);
	});
});

describe('an address with its own fault', () => {
	it.each(TROUBLES)('of kind %s does not delay the others', async (trouble) => {
		const scenario: Scenario = {
			...PLAIN,
			addressesPerHost: 210,
			callsPerAddress: 5,
			troubles: [trouble],
		};
		const took = async (troubled: number): Promise<number> => {
			const run = await simulate({ ...scenario, troubled }, timeBound(scenario));
			expect(violationsOf(run)).toEqual([]);
			const healthy = run.calls.filter(({ isHealthy }) => isHealthy);
			return Math.max(...healthy.map(({ settledAt }) => settledAt));
		};
		expect(await took(10)).toBeLessThanOrEqual(1.2 * (await took(0)));
	});
});

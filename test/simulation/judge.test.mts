import { describe, expect, it } from 'vitest';

import { falseAccusations } from './support/accusations.mts';
import { hostWaitsMs } from './support/hostWaits.mts';
import { isLostAlone } from './support/lostAlone.mts';
import { timeBound } from './support/promises.mts';
import { PLAIN, type Scenario } from './support/scenario.mts';
import { simulate, type SimulatedRun } from './support/simulate.mts';

async function play(scenario: Scenario): Promise<SimulatedRun> {
	return await simulate(scenario, timeBound(scenario));
}

/** Lets calls of a run end with another answer than they did. */
function endWith(calls: SimulatedRun['calls'], kind: string): void {
	for (const call of calls) call.replies = [{ answer: { kind } }] as never;
}

describe('calls that come to nothing', () => {
	it('are lost where single ones are answered', async () => {
		const run = await play(PLAIN);
		endWith(run.calls.slice(0, 1), 'unreachable');
		expect(await isLostAlone(run)).toBe(false);
	});

	it('are an accident where as many single ones come to nothing', async () => {
		const lengthMs = Infinity;
		const outages = [{ kind: '502', fromMs: 0, lengthMs, backend: 0, isEverywhere: true }] as const;
		const run = await play({ ...PLAIN, callsPerAddress: 50, backends: 2, batchSize: 1, outages });
		endWith(run.calls, 'result');
		endWith(run.calls.slice(0, 3), 'unreachable');
		expect(await isLostAlone(run)).toBe(true);
		endWith(run.calls.slice(0, 20), 'unreachable');
		expect(await isLostAlone(run)).toBe(false);
	});

	it('cannot be helped where a limit that says nothing is used up for longer than a single call waits', async () => {
		const limit = { kind: 'ten seconds', rate: 5, phaseMs: 0, isShared: true } as const;
		const run = await play({ ...PLAIN, limit, refusal: 'the request, reset' });
		endWith(run.calls.slice(0, 50), 'unreachable');
		expect(await isLostAlone(run)).toBe(true);
	});
});

describe('an address is accused of the fault of its host', () => {
	it('rightly, where nothing got through for as long as a single call waits', async () => {
		const run = await play({ ...PLAIN, addressesPerHost: 2, callsPerAddress: 1 });
		endWith(run.calls.slice(0, 1), 'unreachable');
		expect(falseAccusations(run)).toEqual([expect.stringContaining('1 calls ended with what')]);
		for (const call of run.calls) call.settledAt += 3001;
		const [last] = run.transfers;
		for (let attempt = 0; attempt <= PLAIN.maxRetries; attempt += 1)
			run.transfers.push({ ...last, url: 'other', endedAt: 3000, said: new Set(['failed']) });
		expect(falseAccusations(run)).toEqual([]);
	});
});

describe('a host waits', () => {
	it.each([
		[2, 0],
		[3, 120_000],
	])('where %d of ten addresses are asked to: %d ms', async (troubled, waitMs) => {
		const scenario: Scenario = {
			...PLAIN,
			addressesPerHost: 10,
			callsPerAddress: 1,
			troubled,
			troubles: ['429 with minutes'],
			maxRetryWaitMs: 1000,
		};
		expect(hostWaitsMs(await play(scenario))).toBe(waitMs);
	});
});

// Plays all worlds with the scheduler of the checkout that it is in, and prints what came of them as JSON.
import { timeBound } from '../../test/simulation/support/promises.mts';
import { simulate } from '../../test/simulation/support/simulate.mts';
import type { Played } from './played.mts';
import { WORLDS } from './worlds.mts';

const SEEDS = [1];

// Failing requests create exceptions by the thousand, and their stacks are never used.
Error.stackTraceLimit = 0;
const only = process.argv[2] ?? '';
const played: Record<string, Played> = {};
for (const [name, scenario] of WORLDS) {
	if (!name.includes(only)) continue;
	const sum = { lost: 0, seconds: 0, accusedSeconds: 0, requests: 0, calls: 0 };
	for (const seed of SEEDS) {
		const run = await simulate({ ...scenario, seed }, timeBound(scenario));
		const { calls, transfers } = run;
		const isLost = (call: (typeof calls)[number]): boolean =>
			call.isHealthy && call.replies[0]?.answer.kind !== 'result';
		sum.lost += calls.filter(isLost).length;
		const lastOf = (some: typeof calls): number =>
			Math.max(0, ...some.map(({ settledAt }) => Math.min(settledAt, run.endedAt))) / 1000;
		sum.seconds += lastOf(calls.filter(({ isHealthy }) => isHealthy));
		sum.accusedSeconds += lastOf(
			calls.filter(({ isHealthy, isSilent }) => !isHealthy && !isSilent),
		);
		sum.requests += transfers.length;
		sum.calls += transfers.reduce((all, { tags }) => all + tags.length, 0);
	}
	played[name] = sum;
}
console.log(JSON.stringify(played));

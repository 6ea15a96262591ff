import { violationsOf } from './invariants.mts';
import { wholeOutages } from './outages.mts';
import { lateAnswers, timeBound, wastedRequests } from './promises.mts';
import { PLAIN, type Scenario } from './scenario.mts';
import { simulate, type SimulatedRun } from './simulate.mts';

/** Seeds with which it is found out whether a single call survives. */
const LONE_SEEDS = [1, 2, 3, 4, 5, 6];

/** The delay that a host that never answers may cause others: this many times as long, and this many milliseconds. */
const TIMES_ALONE = 1.2;
const BEYOND_ALONE_MS = 2000;

/** A run, and what it did that it must not do. */
export interface Judgement {
	run: SimulatedRun;
	violations: string[];
}

/** Simulates a scenario, and what it has to be compared with. */
export async function judge(scenario: Scenario): Promise<Judgement> {
	const run = await simulate(scenario, timeBound(scenario));
	const lone = await simulateLone(scenario);
	return {
		run,
		violations: [
			...violationsOf(run, lone?.survives),
			...(lone?.survives === false ? [] : lateAnswers(run)),
			...wastedRequests(run),
			...(lone === undefined ? [] : moreThanAlone(run, lone.requests)),
			...(await delayedBySilence(run)),
		],
	};
}

/**
 * The fate of a call that is made alone when an outage begins: any outage it survives, any number of calls survives.
 * @returns `undefined` where there is no outage
 */
async function simulateLone(
	scenario: Scenario,
): Promise<{ survives: boolean; requests: number } | undefined> {
	const outages = wholeOutages(scenario.outages);
	if (outages.length === 0) return undefined;
	const { oneWayMs, timeoutMs, maxRetries, maxRetryWaitMs } = scenario;
	let survives = true;
	let requests = 0;
	for (const outage of outages)
		for (const seed of LONE_SEEDS) {
			const options = { oneWayMs, timeoutMs, maxRetries, maxRetryWaitMs };
			const lone = { ...PLAIN, ...options, seed, outages: [{ ...outage, fromMs: 0 }] };
			const run = await simulate({ ...lone, callsPerAddress: 1 }, timeBound(lone));
			survives &&= run.calls[0].replies[0]?.answer.kind === 'result';
			requests = Math.max(requests, run.transfers.length);
		}
	return { survives, requests };
}

/** Many calls do not need more requests than as many single ones. */
function moreThanAlone({ scenario, calls, transfers }: SimulatedRun, each: number): string[] {
	const { limit, faults, batches, troubled, silentAddresses, concurrency, poison } = scenario;
	const isByChance = Object.values(faults).some((chance) => chance > 0) || poison > 0;
	const isElsewhere =
		troubled + silentAddresses > 0 || scenario.outages.some((o) => o.backend !== undefined);
	const isRefused = limit !== undefined || batches !== undefined || concurrency < Infinity;
	if (isByChance || isElsewhere || isRefused) return [];
	const questions = calls.reduce((sum, { tags }) => sum + tags.length, 0);
	const most = each * questions;
	return transfers.length <= most
		? []
		: [`${transfers.length} requests were sent, single calls need at most ${most}`];
}

/**
 * A host that never answers costs the others nothing: no more than chance, which alone makes some runs take nearly
 * twice as long as others (seed 10858: 35 to 60 s).
 */
async function delayedBySilence({ scenario, calls }: SimulatedRun): Promise<string[]> {
	const { silentAddresses, cancelAtMs, outages } = scenario;
	if (silentAddresses === 0 || cancelAtMs !== undefined || outages.length > 0) return [];
	const took = lastOf(calls);
	let most = 0;
	for (const seed of [scenario.seed, ...LONE_SEEDS]) {
		const without = { ...scenario, seed, silentAddresses: 0 };
		const alone = await simulate(without, timeBound(without));
		most = Math.max(most, TIMES_ALONE * lastOf(alone.calls) + BEYOND_ALONE_MS);
		if (took <= most) return [];
	}
	return [
		`a silent host delayed the others: ${took.toFixed(0)} ms instead of ${most.toFixed(0)} ms`,
	];
}

function lastOf(calls: SimulatedRun['calls']): number {
	return Math.max(
		0,
		...calls.filter(({ isHealthy }) => isHealthy).map(({ settledAt }) => settledAt),
	);
}

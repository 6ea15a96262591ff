import { hostWaitsMs } from './hostWaits.mts';
import { violationsOf } from './invariants.mts';
import { isLostAlone } from './lostAlone.mts';
import { wholeOutages } from './outages.mts';
import { lateAnswers, mustAnswer, timeBound, wastedRequests } from './promises.mts';
import { PLAIN, type Scenario } from './scenario.mts';
import { simulate, type SimulatedRun } from './simulate.mts';

/** Seeds with which it is found out whether a single call survives. */
const LONE_SEEDS = [1, 2, 3, 4, 5, 6];

/** So often healthy calls are made without the others, to find out how long they take. */
const TRIALS = 7;

/** The delay that hosts and addresses that fail may cause others: this many times as long, and this many milliseconds. */
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
	const survives = !(await isLostAlone(run));
	return {
		run,
		violations: [
			...violationsOf(run, survives),
			...(lone?.survives === false ? [] : lateAnswers(run, hostWaitsMs(run))),
			...wastedRequests(run),
			...(lone === undefined ? [] : moreThanAlone(run, lone.requests)),
			...(await delayedByOthers(run)),
		],
	};
}

/**
 * The fate of a call that is made alone when an outage begins, or to a host whose name resolves slowly: whatever it
 * survives, any number of calls survives.
 * @returns `undefined` where there is nothing of this
 */
async function simulateLone(
	scenario: Scenario,
): Promise<{ survives: boolean; requests: number } | undefined> {
	const { oneWayMs, timeoutMs, maxRetries, maxRetryWaitMs, resolveMs } = scenario;
	const outages = wholeOutages(scenario).map((each) => [
		{ ...each, fromMs: 0, backend: undefined },
	]);
	const worlds = resolveMs > 0 ? [[], ...outages] : outages;
	if (worlds.length === 0) return undefined;
	let survives = true;
	let requests = 0;
	for (const outages of worlds)
		for (const seed of outages.length === 0 ? [1] : LONE_SEEDS) {
			const options = { oneWayMs, timeoutMs, maxRetries, maxRetryWaitMs, resolveMs };
			const lone = { ...PLAIN, ...options, seed, outages };
			const run = await simulate({ ...lone, callsPerAddress: 1 }, timeBound(lone));
			survives &&= run.calls[0].replies[0]?.answer.kind === 'result';
			requests = Math.max(requests, run.transfers.length);
		}
	return { survives, requests };
}

/** Many calls do not need more requests than as many single ones. */
function moreThanAlone({ scenario, calls, transfers }: SimulatedRun, each: number): string[] {
	const { limit, faults, batches, troubled, silentAddresses, concurrency, poison } = scenario;
	const isFaulty = Object.values(faults).some((chance) => chance > 0) || poison > 0;
	const isByChance = isFaulty || scenario.first !== undefined;
	const isElsewhere =
		troubled + silentAddresses > 0 || scenario.outages.some((o) => o.backend !== undefined);
	const isBusy = scenario.workers < Infinity || scenario.busyMs > 0;
	const isRefused =
		limit !== undefined || batches !== undefined || concurrency < Infinity || isBusy;
	if (isByChance || isElsewhere || isRefused) return [];
	const questions = calls.reduce((sum, { tags }) => sum + tags.length, 0);
	const most = each * questions + countFirstBatches(transfers);
	return transfers.length <= most
		? []
		: [`${transfers.length} requests were sent, single calls need at most ${most}`];
}

/** @returns how many batches had only calls that were sent for the first time: what comes to nothing is asked again alone */
function countFirstBatches(transfers: SimulatedRun['transfers']): number {
	const seen = new Set<number>();
	let batches = 0;
	for (const { tags } of transfers) {
		if (tags.length > 1 && !tags.some((tag) => seen.has(tag))) batches += 1;
		for (const tag of tags) seen.add(tag);
	}
	return batches;
}

/**
 * A host that never answers and addresses that fail cost the others nothing: no more than chance, which alone makes some
 * runs take nearly twice as long as others.
 */
async function delayedByOthers(run: SimulatedRun): Promise<string[]> {
	const { scenario, calls, transfers } = run;
	const { silentAddresses, troubled, cancelAtMs, outages } = scenario;
	const took = lastOf(calls);
	const isAlone = silentAddresses === 0 && troubled === 0;
	if (isAlone || cancelAtMs !== undefined || outages.length > 0) return [];
	if (!mustAnswer(scenario)) return [];
	if (took <= BEYOND_ALONE_MS || mustShare(scenario)) return [];
	const othersMs = usedByBadMs(scenario, countBad(calls, transfers)) + hostWaitsMs(run);
	let most = 0;
	for (let dice = 0; dice < TRIALS; dice += 1) {
		const alone = await simulate(scenario, timeBound(scenario), {
			choose: (all) => all.filter(({ isHealthy }) => isHealthy),
			dice,
		});
		most = Math.max(most, TIMES_ALONE * (lastOf(alone.calls) + othersMs) + BEYOND_ALONE_MS);
		if (took <= most) return [];
	}
	const usual = await usualTime(scenario, took);
	if (usual <= most) return [];
	return [`others delayed healthy calls: ${usual.toFixed(0)} ms instead of ${most.toFixed(0)} ms`];
}

/** @returns how long healthy calls of a scenario take, where chance let them take this long once: the median of three */
async function usualTime(scenario: Scenario, took: number): Promise<number> {
	const times = [took];
	for (const dice of [1, 2]) {
		const again = await simulate(scenario, timeBound(scenario), { choose: (all) => all, dice });
		times.push(lastOf(again.calls));
	}
	return times.sort((a, b) => a - b)[1];
}

/** Requests and calls to the addresses of a host that fail. */
function countBad(calls: SimulatedRun['calls'], transfers: SimulatedRun['transfers']): number {
	const bad = new Set(
		calls.filter(({ isHealthy, isSilent }) => !isHealthy && !isSilent).map(({ url }) => url),
	);
	return transfers
		.filter(({ url }) => bad.has(url))
		.reduce((sum, { tags }) => sum + tags.length, 0);
}

/** What calls to addresses that fail take of a limit that all share, as far as a client can know, in milliseconds. */
function usedByBadMs({ limit, hosts }: Scenario, bad: number): number {
	return limit?.isShared === true ? (bad / hosts / limit.rate) * 1000 : 0;
}

/** Whether healthy addresses have to share with those that fail what is bounded, or what these used at first. */
function mustShare(scenario: Scenario): boolean {
	const { troubled, troubledFromMs, callsPerSecond, maxConcurrency, concurrency } = scenario;
	const isBound = Math.min(callsPerSecond, maxConcurrency, concurrency) < Infinity;
	return troubled > 0 && (isBound || troubledFromMs > 0);
}

function lastOf(calls: SimulatedRun['calls']): number {
	return Math.max(
		0,
		...calls
			.filter(({ isHealthy, isPoison }) => isHealthy && !isPoison)
			.map(({ settledAt }) => settledAt),
	);
}

import { wholeOutages } from './outages.mts';
import { isMute } from './refusals.mts';
import type { Scenario } from './scenario.mts';
import type { SimulatedRun } from './simulate.mts';
import { COLD_TIMES, HEAVY } from './work.mts';
import { limitsOf } from './world.mts';

/** Steps in which {@link idealMs} lets time pass, in milliseconds. */
const STEP_MS = 10;

/** Nothing is simulated for longer than this, in milliseconds. */
const LONGEST_IDEAL_MS = 4 * 3_600_000;

/** All calls are answered within this many times of the shortest possible time, … */
const TIMES_IDEAL = 3;

/** … and this many milliseconds. */
const BEYOND_IDEAL_MS = 30_000;

/** Requests that a host has in work at the same time, as far as they make it slower. */
const SOME_IN_WORK = 32;

/** Waits of a call before its first retry and before any other, each three times as long as the one before, in milliseconds. */
const WAIT_MS = { first: 75, longest: 30_000 };

/** A limit is found with so many trials that go beyond it, as an execution that halves its distance to it does. */
const BANS = 6;

/** Batches of an unknown size are found with this many times the requests that are needed. */
const TIMES_REQUESTS = 10;

/**
 * The shortest time in which the servers let all calls to a host through: each call is sent at the instant at which
 * there is capacity for it. Others that use the limit come first.
 */
export function idealMs(scenario: Scenario): number {
	const { limit, addressesPerHost, arriveWithinMs, backends, outages } = scenario;
	const perAddress = costPerAddress(scenario);
	if (limit === undefined) return arriveWithinMs;
	const time = { now: 0 };
	const capacity = limitsOf(scenario, { now: () => time.now });
	let left = limit.isShared ? perAddress * addressesPerHost : perAddress;
	while (left > 0 && time.now < LONGEST_IDEAL_MS) {
		const present = capacity('');
		const passed = Math.max(0, Math.min(left, present?.capacity(time.now) ?? left));
		present?.take(passed, time.now);
		left -= passed;
		time.now += STEP_MS;
	}
	const isOneBad = outages.some(({ backend, lengthMs }) => backend === 0 && lengthMs === Infinity);
	const share = isOneBad ? (backends - 1) / backends : 1;
	return arriveWithinMs + time.now / share;
}

/** The time in which a run has to answer everything that is answered, in milliseconds. */
export function promisedMs(scenario: Scenario): number {
	const { callsPerSecond, maxConcurrency, concurrency, oneWayMs, resolveMs } = scenario;
	const perHost = scenario.addressesPerHost * questionsPerAddress(scenario);
	const paced = (perHost / callsPerSecond) * 1000;
	const servedMs = (workPerCallMs(scenario) + 2 * oneWayMs) * perHost;
	const inTurn = servedMs / Math.min(maxConcurrency, concurrency, scenario.workers, 16);
	const outMs = wholeOutages(scenario).reduce(
		(sum, { lengthMs }) => sum + lengthMs + scenario.coldMs,
		0,
	);
	const hinderedMs = resolveMs + firstFaultsMs(scenario) + penaltiesMs(scenario);
	const leastMs = idealMs(scenario) + paced + inTurn + outMs + hinderedMs;
	return TIMES_IDEAL * leastMs + BEYOND_IDEAL_MS;
}

/** Milliseconds that a call takes at a host with some in work. */
function workPerCallMs({ perCallMs, jitterMs, busyMs, heavy }: Scenario): number {
	return perCallMs + jitterMs + heavy * HEAVY.ms + busyMs * SOME_IN_WORK;
}

/** Milliseconds for which the first faults of an address last. */
function firstFaultsMs(scenario: Scenario): number {
	const { first, timeoutMs, maxConcurrency, addressesPerHost } = scenario;
	if (first === undefined) return 0;
	const eachMs = first.fault === 'hang' ? timeoutMs : 1000;
	return first.times * eachMs * Math.ceil(addressesPerHost / Math.min(maxConcurrency, 16));
}

/** Milliseconds for which clients that cannot know a limit are kept away until each has found it. */
function penaltiesMs({ limit, runs }: Scenario): number {
	const { banMs = 0, countsRefused = false, kind = '' } = limit ?? {};
	const bannedMs = BANS * runs * banMs;
	if (!countsRefused) return bannedMs;
	const windowMs = kind.includes('minute') ? 60_000 : 10_000;
	return bannedMs + windowMs;
}

/** What the calls to an address count in a limit, sent in as few requests as possible where requests count. */
function costPerAddress(scenario: Scenario): number {
	const { limit, heavy, questions, batchSize, batches, refusal, arriveWithinMs, runs } = scenario;
	const each = questionsPerAddress(scenario);
	if (limit?.counts === 'units') return each * (1 + heavy * (HEAVY.units - 1));
	const isTogether = questions === 'calls' && arriveWithinMs === 0 && refusal !== 'batches only';
	if (limit?.counts !== 'requests' || !isTogether) return each;
	const together = Math.min(batchSize, batches?.most ?? Infinity, inTime(scenario));
	return Math.ceil(each / together) + runs - 1;
}

/** When a run is stopped, in virtual milliseconds: generous, but finite. */
export function timeBound(scenario: Scenario): number {
	const { timeoutMs, maxRetries, maxConcurrency, troubled, troubles } = scenario;
	const askedMs = troubles.includes('429 with minutes') ? 150_000 : 0;
	const onTrouble = (maxRetries + 4) * (timeoutMs + 35_000 + askedMs);
	const inTurn = maxConcurrency < 16 ? troubled + scenario.silentAddresses + 5 : 1;
	return 2 * promisedMs(scenario) + 2 * onTrouble * inTurn + 60_000;
}

/** @returns how long a single call waits before its retries at least, in milliseconds */
export function waitedAloneMs(maxRetries: number): number {
	let sum = 0;
	for (let each = 0; each < maxRetries; each += 1)
		sum += Math.min(WAIT_MS.first * 3 ** each, WAIT_MS.longest);
	return sum;
}

/** @returns whether a scenario leaves no reason for which a healthy call may end without its answer */
export function mustAnswer(scenario: Scenario): boolean {
	const { faults, maxRetries, maxRetryWaitMs, timeoutMs, cancelAtMs, coldMs } = scenario;
	// Where others use up a limit and nothing says so, a single call comes to nothing as well.
	if (scenario.others !== undefined && isMute(scenario.refusal)) return false;
	const isPatient = maxRetries >= 4 && maxRetryWaitMs >= 300_000 && cancelAtMs === undefined;
	const heaviestMs = scenario.heavy > 0 ? HEAVY.ms : 0;
	const workMs = (workPerCallMs(scenario) + heaviestMs) * (coldMs > 0 ? COLD_TIMES : 1);
	const singleMs = 2 * scenario.oneWayMs + workMs;
	const isSane = faults.truncated === 0 && faults.hang === 0 && singleMs < timeoutMs / 2;
	return isPatient && isSane;
}

/**
 * Whatever others use, and however hosts fail: what the servers let through decides how long answers take.
 * @param waitedMs for how long hosts had to wait because so many addresses were asked to
 */
export function lateAnswers({ scenario, calls }: SimulatedRun, waitedMs: number): string[] {
	if (!mustAnswer(scenario) || hasFaultsByChance(scenario)) return [];
	if (scenario.maxConcurrency < Infinity && scenario.troubled > 0) return [];
	const mostMs = promisedMs(scenario) + waitedMs;
	const late = calls.filter(({ isHealthy, settledAt }) => isHealthy && settledAt > mostMs);
	if (late.length === 0) return [];
	const last = Math.max(...late.map(({ settledAt }) => settledAt));
	return [`${late.length} calls ended after ${seconds(mostMs)}, the last after ${seconds(last)}`];
}

/** The size of batches that servers accept is found with few requests, and larger ones are tried again. */
export function wastedRequests({ scenario, transfers }: SimulatedRun): string[] {
	const { batches, batchSize, limit, outages, hosts, addressesPerHost } = scenario;
	const isCalm =
		!hasFaultsByChance(scenario) && !hasUnclearBatches(scenario) && mustAnswer(scenario);
	const isAlone = scenario.troubled === 0 && scenario.silentAddresses === 0;
	if (!isCalm || !isAlone || limit !== undefined || outages.length > 0) return [];
	if (scenario.arriveWithinMs > 0 || scenario.concurrency < Infinity) return [];
	if (scenario.workers < Infinity || scenario.runs > 1 || scenario.heavy > 0) return [];
	if (scenario.busyMs + scenario.resolveMs > 0 || scenario.first !== undefined) return [];
	if (scenario.impatient > 0 || scenario.writes > 0 || scenario.callsPerSecond < Infinity)
		return [];
	const together = Math.min(batchSize, batches?.most ?? Infinity, inTime(scenario));
	const needed = Math.ceil(questionsPerAddress(scenario) / together);
	const most = TIMES_REQUESTS * hosts * addressesPerHost * needed;
	return transfers.length <= most
		? []
		: [`${transfers.length} requests were sent, ${most} are allowed`];
}

/** Calls that are answered in time when they are sent together. */
function inTime({ perCallMs, oneWayMs, jitterMs, timeoutMs }: Scenario): number {
	if (perCallMs === 0) return Infinity;
	return Math.max(1, Math.floor((timeoutMs - 2 * oneWayMs - jitterMs) / perCallMs));
}

function questionsPerAddress({ questions, callsPerAddress }: Scenario): number {
	return questions === 'calls' ? callsPerAddress : 4;
}

function hasFaultsByChance({ faults, poison, outages }: Scenario): boolean {
	const isPartlyOut = outages.some(
		({ backend, kind }) => backend !== undefined && kind !== 'rate limited',
	);
	return (
		faults.reset + faults.hang + faults.unavailable + faults.truncated + poison > 0 || isPartlyOut
	);
}

function hasUnclearBatches({ faults }: Scenario): boolean {
	return faults.missing + faults.double + faults.foreign > 0;
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(1)} s`;
}

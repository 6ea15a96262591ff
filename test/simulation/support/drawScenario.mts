import { BATCH_REFUSALS, type BatchLimit } from './batchRefusals.mts';
import { drawnUse } from './othersUse.mts';
import { drawnBadBackend, drawnOutages, type Outage } from './outages.mts';
import { Random } from './random.mts';
import { LIMIT_KINDS } from './rateLimits.mts';
import type { Questions, Scenario } from './scenario.mts';
import { REFUSALS, TROUBLES } from './server.mts';

/** Mostly single calls, because each address is probed once. */
const QUESTIONS: readonly Questions[] = [
	'calls',
	'calls',
	'calls',
	'probes of EVM',
	'probes of Solana',
];

/** Each probe takes four calls. */
const MOST_PROBES = 300;

/**
 * @returns the scenario of a seed. What has one cause comes together: a strained host is slower, fails for a time with
 * all its addresses, and others use its limit at the same time; a calm one has none of this.
 */
export function scenarioOf(seed: number): Scenario {
	const random = new Random(seed);
	const isStrained = random.chance(0.4);
	const size = drawnSize(random);
	const calls = size.addressesPerHost * size.callsPerAddress;
	const load = drawnLoad(random, calls, isStrained);
	const backends = random.pick([1, 1, 1, 2, 3]);
	return {
		seed,
		...size,
		arriveWithinMs: random.pick([0, 0, 0, 2000, random.integer(1000, 20_000)]),
		...load,
		concurrency: random.chance(0.1) ? random.integer(1, 20) : Infinity,
		oneWayMs: random.pick([0.5, 2, 5, 25, 100, 1000]),
		...drawnSlowness(random, isStrained),
		workers: Infinity,
		batches: random.chance(0.25) ? drawnBatches(random) : undefined,
		backends,
		outages: drawnOutOfService(random, backends, isStrained),
		...drawnFaults(random),
		troubled: random.chance(0.3) ? Math.floor(size.addressesPerHost * random.next() * 0.2) : 0,
		trouble: random.pick(TROUBLES),
		troubledFromMs: random.pick([0, 0, random.integer(0, 5000)]),
		silentAddresses: random.chance(0.1) ? random.pick([1, 20, 600, 1000]) : 0,
		writes: random.chance(0.2) ? random.next() * 0.3 : 0,
		poison: random.chance(0.1) ? 0.01 : 0,
		batchSize: random.pick([100, 100, 100, 1, 7, 1000]),
		maxConcurrency: random.pick([Infinity, Infinity, Infinity, 1, 16, 64]),
		callsPerSecond: random.chance(0.15) ? random.pick([0.5, 10, 100, 1000]) : Infinity,
		timeoutMs: random.pick([10_000, 10_000, 3000]),
		maxRetries: random.pick([4, 4, 4, 0, 1, 10]),
		maxRetryWaitMs: random.pick([300_000, 300_000, 0, 5000]),
		cancelAtMs: random.chance(0.1) ? random.integer(0, 5000) : undefined,
		impatient: random.chance(0.1) ? 0.1 : 0,
	};
}

type Part<K extends keyof Scenario> = Pick<Scenario, K>;

function drawnSize(
	random: Random,
): Part<'hosts' | 'addressesPerHost' | 'callsPerAddress' | 'questions'> {
	const hosts = random.pick([1, 1, 1, 2, 20]);
	const questions = random.pick(QUESTIONS);
	if (questions !== 'calls') {
		const most = Math.floor(MOST_PROBES / hosts);
		const addressesPerHost = Math.min(random.pick([1, 20, 100, 300]), most);
		return { hosts, addressesPerHost, callsPerAddress: 1, questions };
	}
	const addressesPerHost = random.pick([1, 1, 2, 20, 200]);
	const together = random.pick([200, 1000, 2000]);
	const most = Math.max(1, Math.floor(together / (hosts * addressesPerHost)));
	const callsPerAddress = random.integer(1, most);
	return { hosts, addressesPerHost, callsPerAddress, questions };
}

function drawnLoad(
	random: Random,
	calls: number,
	isStrained: boolean,
): Part<'limit' | 'others' | 'refusal' | 'refusalText' | 'change'> {
	const rate = random.pick([5, 25, 250, 1000].filter((each) => calls / each <= 120));
	const hasLimit = random.chance(isStrained ? 0.8 : 0.6);
	const hasOthers = hasLimit && random.chance(isStrained ? 0.6 : 0.1);
	return {
		limit: hasLimit
			? {
					kind: random.pick(LIMIT_KINDS),
					rate,
					phaseMs: random.next() * 1000,
					isShared: random.chance(0.7),
				}
			: undefined,
		others: hasOthers ? drawnUse(random) : undefined,
		refusal: random.pick(REFUSALS),
		refusalText: random.pick([
			'',
			'',
			'Too Many Requests',
			'quota exceeded: 25 requests per second',
		]),
		change: random.chance(0.1)
			? { atMs: random.integer(0, 5000), factor: random.pick([0.5, 2, 10]) }
			: undefined,
	};
}

function drawnSlowness(random: Random, isStrained: boolean): Part<'perCallMs' | 'jitterMs'> {
	return {
		perCallMs: random.pick(isStrained ? [0, 1, 20, 100] : [0, 0, 0, 0.1, 1, 20]),
		jitterMs: random.pick(isStrained ? [0, 20, 500] : [0, 0, 1, 20]),
	};
}

function drawnBatches(random: Random): BatchLimit {
	return {
		kind: random.pick(BATCH_REFUSALS),
		most: random.pick([1, 1, 5, 10, 20, 50]),
		untilMs: random.chance(0.2) ? random.integer(0, 5000) : undefined,
	};
}

function drawnOutOfService(random: Random, backends: number, isStrained: boolean): Outage[] {
	const outages = random.chance(isStrained ? 0.7 : 0.05) ? drawnOutages(random, backends) : [];
	return backends > 1 && random.chance(0.25) ? [...outages, drawnBadBackend(random)] : outages;
}

/** Faults of single requests and of single answers. */
function drawnFaults(random: Random): Part<'faults'> {
	const isFaulty = random.chance(0.3);
	const often = (probability: number): number => (isFaulty && random.chance(0.3) ? probability : 0);
	return {
		faults: {
			reset: often(0.05),
			hang: often(0.01),
			truncated: often(0.02),
			unavailable: often(0.05),
			shuffled: random.chance(0.3) ? 1 : 0,
			missing: random.chance(0.1) ? 0.1 : 0,
			double: random.chance(0.1) ? 0.1 : 0,
			foreign: random.chance(0.1) ? 0.1 : 0,
		},
	};
}

import { BATCH_REFUSALS, type BatchLimit } from './batchRefusals.mts';
import {
	drawnBadAddresses,
	drawnCapacity,
	drawnFaults,
	drawnFirstFaults,
	drawnLoad,
} from './drawHost.mts';
import { drawnManner, type Manner } from './manners.mts';
import { drawnBadBackend, drawnOutages, type Outage } from './outages.mts';
import { Random } from './random.mts';
import type { Questions, Scenario } from './scenario.mts';

/** Mostly single calls, because each address is probed once. */
const QUESTIONS: readonly Questions[] = [
	'calls',
	'calls',
	'calls',
	'probes of EVM',
	'probes of Solana',
];

/** Each probe takes four calls. */
const MOST_PROBES = 50;

type Part<K extends keyof Scenario> = Pick<Scenario, K>;

/**
 * @returns the scenario of a seed. What has one cause comes together: a strained host is slower, has fewer places,
 * fails for a time with all its addresses, and others use its limit at the same time; a calm one has little of this.
 * One kind of software decides in which forms all of it is said.
 */
export function scenarioOf(seed: number): Scenario {
	const random = new Random(seed);
	const isStrained = random.chance(0.4);
	const manner = drawnManner(random);
	const size = drawnSize(random);
	const { addressesPerHost } = size;
	const calls = addressesPerHost * size.callsPerAddress;
	const backends = random.pick([1, 1, 1, 2, 3]);
	return {
		seed,
		...size,
		arriveWithinMs: random.pick([0, 0, 0, 2000, random.integer(1000, 20_000)]),
		...drawnLoad(random, { calls, isStrained, manner }),
		...drawnCapacity(random, isStrained, manner),
		resolveMs: random.chance(0.15) ? random.pick([300, 2000, 6000]) : 0,
		oneWayMs: random.pick([0.5, 2, 5, 25, 100, 1000]),
		batches: random.chance(0.25) ? drawnBatches(random) : undefined,
		backends,
		isSticky: random.chance(0.3),
		outages: drawnOutOfService(random, { backends, isStrained, manner }),
		...drawnFaults(random),
		...drawnBadAddresses(random, addressesPerHost, manner.errors),
		...drawnFirstFaults(random, manner.errors),
		silentAddresses: random.chance(0.1) ? random.pick([1, 20, 200]) : 0,
		writes: random.chance(0.2) ? random.next() * 0.3 : 0,
		poison: random.chance(0.1) ? 0.01 : 0,
		heavy: random.chance(0.15) ? random.pick([0.02, 0.1]) : 0,
		...drawnOptions(random),
	};
}

function drawnOptions(
	random: Random,
): Part<
	| 'runs'
	| 'batchSize'
	| 'maxConcurrency'
	| 'callsPerSecond'
	| 'timeoutMs'
	| 'maxRetries'
	| 'maxRetryWaitMs'
	| 'cancelAtMs'
	| 'impatient'
> {
	return {
		runs: random.chance(0.2) ? random.pick([2, 4]) : 1,
		batchSize: random.pick([100, 100, 100, 1, 7, 1000]),
		maxConcurrency: random.pick([Infinity, Infinity, Infinity, 1, 16, 64]),
		callsPerSecond: random.chance(0.15) ? random.pick([0.5, 10, 100, 1000]) : Infinity,
		timeoutMs: random.pick([10_000, 10_000, 3000]),
		maxRetries: random.pick([4, 4, 4, 4, 0, 1, 10]),
		maxRetryWaitMs: random.pick([300_000, 300_000, 300_000, 0, 5000]),
		cancelAtMs: random.chance(0.1) ? random.integer(0, 5000) : undefined,
		impatient: random.chance(0.1) ? 0.1 : 0,
	};
}

function drawnSize(
	random: Random,
): Part<'hosts' | 'addressesPerHost' | 'callsPerAddress' | 'questions'> {
	const hosts = random.pick([1, 1, 1, 1, 2, 4]);
	const questions = random.pick(QUESTIONS);
	if (questions !== 'calls') {
		const most = Math.floor(MOST_PROBES / hosts);
		const addressesPerHost = Math.min(random.pick([1, 5, 10, 20, 20, 50]), most);
		return { hosts, addressesPerHost, callsPerAddress: 1, questions };
	}
	const addressesPerHost = random.pick([1, 1, 2, 5, 20, 20, hosts > 1 ? 50 : 210]);
	// A single request to one address holds up to a hundred calls.
	const together = random.pick([20, 50, 100, addressesPerHost === 1 ? 1000 : 300]);
	const most = Math.max(1, Math.floor(together / (hosts * addressesPerHost)));
	const callsPerAddress = random.integer(Math.ceil(most / 4), most);
	return { hosts, addressesPerHost, callsPerAddress, questions };
}

function drawnBatches(random: Random): BatchLimit {
	return {
		kind: random.pick(BATCH_REFUSALS),
		most: random.pick([1, 1, 5, 10, 20, 50]),
		untilMs: random.chance(0.2) ? random.integer(0, 5000) : undefined,
	};
}

function drawnOutOfService(
	random: Random,
	{ backends, isStrained, manner }: { backends: number; isStrained: boolean; manner: Manner },
): Outage[] {
	const outages = random.chance(isStrained ? 0.7 : 0.05)
		? drawnOutages(random, backends, manner.errors)
		: [];
	if (backends === 1 || !random.chance(0.25)) return outages;
	return [...outages, drawnBadBackend(random)];
}

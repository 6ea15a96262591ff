import { Random } from './random.mts';
import { LIMIT_KINDS, type LimitKind } from './rateLimits.mts';
import { REFUSALS, TROUBLES, type Faults, type Refusal, type Trouble } from './server.mts';

/** What is simulated; the same seed always gives the same scenario. */
export interface Scenario {
	seed: number;
	hosts: number;
	addressesPerHost: number;
	callsPerAddress: number;
	/** The limit of each host, if it has one. */
	limit?: { kind: LimitKind; rate: number; phaseMs: number; isShared: boolean };
	refusal: Refusal;
	/** The limit changes by this factor after this time. */
	change?: { atMs: number; factor: number };
	concurrency: number;
	oneWayMs: number;
	latencyMs: number;
	perCallMs: number;
	jitterMs: number;
	refusesBatches: boolean;
	faults: Faults;
	/** The number of addresses with a fault: the first ones of each host. */
	troubled: number;
	trouble: Trouble;
	/** Share of calls that are writes, and of calls that end the connection. */
	writes: number;
	poison: number;
	/** Share of calls that accept neither retries nor waits. */
	impatient: number;
	/** Options of the run. */
	batchSize: number;
	maxConcurrency: number;
	callsPerSecond: number;
	timeoutMs: number;
	maxRetries: number;
	maxRetryWaitMs: number;
	/** When the execution is cancelled. */
	cancelAtMs?: number;
}

const NO_FAULTS: Faults = {
	reset: 0,
	hang: 0,
	truncated: 0,
	unavailable: 0,
	shuffled: 0,
	missing: 0,
	double: 0,
	foreign: 0,
};

/** A plain scenario, to be changed where a test needs something special. */
export const PLAIN: Scenario = {
	seed: 1,
	hosts: 1,
	addressesPerHost: 1,
	callsPerAddress: 100,
	refusal: 'each call',
	concurrency: Infinity,
	oneWayMs: 5,
	latencyMs: 0,
	perCallMs: 0,
	jitterMs: 0,
	refusesBatches: false,
	faults: NO_FAULTS,
	troubled: 0,
	trouble: '429',
	writes: 0,
	poison: 0,
	impatient: 0,
	batchSize: 100,
	maxConcurrency: Infinity,
	callsPerSecond: Infinity,
	timeoutMs: 10_000,
	maxRetries: 4,
	maxRetryWaitMs: 300_000,
};

/** @returns the scenario of a seed */
export function scenarioOf(seed: number): Scenario {
	const random = new Random(seed);
	const hosts = random.pick([1, 1, 1, 2, 20]);
	const addressesPerHost = random.pick([1, 1, 2, 20, 200]);
	const most = Math.max(1, Math.floor(2000 / (hosts * addressesPerHost)));
	const callsPerAddress = random.integer(1, most);
	const calls = addressesPerHost * callsPerAddress;
	const hasLimit = random.chance(0.7);
	const rate = random.pick([5, 25, 250, 1000].filter((each) => calls / each <= 120));
	const isFaulty = random.chance(0.3);
	const often = (probability: number): number => (isFaulty && random.chance(0.3) ? probability : 0);
	return {
		seed,
		hosts,
		addressesPerHost,
		callsPerAddress,
		limit: hasLimit
			? {
					kind: random.pick(LIMIT_KINDS),
					rate,
					phaseMs: random.next() * 1000,
					isShared: addressesPerHost === 1 || random.chance(0.7),
				}
			: undefined,
		refusal: random.pick(REFUSALS),
		change: random.chance(0.1)
			? { atMs: random.integer(0, 5000), factor: random.pick([0.5, 2, 10]) }
			: undefined,
		concurrency: random.chance(0.1) ? random.integer(1, 20) : Infinity,
		oneWayMs: random.pick([0.5, 2, 5, 25, 100, 1000]),
		latencyMs: 0,
		perCallMs: random.pick([0, 0, 0, 0.1, 1, 20]),
		jitterMs: random.pick([0, 0, 1, 20]),
		refusesBatches: random.chance(0.1),
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
		troubled: random.chance(0.3) ? Math.floor(addressesPerHost * random.next() * 0.2) : 0,
		trouble: random.pick(TROUBLES),
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

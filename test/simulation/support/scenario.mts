import type { BatchLimit } from './batchRefusals.mts';
import type { OthersUse } from './othersUse.mts';
import type { Outage } from './outages.mts';
import type { LimitKind } from './rateLimits.mts';
import type { Faults, Refusal, Trouble } from './server.mts';

/** The kind of questions: single calls, or whole probes of a family, one at each address. */
export type Questions = 'calls' | 'probes of EVM' | 'probes of Solana';

/** A simulation; the same seed always gives the same scenario. All times are milliseconds. */
export interface Scenario {
	seed: number;
	hosts: number;
	addressesPerHost: number;
	callsPerAddress: number;
	questions: Questions;
	/** The calls are made evenly within this time; at once with 0. */
	arriveWithinMs: number;
	/** The limit of each host, if it has one. */
	limit?: { kind: LimitKind; rate: number; phaseMs: number; isShared: boolean };
	/** How others use that limit. */
	others?: OthersUse;
	refusal: Refusal;
	/** The text of a rejection with a status. */
	refusalText: string;
	/** The limit changes by this factor after this time. */
	change?: { atMs: number; factor: number };
	/** The maximum number of requests that each host processes at once; more are rejected. */
	concurrency: number;
	oneWayMs: number;
	/** Additional time for each call of a request, and the most that is added by chance. */
	perCallMs: number;
	jitterMs: number;
	/** Calls that each host works on at once; the others wait, also those whose sender has given up. */
	workers: number;
	/** The batches that each host accepts, if not all. */
	batches?: BatchLimit;
	/** Servers behind each address. */
	backends: number;
	/** When hosts fail for all of their addresses together. */
	outages: readonly Outage[];
	faults: Faults;
	/** The number of addresses with a fault: the first ones of each host. */
	troubled: number;
	trouble: Trouble;
	/** When these addresses begin to fail. */
	troubledFromMs: number;
	/** Addresses of one more host that never answers, called before the others. */
	silentAddresses: number;
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
	questions: 'calls',
	arriveWithinMs: 0,
	refusal: 'each call',
	refusalText: '',
	concurrency: Infinity,
	oneWayMs: 5,
	perCallMs: 0,
	jitterMs: 0,
	workers: Infinity,
	backends: 1,
	outages: [],
	faults: NO_FAULTS,
	troubled: 0,
	trouble: '429',
	troubledFromMs: 0,
	silentAddresses: 0,
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

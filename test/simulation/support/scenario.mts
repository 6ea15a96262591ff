import type { BatchLimit } from './batchRefusals.mts';
import type { OthersUse } from './othersUse.mts';
import type { Outage } from './outages.mts';
import type { Excess } from './excess.mts';
import type { Penalties } from './penalties.mts';
import type { LimitKind } from './rateLimits.mts';
import type { Refusal } from './refusals.mts';
import type { Faults } from './server.mts';
import type { Trouble } from './troubles.mts';

/** The kind of questions: single calls, or whole probes of a family, one at each address. */
export type Questions = 'calls' | 'probes of EVM' | 'probes of Solana';

/** The limit of a host. */
export interface Limit extends Penalties {
	kind: LimitKind;
	/** Of what it counts, per second. */
	rate: number;
	phaseMs: number;
	/** It is one for all addresses, not one for each. */
	isShared: boolean;
	/** A request counts as one, however many calls it holds; or calls count as much as they cost. Otherwise calls count. */
	counts?: 'requests' | 'units';
	/** It is used up when the first call arrives, and who goes beyond it was just found out. */
	isUsedUp?: true;
}

/** The first requests to addresses meet a fault. */
export interface FirstFaults {
	fault: Trouble;
	/** How many requests to each address. */
	times: number;
	/** Share of the addresses. */
	share: number;
}

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
	limit?: Limit;
	/** How others use that limit. */
	others?: OthersUse;
	refusal: Refusal;
	/** The text of a rejection with a status. */
	refusalText: string;
	/** The limit changes by this factor after this time. */
	change?: { atMs: number; factor: number };
	/** The maximum number of requests that each host processes at once, and what happens to more. */
	concurrency: number;
	excess: Excess;
	/** How long the first one to ask for the name of the host waits for its address; later ones wait for the same answer. */
	resolveMs: number;
	oneWayMs: number;
	/** Additional time for each call of a request, and the most that is added by chance. */
	perCallMs: number;
	jitterMs: number;
	/** Additional time for each request that a host has in work: the busier it is, the slower. */
	busyMs: number;
	/** For how long hosts are ten times as slow after an outage, because their caches are empty. */
	coldMs: number;
	/** Calls that each host works on at once; the others wait, also those whose sender has given up. */
	workers: number;
	/** The batches that each host accepts, if not all. */
	batches?: BatchLimit;
	/** Servers behind each address. */
	backends: number;
	/** Requests to an address always reach the same one; otherwise any. */
	isSticky: boolean;
	/** When hosts fail for all of their addresses together. */
	outages: readonly Outage[];
	faults: Faults;
	/** The number of addresses of each host with a fault, and where they are among the others. */
	troubled: number;
	troubledAt: 'first' | 'last' | 'among';
	/** Their faults, in turn. */
	troubles: readonly Trouble[];
	/** When these addresses begin to fail. */
	troubledFromMs: number;
	/** Addresses whose first answers are faults. */
	first?: FirstFaults;
	/** Addresses of one more host that never answers, called before the others. */
	silentAddresses: number;
	/** Share of calls that are writes, and of calls that end the connection. */
	writes: number;
	poison: number;
	/** Share of calls that take longer and cost more than others. */
	heavy: number;
	/** Share of calls that accept neither retries nor waits. */
	impatient: number;
	/** Executions at the same time that know nothing of each other; each makes its part of the calls. */
	runs: number;
	/** Options of the runs. */
	batchSize: number;
	maxConcurrency: number;
	callsPerSecond: number;
	timeoutMs: number;
	maxRetries: number;
	maxRetryWaitMs: number;
	/** When the executions are cancelled. */
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
	excess: '429',
	resolveMs: 0,
	oneWayMs: 5,
	perCallMs: 0,
	jitterMs: 0,
	busyMs: 0,
	coldMs: 0,
	workers: Infinity,
	backends: 1,
	isSticky: false,
	outages: [],
	faults: NO_FAULTS,
	troubled: 0,
	troubledAt: 'first',
	troubles: ['429'],
	troubledFromMs: 0,
	silentAddresses: 0,
	writes: 0,
	poison: 0,
	heavy: 0,
	impatient: 0,
	runs: 1,
	batchSize: 100,
	maxConcurrency: Infinity,
	callsPerSecond: Infinity,
	timeoutMs: 10_000,
	maxRetries: 4,
	maxRetryWaitMs: 300_000,
};

/** Twenty-five calls in each second, for all addresses together. */
export const A_SECOND: Limit = { kind: 'fixed seconds', rate: 25, phaseMs: 300, isShared: true };

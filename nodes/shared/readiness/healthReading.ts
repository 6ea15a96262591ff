import type { FamilyName } from '../jsonRpc/chains';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import type { Wanted } from './families/family';
import type { SyncState } from './syncState';
import type { Pace } from './thresholds';

/**
 * Health of an endpoint, beyond whether it is synchronized. `lagging`: it is behind the other endpoints of its chain,
 * or its newest block is too old for its chain.
 */
export type HealthState = SyncState | 'lagging' | 'wrongChain';

/** What counts as healthy, and what else is asked. Anything not set follows from the chain. */
export interface HealthSettings {
	/** Most seconds since the newest block was made. */
	maxBlockAgeSeconds?: number;
	/** Most blocks that a node which is synchronizing, or behind the others, may be behind. */
	maxBlocksBehind?: number;
	/** The chain it has to belong to, as its family spells it; decimal for EVM. */
	expectedChainId?: string;
	/** Whether the chain is asked for even where that costs a call, because endpoints are to be compared. */
	isCompared?: boolean;
	/** What else is asked. */
	asks?: Partial<Pick<Wanted, 'peers' | 'finality' | 'clientVersion'>>;
}

/** Health of an endpoint. */
export interface HealthReading {
	healthy: boolean;
	state: HealthState;
	/** Why it is not healthy, or what it did not report. */
	reason?: string;
	protocol?: FamilyName;
	/** The chain it says it belongs to. */
	chain?: string;
	chainId?: string;
	blockNumber?: number | string;
	blockTime?: string;
	blockAgeSeconds?: number;
	/** The age from which on the newest block counts as too old. */
	maxBlockAgeSeconds?: number;
	blocksBehind?: number | string;
	peers?: number;
	finalizedBlocksBehind?: number | string;
	safeBlocksBehind?: number | string;
	clientVersion?: string;
	latencyMs: number;
	endpoint: string;
	httpStatus?: number;
	attempts: number;
}

/** The newest block of an endpoint, for comparison with those of others. */
export interface SeenHead {
	blockNumber: bigint;
	blockHash?: string;
	/** When it was made, in milliseconds since 1970. */
	blockTimeMs?: number;
	/** When it was seen, on the clock of the run, in milliseconds. */
	at: number;
	/** How much earlier it may have been seen, because questions to the endpoint had to wait. Milliseconds. */
	earlierByMs?: number;
	endpoint: RpcEndpoint;
	/** Endpoints of the same group belong to the same chain; absent where the chain is unknown. */
	group?: string;
	pace: Pace;
	/** How many blocks it may be behind the others, where the user sets that; otherwise the usual lag of its chain. */
	maxBlocksBehind?: number;
}

/** Health of an endpoint, and what it is compared by. */
export interface HealthLook {
	reading: HealthReading;
	/** Absent where it reported no newest block. */
	head?: SeenHead;
	/** Set where the state is unlikely to change on its own: what to do about it. */
	lastingHint?: string;
}

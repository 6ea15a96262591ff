import type { RpcAnswer, RpcVersion } from '../../jsonRpc/answer';
import type { FamilyName } from '../../jsonRpc/chains';

/** An answer that is no result. */
export type FaultAnswer = Exclude<RpcAnswer, { kind: 'result' } | { kind: 'cancelled' }>;

/** Thrown when an endpoint did not answer a question. Ends a look at it, unless its family knows what it means. */
export class EndpointFault extends Error {
	constructor(
		readonly answer: FaultAnswer,
		/** The raw result that could not be understood, if there was one. */
		readonly result: unknown = null,
	) {
		super('reason' in answer ? answer.reason : answer.message);
		this.name = 'EndpointFault';
	}

	/** Code of a JSON-RPC error. */
	get code(): number | string | undefined {
		return this.answer.kind === 'rpcError' ? this.answer.code : undefined;
	}
}

/**
 * Asks an endpoint. Calls that are made together travel in one request, those over plain HTTP one each.
 * Everything throws an EndpointFault where there is no result, and Cancelled.
 */
export interface Asker {
	/** Makes a JSON-RPC call. */
	call(method: string, params?: unknown[]): Promise<unknown>;
	/** @param path what follows the address of the endpoint */
	get(path: string): Promise<unknown>;
	post(path: string, body: unknown): Promise<unknown>;
}

/** What is wanted besides whether the node is synchronized. */
export interface Wanted {
	/** Number and time of the newest block, and the chain, where they cost at most one request more. */
	head: boolean;
	/** The chain, even where it costs a call. */
	chain: boolean;
	/** The number of peers. */
	peers: boolean;
	/** How far finalized and safe blocks are behind the newest. */
	finality: boolean;
	/** What the node's software calls itself. */
	clientVersion: boolean;
}

/** Nothing but whether it is synchronized. */
export const ONLY_SYNC: Wanted = {
	head: false,
	chain: false,
	peers: false,
	finality: false,
	clientVersion: false,
};

/** What a node said of itself. */
export interface Look {
	/** The raw result that says whether it is synchronized. */
	result: unknown;
	/** It says that it is synchronizing, or otherwise not ready. */
	isSyncing: boolean;
	/** Why it is not ready, where it said more than how far it is behind; or what its answer lacked. */
	reason?: string;
	/** Where its synchronization began, is and ends. */
	startingBlock?: bigint;
	currentBlock?: bigint;
	highestBlock?: bigint;
	/** In blocks, or what its family counts instead. */
	blocksBehind?: bigint;
	/** Number of the newest block it has. */
	blockNumber?: bigint;
	blockHash?: string;
	/** When that block was made, in milliseconds since 1970. */
	blockTimeMs?: number;
	/** How old that block is by the node's own count, where it says that instead. */
	blockAgeMs?: number;
	/** The chain, in the spelling of its family; decimal for EVM. */
	chainId?: string;
	/** Tells its chain from the others of its family, where their ids do not. */
	chainKey?: string;
	peers?: number;
	finalizedBlocksBehind?: bigint;
	safeBlocksBehind?: bigint;
	clientVersion?: string;
}

/** How nodes of a family are asked. A new family is a file with one of these. */
export interface Family {
	name: FamilyName;
	/** As people know it: an option of the field Protocol. */
	title: string;
	/** What is asked, for the description of the option. */
	asks: string;
	/** JSON-RPC methods that are known to only read; absent for families without JSON-RPC. */
	reads?: RegExp;
	/** Where JSON-RPC is answered, below the path at which the family is asked; `undefined` there itself. */
	callPath?: string;
	/** That of JSON-RPC, where it is not 2.0. */
	version?: RpcVersion;
	/** Its servers refuse `params` that are empty. */
	omitsEmptyParams?: boolean;
	/**
	 * Blocks come at times by chance, so that gaps of many times the block time are usual: a head counts as too
	 * old only after so many of them, 6 unless said otherwise.
	 */
	oldHeadBlocks?: number;
	/** What it calls blocks behind are those missing by the clock, so that they tell how old the head is. */
	countsByClock?: boolean;
	/** Looks at a node with at most two requests. */
	look(ask: Asker, wanted: Wanted): Promise<Look>;
}

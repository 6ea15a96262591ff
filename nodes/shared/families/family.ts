import type { RpcVersion } from '../jsonRpc/answer';
import { describeFault, getMeaning, type FaultAnswer } from '../jsonRpc/fault';
import type { ErrorTraits, Meaning } from '../jsonRpc/meaning';
import type { RpcRequest } from '../jsonRpc/rpcRequest';

/** Thrown when an endpoint did not answer a question. Ends the probe, unless its family handles it. */
export class ProbeError extends Error {
	constructor(
		readonly answer: FaultAnswer,
		/** The raw result that could not be understood, if there was one. */
		readonly result: unknown = null,
		/** Whether nothing at the address understands JSON-RPC, as it seems. */
		readonly hasNoRpc = false,
	) {
		super(answer.kind === 'rpcError' ? answer.message : describeFault(answer));
		this.name = 'ProbeError';
	}

	get code(): number | string | undefined {
		return this.answer.kind === 'rpcError' ? this.answer.code : undefined;
	}

	/** What the answer means. */
	get meaning(): Meaning {
		return getMeaning(this.answer);
	}
}

/**
 * @returns the answer to a question, or the error of an endpoint that did not answer it
 * @throws Cancelled
 */
export function settle<T>(question: Promise<T>): Promise<T | ProbeError> {
	return question.catch((error: unknown) => {
		if (error instanceof ProbeError) return error;
		throw error;
	});
}

/**
 * Asks an endpoint. Calls made together are sent in one request, plain HTTP calls in one each.
 * All methods throw a ProbeError where there is no result, and Cancelled.
 */
export interface ProbeClient {
	/**
	 * Makes a JSON-RPC call.
	 * @param part `head` for the question whose answer holds the newest block, unless that is the first one asked
	 */
	call(method: string, params?: RpcRequest['params'], part?: 'head'): Promise<unknown>;
	/** @param path the part after the address of the endpoint */
	get(path: string): Promise<unknown>;
	post(path: string, body: unknown, part?: 'head'): Promise<unknown>;
	/** Which of several interfaces the host turned out to serve, where a family has more than one. */
	dialect?: string;
}

/** Facts that are asked for besides whether the node is synchronized. */
export interface ProbeOptions {
	/** Number and time of the newest block, and the chain, where they cost at most one request more. */
	head?: boolean;
	/** The chain, even where it costs a call: endpoints are to be compared, or one chain is expected. */
	chain?: boolean;
	peers?: boolean;
	/** The newest blocks that are finalized and safe. */
	finality?: boolean;
	clientVersion?: boolean;
}

/** A node's report about itself. */
export interface NodeReport {
	/** The raw result that says whether it is synchronized. */
	result: unknown;
	/**
	 * It says that it is synchronizing, or otherwise not ready. `unlessRecent`: it says so in a way in which nodes that
	 * follow their chain do as well, so the age of its newest block decides.
	 */
	isSyncing: boolean | 'unlessRecent';
	/** Why it is not ready, where it reported more than how far it is behind; or what its answer lacked. */
	reason?: string;
	/** Where its synchronization began, is and ends. */
	startingBlock?: bigint;
	currentBlock?: bigint;
	highestBlock?: bigint;
	/** In blocks, or in what its family counts instead; absent while it synchronizes towards no target above its own block. */
	blocksBehind?: bigint;
	/** What is missing besides blocks, in words. */
	stillDoes?: string;
	blockNumber?: bigint;
	blockHash?: string;
	/** When that block was made, in milliseconds since 1970. */
	blockTimeMs?: number;
	/** The age of that block as the node itself reports it, where it gives that instead. */
	blockAgeMs?: number;
	/** The chain, in the spelling of its family; decimal for EVM. */
	chainId?: string;
	/** Distinguishes its chain from the others of its family, where their ids do not. */
	chainMark?: string;
	peers?: number;
	/** Numbers of the newest block that is final, and of the newest that is safe. */
	finalizedBlock?: bigint;
	safeBlock?: bigint;
	clientVersion?: string;
}

/** How nodes of a family are asked. A new family is a file with one of these. */
export interface Family {
	/** The name users know: an option of the field Protocol. */
	title: string;
	/** The question, for the description of the option. */
	asks: string;
	/** JSON-RPC methods that are known to only read; absent for families without JSON-RPC. */
	reads?: RegExp;
	/** Methods whose result is null or empty where a node does not know what was asked for, though another may. */
	lacksAsNull?: RegExp;
	/** How its servers say what went wrong. */
	errors?: ErrorTraits;
	/** Where JSON-RPC is answered, below the path at which the family is asked; absent where it is that path. */
	callPath?: string;
	/** JSON-RPC version, where it is not 2.0. */
	version?: RpcVersion;
	/** Its servers reject empty `params`. */
	omitsEmptyParams?: boolean;
	/** Blocks come at random intervals, so gaps of many times the block time are normal. */
	hasIrregularGaps?: boolean;
	/** Milliseconds between blocks, where those behind are counted by the clock, so that they show how old the head is. */
	slotMs?: number;
	/** Several of its chains return the same id. */
	chainsShareIds?: boolean;
	/** Checks a node with at most two requests. */
	probe(ask: ProbeClient, options: ProbeOptions): Promise<NodeReport>;
	/**
	 * The time of the block at a height, in milliseconds since 1970; `undefined` where the answer holds none.
	 * @throws ProbeError where the node does not answer, and Cancelled
	 */
	timeAt?(ask: ProbeClient, height: bigint): Promise<number | undefined>;
}

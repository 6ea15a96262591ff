import { isRecord } from '../text/json';

/** Names of blocks that mean another block from moment to moment, and from node to node. */
const MOVING = new Set(['latest', 'safe', 'finalized', 'pending']);

/**
 * Methods that take a block, and the place of that parameter (github.com/ethereum/execution-apis, `src/eth` and
 * `src/debug`; Parity's trace module for `trace_*`).
 */
const PLACES: Readonly<Record<string, number>> = {
	eth_getBlockByNumber: 0,
	eth_getBlockReceipts: 0,
	eth_getBlockTransactionCountByNumber: 0,
	eth_getTransactionByBlockNumberAndIndex: 0,
	eth_getUncleByBlockNumberAndIndex: 0,
	eth_getUncleCountByBlockNumber: 0,
	debug_traceBlockByNumber: 0,
	trace_block: 0,
	trace_replayBlockTransactions: 0,
	debug_getRawBlock: 0,
	debug_getRawHeader: 0,
	debug_getRawReceipts: 0,
	debug_traceCall: 1,
	eth_call: 1,
	eth_createAccessList: 1,
	eth_estimateGas: 1,
	eth_feeHistory: 1,
	eth_getBalance: 1,
	eth_getCode: 1,
	eth_getTransactionCount: 1,
	eth_simulateV1: 1,
	trace_callMany: 1,
	eth_getProof: 2,
	eth_getStorageAt: 2,
	trace_call: 2,
};

/** Methods that take a filter, and the members that mean the latest block where they are left out. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
	eth_getLogs: ['fromBlock', 'toBlock'],
	trace_filter: ['toBlock'],
};

/**
 * Puts something else for the blocks that a call names by a tag, or leaves out.
 * @param replace receives the tag: `latest`, `safe`, `finalized` or `pending`
 * @returns the parameters, or `undefined` for a method without a block
 */
export function replaceBlocks(
	method: string,
	params: readonly unknown[],
	replace: (tag: string) => string,
): unknown[] | undefined {
	const named = (block: unknown): unknown => {
		if (!isGiven(block)) return replace('latest');
		// EIP-1898, where clients take names as well.
		if (isRecord(block) && typeof block.blockNumber === 'string')
			return { ...block, blockNumber: named(block.blockNumber) };
		return typeof block === 'string' && MOVING.has(block) ? replace(block) : block;
	};
	if (Object.hasOwn(FILTERS, method)) {
		const [filter = {}, ...others] = params;
		// A hash names one block for all; what is no filter is for the node to say.
		if (!isRecord(filter) || isGiven(filter.blockHash)) return [...params];
		const tags = ['fromBlock', 'toBlock'].filter(
			(name) => name in filter || FILTERS[method].includes(name),
		);
		return [
			{ ...filter, ...Object.fromEntries(tags.map((name) => [name, named(filter[name])])) },
			...others,
		];
	}
	if (!Object.hasOwn(PLACES, method)) return undefined;
	const place = PLACES[method];
	// What else is missing is for the node to say.
	if (params.length < place) return [...params];
	return [...params.slice(0, place), named(params[place]), ...params.slice(place + 1)];
}

function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** @returns the tags that a call names, each once; `undefined` for a method without a block */
export function readTags(method: string, params: readonly unknown[]): Set<string> | undefined {
	const tags = new Set<string>();
	const found = replaceBlocks(method, params, (tag) => {
		tags.add(tag);
		return tag;
	});
	return found && tags;
}

import { isRecord } from '../pure/json';

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
	debug_traceCall: 1,
	eth_call: 1,
	eth_estimateGas: 1,
	eth_feeHistory: 1,
	eth_getBalance: 1,
	eth_getCode: 1,
	eth_getTransactionCount: 1,
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
export function withBlocks(
	method: string,
	params: readonly unknown[],
	replace: (tag: string) => string,
): unknown[] | undefined {
	const named = (block: unknown): unknown => {
		if (block === undefined || block === null || block === '') return replace('latest');
		return typeof block === 'string' && MOVING.has(block) ? replace(block) : block;
	};
	if (Object.hasOwn(FILTERS, method)) {
		const [filter = {}, ...others] = params;
		// A hash names one block for all.
		if (!isRecord(filter) || 'blockHash' in filter) return undefined;
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

/** @returns the tags that a call names, each once; `undefined` for a method without a block */
export function tagsOf(method: string, params: readonly unknown[]): Set<string> | undefined {
	const tags = new Set<string>();
	const found = withBlocks(method, params, (tag) => {
		tags.add(tag);
		return tag;
	});
	return found && tags;
}

import { isRecord } from '../text/json';

/** Names of blocks that mean another block from moment to moment, and from node to node. */
const MOVING = new Set(['latest', 'safe', 'finalized', 'pending']);

/**
 * Methods that take a block, and the place of that parameter (github.com/ethereum/execution-apis, `src/eth` and
 * `src/debug`; Parity's trace module for `trace_*`).
 */
const PLACES: ReadonlyMap<string, number> = new Map([
	...at(0, 'eth_getBlockByNumber', 'eth_getBlockReceipts', 'eth_getBlockTransactionCountByNumber'),
	...at(0, 'eth_getTransactionByBlockNumberAndIndex', 'eth_getUncleByBlockNumberAndIndex'),
	...at(0, 'eth_getUncleCountByBlockNumber', 'debug_traceBlockByNumber', 'trace_block'),
	...at(0, 'trace_replayBlockTransactions', 'debug_getRawBlock', 'debug_getRawHeader'),
	...at(0, 'debug_getRawReceipts'),
	...at(1, 'debug_traceCall', 'eth_call', 'eth_createAccessList', 'eth_estimateGas'),
	...at(1, 'eth_feeHistory', 'eth_getBalance', 'eth_getCode', 'eth_getTransactionCount'),
	...at(1, 'eth_simulateV1', 'trace_callMany'),
	...at(2, 'eth_getProof', 'eth_getStorageAt', 'trace_call'),
]);

function at(place: number, ...methods: readonly string[]): Array<[string, number]> {
	return methods.map((method) => [method, place]);
}

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
	if (method === 'eth_getLogs' || method === 'trace_filter') {
		const [filter = {}, ...others] = params;
		// A hash names one block for all; what is no filter is for the node to say.
		if (!isRecord(filter) || isGiven(filter.blockHash)) return [...params];
		// Without it, traces are searched from the first block on.
		const isFree = method === 'trace_filter' && !('fromBlock' in filter);
		const tags = isFree ? ['toBlock'] : ['fromBlock', 'toBlock'];
		return [
			{ ...filter, ...Object.fromEntries(tags.map((name) => [name, named(filter[name])])) },
			...others,
		];
	}
	const place = PLACES.get(method);
	if (place === undefined) return undefined;
	// The node itself says what else is missing.
	if (params.length < place) return [...params];
	return [...params.slice(0, place), named(params[place]), ...params.slice(place + 1)];
}

function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}

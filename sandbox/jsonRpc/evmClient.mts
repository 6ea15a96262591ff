import { createHash } from 'node:crypto';
import { rpcError } from '../http/errors.mts';
import { hex } from './asSeen.mts';

/** A JSON-RPC request as it is passed on to an EVM client. */
export interface RpcCall {
	jsonrpc: string;
	id: number;
	method: string;
	params?: unknown;
}

/** Something that answers Ethereum's JSON-RPC methods. */
export interface EvmClient {
	readonly kind: 'anvil' | 'minimal';
	/**
	 * Answers calls with distinct ids, each with `result` or `error`, in any order.
	 * @throws Error when the client does not answer
	 */
	answer(calls: RpcCall[]): Promise<Array<Record<string, unknown>>>;
	stop(): Promise<void>;
}

/** Chain id of all endpoints of a sandbox: that of Hyperliquid's EVM. */
export const chainId = 999;

const blockMs = 1000;

/**
 * Answers the four methods that health checks use, without a child process: for fast unit tests,
 * and where the real client does not run. A block comes every second.
 */
export function minimalClient(): EvmClient {
	const startedAt = Date.now();
	const newest = (): number => Math.floor((Date.now() - startedAt) / blockMs) + 1;
	const blockOf = (tag: unknown): unknown => {
		const number = tag === 'earliest' ? 0 : /^0x/.test(String(tag)) ? Number(tag) : newest();
		if (!(number <= newest())) return null;
		return {
			number: hex(number),
			hash: hashOf(number),
			parentHash: number === 0 ? `0x${'0'.repeat(64)}` : hashOf(number - 1),
			timestamp: hex(Math.floor((startedAt + number * blockMs) / 1000)),
			transactions: [],
		};
	};
	const results: Record<string, (params: unknown) => unknown> = {
		eth_syncing: () => false,
		eth_blockNumber: () => hex(newest()),
		eth_chainId: () => hex(chainId),
		eth_getBlockByNumber: (params) => blockOf(Array.isArray(params) ? params[0] : undefined),
	};
	return {
		kind: 'minimal',
		answer: async (calls) =>
			calls.map(({ id, method, params }) =>
				Object.hasOwn(results, method)
					? { jsonrpc: '2.0', id, result: results[method](params) }
					: rpcError(id, -32601, 'Method not found'),
			),
		stop: async () => {},
	};
}

function hashOf(number: number): string {
	return `0x${createHash('sha256').update(`block ${number}`).digest('hex')}`;
}

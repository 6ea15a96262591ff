import { createHash } from 'node:crypto';
import { chainId, type EvmClient, type RpcAnswer, type RpcCall } from './evmClient.mts';

const blockMs = 1000;

/**
 * Answers the four methods that health checks use, without a child process: for fast unit tests,
 * and where the real client does not run. A block comes every second.
 */
export function minimalClient(): EvmClient {
	const startedAt = Date.now();
	const newest = (): number => Math.floor((Date.now() - startedAt) / blockMs) + 1;

	function resultOf({ method, params }: RpcCall): unknown {
		switch (method) {
			case 'eth_syncing':
				return false;
			case 'eth_blockNumber':
				return hex(newest());
			case 'eth_chainId':
				return hex(chainId);
			case 'eth_getBlockByNumber':
				return blockOf(Array.isArray(params) ? params[0] : undefined);
			default:
				return undefined;
		}
	}

	function blockOf(tag: unknown): unknown {
		const number = tag === 'earliest' ? 0 : /^0x/.test(String(tag)) ? Number(tag) : newest();
		if (!(number <= newest())) return null;
		return {
			number: hex(number),
			hash: hashOf(number),
			parentHash: number === 0 ? `0x${'0'.repeat(64)}` : hashOf(number - 1),
			timestamp: hex(Math.floor((startedAt + number * blockMs) / 1000)),
			transactions: [],
		};
	}

	function answerOf(call: RpcCall): RpcAnswer {
		const result = resultOf(call);
		return result === undefined
			? { jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'Method not found' } }
			: { jsonrpc: '2.0', id: call.id, result };
	}

	return {
		kind: 'minimal',
		answer: (calls) => Promise.resolve(calls.map(answerOf)),
		stop: () => Promise.resolve(),
	};
}

function hex(number: number): string {
	return `0x${number.toString(16)}`;
}

function hashOf(number: number): string {
	return `0x${createHash('sha256').update(`block ${number}`).digest('hex')}`;
}

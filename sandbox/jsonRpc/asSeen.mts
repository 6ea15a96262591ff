import { isJsonObject } from '../http/body.mts';
import type { RpcBehaviour } from './scripts.mts';

/** What makes the nodes of one client differ. */
type View = Pick<RpcBehaviour, 'chainId' | 'headOffset' | 'headAge' | 'stateFrom'>;

/** Methods whose last parameter but any overrides is the block whose state they read, by its place. */
const stateMethods: Record<string, number> = {
	eth_getBalance: 1,
	eth_getCode: 1,
	eth_getTransactionCount: 1,
	eth_getStorageAt: 2,
	eth_call: 1,
};

/** The client's answer as a node shows it: with its own chain id, head and depth of state. */
export function asSeen(
	answer: Record<string, unknown>,
	{ method, params }: { method: string; params?: unknown },
	{ chainId, headOffset, headAge, stateFrom }: View,
): Record<string, unknown> {
	const given: unknown[] = Array.isArray(params) ? params : [];
	const block = stateMethods[method] === undefined ? undefined : given[stateMethods[method]];
	if (typeof block === 'string' && block.startsWith('0x') && Number(block) < stateFrom) {
		const error = { code: -32000, message: `missing trie node ${'0'.repeat(64)} (path )` };
		return { jsonrpc: '2.0', id: answer.id, error };
	}
	if (answer.result === undefined) return answer;
	switch (method) {
		case 'eth_chainId':
			return chainId === undefined ? answer : { ...answer, result: hex(chainId) };
		case 'net_version':
			return chainId === undefined ? answer : { ...answer, result: String(chainId) };
		case 'eth_blockNumber':
			return { ...answer, result: moved(answer.result, headOffset) };
		case 'eth_getBlockByNumber':
			if (!isJsonObject(answer.result)) return answer;
			return {
				...answer,
				result:
					given[0] === 'latest'
						? shifted(answer.result, headOffset, headAge)
						: madeEarlier(answer.result, headOffset),
			};
		default:
			return answer;
	}
}

function shifted(
	block: Record<string, unknown>,
	headOffset: number,
	headAge: number,
): Record<string, unknown> {
	if (headOffset === 0 && headAge === 0) return block;
	const number = moved(block.number, headOffset);
	const timestamp = headAge === 0 ? block.timestamp : hex(Math.floor(Date.now() / 1000) - headAge);
	// Blocks at the same height are the same wherever they are seen.
	return { ...block, number, timestamp, hash: `0x${number.slice(2).padStart(64, '0')}` };
}

/** A block below a head that is ahead of the client's: the client makes one each second, so this one is older. */
function madeEarlier(block: Record<string, unknown>, headOffset: number): Record<string, unknown> {
	return { ...block, timestamp: hex(Number(block.timestamp) - Math.max(0, headOffset)) };
}

function moved(quantity: unknown, by: number): string {
	return hex(Math.max(0, Number(quantity) + by));
}

function hex(number: number): string {
	return `0x${number.toString(16)}`;
}

import { isJsonObject } from '../http/body.mts';
import { rpcError } from '../http/errors.mts';
import type { JsonObject } from '../records.mts';
import type { RpcBehaviour } from './scripts.mts';

/** The ways in which nodes of one client differ. */
type View = Pick<RpcBehaviour, 'chainId' | 'headOffset' | 'headAge' | 'stateFrom'>;

/** The place of the parameter that is the block whose state a method reads. */
const statePlaces: Record<string, number> = {
	eth_getBalance: 1,
	eth_getCode: 1,
	eth_getTransactionCount: 1,
	eth_call: 1,
	eth_getStorageAt: 2,
};

/** Changes to the client's result, by method; undefined leaves it as it is. */
const views: Record<string, (result: unknown, view: View, params: unknown[]) => unknown> = {
	eth_chainId: (_, { chainId }) => chainId && hex(chainId),
	net_version: (_, { chainId }) => chainId && String(chainId),
	eth_blockNumber: (number, { headOffset }) => moved(number, headOffset),
	eth_getBlockByNumber: (block, { headOffset, headAge }, [asked]) => {
		if (!isJsonObject(block)) return undefined;
		if (asked !== 'latest') {
			// Below a head that is ahead of the client's: it makes a block each second, so this one is older.
			return { ...block, timestamp: hex(Number(block.timestamp) - Math.max(0, headOffset)) };
		}
		if (headOffset === 0 && headAge === 0) return undefined;
		const number = moved(block.number, headOffset);
		const timestamp =
			headAge === 0 ? block.timestamp : hex(Math.floor(Date.now() / 1000) - headAge);
		// Blocks at the same height are the same wherever they are seen.
		return { ...block, number, timestamp, hash: `0x${number.slice(2).padStart(64, '0')}` };
	},
};

/** The client's answer as a node shows it: with its own chain id, head and depth of state. */
export function asSeen(answer: JsonObject, call: { method: string; params?: unknown }, view: View) {
	const { method } = call;
	const params: unknown[] = Array.isArray(call.params) ? call.params : [];
	const block = params[statePlaces[method]];
	if (typeof block === 'string' && block.startsWith('0x') && Number(block) < view.stateFrom) {
		return rpcError(answer.id, -32000, `missing trie node ${'0'.repeat(64)} (path )`);
	}
	if (answer.result === undefined || !Object.hasOwn(views, method)) return answer;
	return { ...answer, result: views[method](answer.result, view, params) ?? answer.result };
}

function moved(quantity: unknown, by: number): string {
	return hex(Math.max(0, Number(quantity) + by));
}

/** A number as JSON-RPC of Ethereum writes it. */
export function hex(number: number): string {
	return `0x${number.toString(16)}`;
}

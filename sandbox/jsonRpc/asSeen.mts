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

/** A call for the state after some block. */
interface StateCall {
	method: string;
	params?: unknown;
}

/** The number of the block whose state a call asks for; undefined for another call, or a word such as `latest`. */
function stateBlockOf({ method, params }: StateCall): number | undefined {
	const block: unknown = Array.isArray(params) ? params[statePlaces[method]] : undefined;
	return typeof block === 'string' && block.startsWith('0x') ? Number(block) : undefined;
}

/** Whether a node has pruned the state that a call asks for. */
export function isPruned(call: StateCall, { stateFrom }: Pick<View, 'stateFrom'>): boolean {
	const block = stateBlockOf(call);
	return block !== undefined && block < stateFrom;
}

/**
 * The parameters of a call as the client gets them: it keeps the newest states alone, which stand for those of all
 * blocks, so that a node keeps its history however long the sandbox runs.
 */
export function forClient({ method, params }: StateCall): unknown {
	if (stateBlockOf({ method, params }) === undefined) return params;
	return (params as unknown[]).with(statePlaces[method], 'latest');
}

/** The client's answer as a node shows it: with its own chain id, head and depth of state. */
export function asSeen(answer: JsonObject, call: StateCall, view: View) {
	const { method } = call;
	if (isPruned(call, view)) {
		return rpcError(answer.id, -32000, `missing trie node ${'0'.repeat(64)} (path )`);
	}
	const params: unknown[] = Array.isArray(call.params) ? call.params : [];
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

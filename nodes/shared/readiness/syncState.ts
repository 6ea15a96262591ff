import type { IDataObject } from 'n8n-workflow';

import { rpcErrorText, type RpcAnswer } from '../jsonRpc/answer';
import { NO_SUCH_METHOD } from '../jsonRpc/errorMember';
import { exactNumber, hexQuantity } from '../jsonRpc/hex';
import { jsonExcerpt } from '../pure/excerpt';
import { distance } from './families/readFields';

/** Whether a node endpoint can be relied on, and if not, why. */
export type SyncState =
	| 'ready'
	| 'syncing'
	| 'rpcError'
	| 'invalidResponse'
	| 'unreachable'
	| 'unauthorized'
	| 'rateLimited';

/** What an answer to eth_syncing says. */
export interface SyncReading {
	state: SyncState;
	/** The raw result, or null when there is none. */
	result: unknown;
	/** Why the endpoint is not ready, unless it is merely syncing. */
	reason?: string;
	/** Blocks as numbers; as decimal texts where they exceed what a number holds exactly. */
	blocks: IDataObject;
}

/**
 * Judges an answer to eth_syncing. Only a literal `false` means ready; an object or `true` means syncing.
 * Clients return objects of many shapes (geth's long one, Erigon's stages, Nitro's map): they are kept
 * unchanged, and blocks are derived only where the documented hexadecimal fields are present.
 */
export function readSyncing(answer: Exclude<RpcAnswer, { kind: 'cancelled' }>): SyncReading {
	switch (answer.kind) {
		case 'result':
			return readResult(answer.result);
		case 'rpcError': {
			const hint = answer.code === NO_SUCH_METHOD ? 'no EVM method here, check the path: ' : '';
			return {
				state: 'rpcError',
				result: null,
				reason: `${hint}${rpcErrorText(answer)}`,
				blocks: {},
			};
		}
		default:
			return { state: answer.kind, result: null, reason: answer.reason, blocks: {} };
	}
}

function readResult(result: unknown): SyncReading {
	if (result === false) return { state: 'ready', result, blocks: {} };
	if (result === true) return { state: 'syncing', result, blocks: {} };
	if (typeof result === 'object' && result !== null && !Array.isArray(result)) {
		return { state: 'syncing', result, blocks: blocksOf(result as Record<string, unknown>) };
	}
	const found = Array.isArray(result) ? 'an array' : result === null ? 'null' : jsonExcerpt(result);
	return {
		state: 'invalidResponse',
		result,
		reason: `the result is ${found}, neither false nor an object`,
		blocks: {},
	};
}

function blocksOf(result: Record<string, unknown>): IDataObject {
	const blocks: IDataObject = {};
	for (const name of ['startingBlock', 'currentBlock', 'highestBlock']) {
		const quantity = hexQuantity(result[name]);
		if (quantity !== undefined) blocks[name] = exactNumber(quantity);
	}
	const behind = distance(hexQuantity(result.currentBlock), hexQuantity(result.highestBlock));
	if (behind !== undefined) blocks.blocksBehind = exactNumber(behind);
	return blocks;
}

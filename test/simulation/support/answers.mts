import { START_MS } from './virtualClock.mts';

/** One call as it arrived. */
export interface Call {
	id: number;
	method: string;
	/** The prefix that identifies the calls of a run. */
	tag: number;
	/** It is a question of a probe, answered as its method requires; others get their tag. */
	isOfProbe: boolean;
}

/** The outcome of a request. */
export type Reply =
	| {
			kind: 'answer';
			status: number;
			headers: Record<string, string>;
			body: string;
			/** How many of its first calls the server worked on; 0 where it refused all of them at once. */
			worked: number;
	  }
	| { kind: 'reset' }
	| { kind: 'refused' }
	| { kind: 'unresolved' }
	| { kind: 'hang' };

/** Answers a question of a probe as a healthy node does: its newest block is from the beginning of the simulation. */
const RESULTS: Record<string, unknown> = {
	eth_syncing: false,
	eth_blockNumber: '0x10',
	eth_getBlockByNumber: {
		number: '0x10',
		hash: '0xab',
		timestamp: `0x${(START_MS / 1000).toString(16)}`,
	},
	eth_chainId: '0x1',
	getHealth: 'ok',
	getEpochInfo: { absoluteSlot: 16 },
	getGenesisHash: 'genesis',
	getBlockTime: START_MS / 1000,
};

/** @returns the result of a call */
export function resultOf({ method, tag, isOfProbe }: Call): unknown {
	return isOfProbe ? RESULTS[method] : tag;
}

/** @returns an error element of an answer */
export function errorOf(id: number | null, code: number, message: string, waitMs?: number): object {
	const data = waitMs === undefined ? {} : { data: { try_again_in: `${waitMs.toFixed(3)}ms` } };
	return { jsonrpc: '2.0', id, error: { code, message, ...data } };
}

/** @returns an HTTP answer that takes no work */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'answer', status, headers, body: text, worked: 0 };
}

/** @returns an HTTP answer for which a server worked on some calls */
export function workedAnswer(body: string, worked: number): Reply {
	return { kind: 'answer', status: 200, headers: {}, body, worked };
}

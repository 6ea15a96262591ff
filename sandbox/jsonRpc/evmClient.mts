/** A JSON-RPC request as it is passed on to an EVM client. */
export interface RpcCall {
	jsonrpc: string;
	id: number;
	method: string;
	params?: unknown;
}

/** An EVM client's answer: has `result` or `error`. */
export interface RpcAnswer {
	jsonrpc: string;
	id: number;
	result?: unknown;
	error?: { code: number; message: string; data?: unknown };
}

/** Something that answers Ethereum's JSON-RPC methods. */
export interface EvmClient {
	readonly kind: 'anvil' | 'minimal';
	/**
	 * Answers calls with distinct ids; answers may come in any order.
	 * @throws Error when the client does not answer
	 */
	answer(calls: RpcCall[]): Promise<RpcAnswer[]>;
	stop(): Promise<void>;
}

/** Chain id of all endpoints of a sandbox: that of Hyperliquid's EVM. */
export const chainId = 999;

import type { Chain } from '../addresses/chains';

/**
 * Chains whose nodes serve the state of the newest block alone. TRON refuses a number (java-tron, TronJsonRpcImpl:
 * "QUANTITY not supported, just support TAG as latest"); HyperEVM's nodes support the latest block only (Hyperliquid
 * documentation, HyperEVM, JSON-RPC), and some answer with it whatever the number is.
 */
const NETWORKS = new Set([
	'hyperliquid-mainnet',
	'hyperliquid-testnet',
	'tron-mainnet',
	'tron-nile',
]);

/** Methods that read the state at a block. */
const OF_STATE = new Set([
	'eth_call',
	'eth_createAccessList',
	'eth_estimateGas',
	'eth_getBalance',
	'eth_getCode',
	'eth_getProof',
	'eth_getStorageAt',
	'eth_getTransactionCount',
	'eth_simulateV1',
]);

/** @returns whether nodes of a chain answer a method for the newest block alone */
export function isLatestOnly(chain: Chain | undefined, method: string): boolean {
	return chain !== undefined && NETWORKS.has(chain.network) && OF_STATE.has(method);
}

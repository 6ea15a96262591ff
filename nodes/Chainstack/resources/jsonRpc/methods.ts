/**
 * Methods that are known to only read. They may be batched and repeated; all others count as writes.
 */
const READS =
	/^(eth_get\w+|eth_call|eth_estimateGas|eth_blockNumber|eth_chainId|eth_syncing|eth_gasPrice|eth_feeHistory|eth_maxPriorityFeePerGas|net_\w+|web3_\w+|trace_\w+|debug_trace\w+)$/;

/** @returns whether a JSON-RPC method only reads */
export function isReadMethod(method: string): boolean {
	return READS.test(method);
}

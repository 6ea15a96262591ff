import { expect, it } from 'vitest';

import { isReadMethod } from '../../../nodes/shared/families';

const READS = `eth_getBlockByNumber eth_call eth_blockNumber net_version debug_traceTransaction
	getHealth simulateTransaction getblockchaininfo starknet_getBlockWithTxs status query
	EXPERIMENTAL_changes abci_query runGetMethod sui_getCheckpoint server_info getLedgers system_health
	state_getStorage rpc_methods eth_callMany eth_blobBaseFee eth_createAccessList eth_simulateV1
	txpool_content debug_getRawBlock eth_accounts rpc_modules eth_coinbase`;

const OTHERS = `eth_sendRawTransaction eth_sign eth_getFilterChanges sendTransaction getnewaddress
	z_getnewaddress sendrawtransaction starknet_addInvokeTransaction broadcast_tx_commit send_tx
	EXPERIMENTAL_broadcast_tx_sync sendBoc sui_executeTransactionBlock submit sign
	author_submitExtrinsic system_addReservedPeer eth_uninstallFilter eth_sendRawTransactionSync eth_get
	eth_blockNumberX xeth_call ETH_CALL debug_setHead debug_setHeadX eth_newFilter txpoolX unknown`;

const SPACED = ['', ' eth_call', 'eth_call\n', 'eth_call eth_sendRawTransaction'];

it.each([
	...READS.split(/\s+/).map((method) => [method, true] as const),
	...[...OTHERS.split(/\s+/), ...SPACED].map((method) => [method, false] as const),
])('%j only reads: %s', (method, expected) => {
	expect(isReadMethod(method)).toBe(expected);
});

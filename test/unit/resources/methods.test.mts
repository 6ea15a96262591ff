import { describe, expect, it } from 'vitest';

import { isReadMethod } from '../../../nodes/Chainstack/resources/jsonRpc/methods';

describe('isReadMethod', () => {
	it.each([
		'eth_getBlockByNumber',
		'eth_getLogs',
		'eth_call',
		'eth_estimateGas',
		'eth_blockNumber',
		'eth_chainId',
		'eth_syncing',
		'eth_gasPrice',
		'eth_feeHistory',
		'eth_maxPriorityFeePerGas',
		'net_version',
		'web3_clientVersion',
		'trace_block',
		'debug_traceTransaction',
	])('%s only reads', (method) => {
		expect(isReadMethod(method)).toBe(true);
	});

	it.each([
		'',
		'eth_sendRawTransaction',
		'eth_sendTransaction',
		'eth_sign',
		'eth_newFilter',
		'eth_uninstallFilter',
		'eth_submitWork',
		'eth_callMany',
		'eth_get',
		'eth_blockNumberX',
		'xeth_call',
		'ETH_CALL',
		' eth_call',
		'eth_call\n',
		'eth_call eth_sendRawTransaction',
		'debug_setHead',
		'debug_getRawBlock',
		'admin_addPeer',
		'personal_unlockAccount',
		'miner_start',
		'anvil_setBalance',
		'unknown',
	])('%j counts as a write', (method) => {
		expect(isReadMethod(method)).toBe(false);
	});
});

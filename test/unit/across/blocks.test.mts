import { describe, expect, it } from 'vitest';

import { replaceBlocks } from '../../../nodes/shared/across/blocks';

const pinned = (method: string, params: unknown[]) =>
	replaceBlocks(method, params, (tag) => `<${tag}>`);

describe('the block of a call', () => {
	it.each<[string, unknown[], unknown[]]>([
		['eth_getBalance', ['0x1', 'latest'], ['0x1', '<latest>']],
		['eth_getBalance', ['0x1', 'safe'], ['0x1', '<safe>']],
		['eth_getBalance', ['0x1'], ['0x1', '<latest>']],
		['eth_getBalance', ['0x1', null], ['0x1', '<latest>']],
		['eth_getBalance', ['0x1', '0x10'], ['0x1', '0x10']],
		['eth_getBalance', ['0x1', 'earliest'], ['0x1', 'earliest']],
		['eth_getBalance', ['0x1', { blockHash: '0xab' }], ['0x1', { blockHash: '0xab' }]],
		['eth_getBalance', [], []],
		['eth_call', [{ to: '0x1' }, 'finalized', {}], [{ to: '0x1' }, '<finalized>', {}]],
		['eth_getStorageAt', ['0x1', '0x0'], ['0x1', '0x0', '<latest>']],
		['eth_getBlockByNumber', ['latest', false], ['<latest>', false]],
		[
			'eth_getLogs',
			[{ address: '0x1' }],
			[{ address: '0x1', fromBlock: '<latest>', toBlock: '<latest>' }],
		],
		[
			'eth_getLogs',
			[{ fromBlock: 'finalized', toBlock: 'latest' }],
			[{ fromBlock: '<finalized>', toBlock: '<latest>' }],
		],
		['eth_getLogs', [{ fromBlock: '0x1' }], [{ fromBlock: '0x1', toBlock: '<latest>' }]],
		['trace_filter', [{ fromBlock: '0x1' }], [{ fromBlock: '0x1', toBlock: '<latest>' }]],
		['trace_filter', [{}], [{ toBlock: '<latest>' }]],
		// A hash names one block for all, and what is no filter is for the node to say.
		['eth_getLogs', [{ blockHash: '0x1' }], [{ blockHash: '0x1' }]],
		['eth_getLogs', ['latest'], ['latest']],
		['eth_getCode', ['0x1', { blockNumber: 'safe' }], ['0x1', { blockNumber: '<safe>' }]],
		['eth_getCode', ['0x1', { blockHash: '0x2' }], ['0x1', { blockHash: '0x2' }]],
		['eth_simulateV1', [{}], [{}, '<latest>']],
	])('%s %j becomes %j', (method, params, expected) => {
		expect(pinned(method, params)).toEqual(expected);
	});

	it.each<[string, unknown[]]>([
		['eth_getTransactionReceipt', ['0x1']],
		['eth_getBlockByHash', ['0x1', false]],
		['eth_chainId', []],
		['toString', []],
	])('%s %j names none', (method, params) => {
		expect(pinned(method, params)).toBeUndefined();
	});
});

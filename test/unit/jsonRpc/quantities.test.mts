import { describe, expect, it } from 'vitest';

import {
	checkOneQuantity,
	hasQuantities,
	convertToUnits,
	convertQuantitiesToDecimals,
	toExactNumber,
	parseHexQuantity,
} from '../../../nodes/shared/jsonRpc/quantities';
import { problemOf } from '../fixtures/problems.mts';

const hash = `0x${'a1'.repeat(32)}`;
const address = `0x${'0'.repeat(39)}1`;
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
const ether = 10n ** 18n;

const transaction = {
	...{ hash, blockHash: hash, blockNumber: '0x10', transactionIndex: '0x0', from: address },
	...{ to: null, type: '0x2', nonce: '0x7', gas: '0x5208', value: '0xde0b6b3a7640000' },
	...{ gasPrice: '0x3b9aca00', chainId: '0x1', v: '0x1', r: '0xff', s: '0x2', yParity: '0x1' },
	...{ input: '0x', raw: '0x12', accessList: [{ address, storageKeys: ['0x1'] }] },
};

const converted = {
	...{ ...transaction, blockNumber: '16', transactionIndex: '0', nonce: '7', gas: '21000' },
	...{ value: '1000000000000000000', gasPrice: '1000000000', chainId: '1' },
	...{ v: '1', r: '255', s: '2' },
};

describe('quantitiesToDecimals', () => {
	it.each([
		['0x38d7ea4c68000', '1000000000000000'],
		['0xde0b6b3a7640000', '1000000000000000000'],
		['0x0', '0'],
		[`0x${'f'.repeat(64)}`, (2n ** 256n - 1n).toString()],
	])('makes texts of small and large quantities alike: %s', (result, text) => {
		expect(convertQuantitiesToDecimals('eth_getBalance', result)).toBe(text);
	});

	const data = { nonce: '0x0000000000000042', mixHash: hash, extraData: '0x12', logsBloom: '0x0' };
	const block = { number: '0x1b4', timestamp: '0x5', ...data, transactions: [transaction] };
	const hashes = { number: '0x1', transactions: ['0x1', hash] };
	const log = { address, data: '0x12', topics: ['0x1'], blockNumber: '0x2', logIndex: '0x3' };
	const receipt = { status: '0x1', gasUsed: '0x5208', logsBloom: '0x0', logs: [log] };
	const readLog = { ...log, blockNumber: '2', logIndex: '3' };
	const fees = {
		oldestBlock: '0x1',
		baseFeePerGas: ['0x2'],
		gasUsedRatio: [0.5],
		reward: [['0x3']],
	};
	const call = { returnData: '0x12', gasUsed: '0x5208', status: '0x1', logs: [] };

	it.each<[string, string, unknown, unknown]>([
		['a transaction', 'eth_getTransactionByHash', transaction, converted],
		[
			'a block with its transactions, but not its own nonce',
			'eth_getBlockByNumber',
			block,
			{ number: '436', timestamp: '5', ...data, transactions: [converted] },
		],
		['no hashes of transactions', 'eth_getBlockByHash', hashes, { ...hashes, number: '1' }],
		[
			'receipts with their logs',
			'eth_getBlockReceipts',
			[receipt],
			[{ ...receipt, status: '1', gasUsed: '21000', logs: [readLog] }],
		],
		[
			'lists of lists',
			'eth_feeHistory',
			fees,
			{ ...fees, oldestBlock: '1', baseFeePerGas: ['2'], reward: [['3']] },
		],
		[
			'simulated calls, but not what they return',
			'eth_simulateV1',
			[{ number: '0x1', calls: [call] }],
			[{ number: '1', calls: [{ ...call, gasUsed: '21000', status: '1' }] }],
		],
	])('converts %s', (_, method, result, expected) => {
		expect(convertQuantitiesToDecimals(method, result)).toEqual(expected);
	});

	it.each([
		['eth_call', '0x12'],
		['eth_getCode', '0x12'],
		['eth_getStorageAt', '0x12'],
		['eth_newBlockFilter', '0x1'],
		['web3_sha3', '0x12'],
		['debug_traceTransaction', { gas: '0x1', returnValue: '0x12' }],
		['trace_block', [{ action: { value: '0x1' } }]],
		['eth_userOperation', { signature: '0x12', bytecode: '0x12' }],
		['constructor', '0x1'],
		['eth_syncing', false],
		['eth_getBlockByNumber', null],
		['eth_getLogs', 'unexpected'],
		['eth_getBalance', { unexpected: '0x1' }],
	])('leaves what the specification of %s does not list: %j', (method, result) => {
		expect(convertQuantitiesToDecimals(method, result)).toEqual(result);
	});

	it('knows for which methods it does anything', () => {
		expect(hasQuantities('eth_getBalance')).toBe(true);
		expect(hasQuantities('eth_call')).toBe(false);
		expect(hasQuantities('toString')).toBe(false);
	});
});

describe('inUnits', () => {
	it.each([
		['eth_getBalance', `0x${(ether + ether / 2n).toString(16)}`, 18, '1.5'],
		['eth_getBalance', `0x${ether.toString(16)}`, 18, '1'],
		['eth_getBalance', '0x1', 18, '0.000000000000000001'],
		['eth_getBalance', '0x0', 18, '0'],
		['eth_getBalance', '0xa', 0, '10'],
		['eth_getBalance', '0xa', 1, '1'],
		['eth_getBalance', `0x${'f'.repeat(64)}`, 36, /^\d{42}\.\d{36}$/],
		['eth_gasPrice', '0x3b9aca01', 9, '1.000000001'],
		['eth_call', word(1_500_000n), 6, '1.5'],
		['eth_call', word(0n), 6, '0'],
	])('%s of %s with %d decimals is %s', (method, result, decimals, text) => {
		expect(convertToUnits(method, result, decimals)).toMatch(
			text instanceof RegExp ? text : new RegExp(`^${text.replace('.', '\\.')}$`),
		);
	});

	it.each([
		['eth_call', '0x'],
		['eth_call', '0x12'],
		['eth_call', word(1n) + word(1n).slice(2)],
		['eth_getBalance', null],
		['eth_getBalance', '0x'],
		['eth_getBalance', {}],
		['eth_getBlockByNumber', { number: '0x1' }],
		['eth_getStorageAt', word(1n)],
		['eth_chainID', '0x1'],
	])('refuses %s with %j', (method, result) => {
		const { message, hint } = problemOf(() => convertToUnits(method, result, 18));
		expect(message).toMatch(/^'Decimals' is set, but the result of /);
		expect(hint).toContain("Remove 'Decimals'");
	});
});

describe('checkOneQuantity', () => {
	it('refuses what certainly is not one quantity', () => {
		expect(() => checkOneQuantity('eth_call')).not.toThrow();
		expect(() => checkOneQuantity('eth_getBalance')).not.toThrow();
		expect(() => checkOneQuantity('eth_getLogs')).toThrow('not one quantity');
		expect(() => checkOneQuantity('eth_sendRawTransaction')).toThrow('not one quantity');
	});
});

describe('hexQuantity', () => {
	it.each([
		['0x0', 0n],
		['0xff', 255n],
		['0xFF', 255n],
		['0x20000000000001', 9_007_199_254_740_993n],
		[`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
	])('reads %s', (text, expected) => {
		expect(parseHexQuantity(text)).toBe(expected);
	});

	it.each([
		...[undefined, null, 5, '', '0x', 'ff', '0xg', '255', '-0x1', '0x1 ', ['0x1']],
		`0x1${'0'.repeat(64)}`,
	])('reads none from %j', (value) => {
		expect(parseHexQuantity(value)).toBeUndefined();
	});
});

describe('exactNumber', () => {
	it.each([
		[0n, 0],
		[2n ** 53n - 1n, 2 ** 53 - 1],
		[2n ** 53n, '9007199254740992'],
		[-5n, -5],
		[-(2n ** 53n), '-9007199254740992'],
	])('is a number as long as that is exact, otherwise a string: %d', (value, expected) => {
		expect(toExactNumber(value)).toBe(expected);
	});
});

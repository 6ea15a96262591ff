import { describe, expect, it } from 'vitest';

import {
	hasQuantities,
	convertToUnits,
	convertQuantitiesToDecimals,
	toExactNumber,
	parseHexQuantity,
} from '../../../nodes/shared/jsonRpc/quantities';
import { problemOf } from '../fixtures/problems.mts';

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
const ether = 10n ** 18n;

/** Fields that are quantities, and others. */
const fields = (quantities: string, others = ''): Record<string, string> => ({
	...Object.fromEntries(quantities.split(' ').map((name) => [name, '0x10'])),
	...Object.fromEntries(others.split(' ').map((name) => [name, '0x12'])),
});

const transaction = {
	...fields('blockNumber blockTimestamp transactionIndex nonce gas value gasPrice maxFeePerGas'),
	...fields('maxPriorityFeePerGas maxFeePerBlobGas chainId v r s', 'hash from type input yParity'),
	authorizationList: [fields('chainId nonce r s', 'address yParity')],
	accessList: [{ address: '0x12', storageKeys: ['0x12'] }],
	to: null,
};

const log = {
	...fields('blockNumber blockTimestamp logIndex transactionIndex', 'address data blockHash'),
	topics: ['0x12'],
};

const block = {
	...fields('number timestamp size difficulty totalDifficulty gasLimit gasUsed baseFeePerGas'),
	...fields('blobGasUsed excessBlobGas', 'nonce mixHash extraData logsBloom'),
	transactions: [transaction, '0x12'],
	withdrawals: [fields('index validatorIndex amount', 'address')],
};

const receipt = {
	...fields('blockNumber transactionIndex status gasUsed cumulativeGasUsed effectiveGasPrice'),
	...fields('blobGasUsed blobGasPrice', 'logsBloom type contractAddress'),
	logs: [log],
};

const fees = { ...fields('oldestBlock'), baseFeePerGas: ['0x10'], baseFeePerBlobGas: ['0x10'] };
const simulated = { ...fields('gasUsed maxUsedGas status', 'returnData'), logs: [log] };

const SINGLE = `eth_baseFee eth_blobBaseFee eth_blockNumber eth_chainId eth_estimateGas eth_gasPrice
	eth_getBalance eth_getTransactionCount net_peerCount eth_getBlockTransactionCountByHash
	eth_getBlockTransactionCountByNumber eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber
	eth_maxPriorityFeePerGas`.split(/\s+/);

describe('convertQuantitiesToDecimals', () => {
	it.each([
		['0x38d7ea4c68000', '1000000000000000'],
		['0xde0b6b3a7640000', '1000000000000000000'],
		['0x0', '0'],
		[`0x${'f'.repeat(64)}`, (2n ** 256n - 1n).toString()],
	])('makes texts of small and large quantities alike: %s', (result, text) => {
		expect(convertQuantitiesToDecimals('eth_getBalance', result)).toBe(text);
	});

	it.each<[string, unknown]>([
		...SINGLE.map((method): [string, unknown] => [method, '0x10']),
		...['Hash', 'Number'].map((by): [string, unknown] => [`eth_getBlockBy${by}`, block]),
		...['FilterChanges', 'FilterLogs', 'Logs'].map((of): [string, unknown] => [
			`eth_get${of}`,
			[log],
		]),
		['eth_createAccessList', fields('gasUsed', 'accessList')],
		['eth_feeHistory', { ...fees, gasUsedRatio: [0.5], reward: [['0x10']] }],
		['eth_fillTransaction', { raw: '0x12', tx: transaction }],
		['eth_signTransaction', { raw: '0x12', tx: transaction }],
		['eth_getTransactionByHash', transaction],
		['eth_getTransactionByBlockHashAndIndex', transaction],
		['eth_getTransactionByBlockNumberAndIndex', transaction],
		['eth_getBlockReceipts', [receipt]],
		['eth_getTransactionReceipt', receipt],
		['eth_getUncleByBlockHashAndIndex', block],
		['eth_getUncleByBlockNumberAndIndex', block],
		[
			'eth_getProof',
			{ ...fields('balance nonce', 'codeHash'), storageProof: [fields('value', 'key')] },
		],
		['eth_simulateV1', [{ ...block, calls: [simulated] }]],
		['eth_syncing', fields('startingBlock currentBlock highestBlock')],
		['txpool_status', fields('pending queued')],
	])('converts the quantities in the result of %s, and nothing else', (method, result) => {
		const expected: unknown = JSON.parse(JSON.stringify(result).replaceAll('"0x10"', '"16"'));
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

describe('convertToUnits', () => {
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

	it.each<[string, unknown, string]>([
		['eth_call', '0x', 'was not one word of 32 bytes'],
		['eth_call', '0x12', 'was not one word of 32 bytes'],
		['eth_call', `${word(1n)}0`, 'was not one word of 32 bytes'],
		['eth_call', word(1n).replace('x', 'y'), 'was not one word of 32 bytes'],
		['eth_getBalance', null, 'was not one quantity'],
		['eth_getBalance', '0x', 'was not one quantity'],
		['eth_getBalance', {}, 'was not one quantity'],
		['eth_getBlockByNumber', { number: '0x1' }, 'is not one quantity'],
		['eth_getStorageAt', word(1n), 'is not one quantity'],
		['eth_chainID', '0x1', 'is not one quantity'],
		['eth_sendRawTransaction', '0x1', 'is not one quantity'],
	])('refuses %s with %j: it %s', (method, result, flaw) => {
		const { message, hint } = problemOf(() => convertToUnits(method, result, 18));
		expect(message).toBe(`'Decimals' is set, but the result of ${method} ${flaw}`);
		expect(hint).toContain("Remove 'Decimals'");
	});
});

describe('parseHexQuantity', () => {
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
		undefined,
		null,
		5,
		'',
		'0x',
		'ff',
		'0xg',
		'255',
		'-0x1',
		'0x1 ',
		['0x1'],
		`0x1${'0'.repeat(64)}`,
	])('reads none from %j', (value) => {
		expect(parseHexQuantity(value)).toBeUndefined();
	});
});

describe('toExactNumber', () => {
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

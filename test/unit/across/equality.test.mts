import { describe, expect, it } from 'vitest';

import { findDifferences, isEqual } from '../../../nodes/shared/across/equality';
import { findShape } from '../../../nodes/shared/across/ethereumObjects';

describe('results are the same', () => {
	it.each<[unknown, unknown]>([
		['0xAb', '0xab'],
		['0X1', '0x1'],
		[
			{ a: 1, b: [{ c: '0xA' }] },
			{ b: [{ c: '0xa' }], a: 1 },
		],
		[{ '0xAB': 1 }, { '0xab': 1 }],
		[null, null],
		[null, undefined],
		[{ a: null }, {}],
		[{ a: null, b: 1 }, { b: 1 }],
	])('%j and %j', (a, b) => {
		expect(findDifferences(a, b)).toEqual([]);
		expect(findDifferences(b, a)).toEqual([]);
	});

	it.each<[string, unknown, unknown]>([
		['eth_getBlockByNumber', { number: '0x1', totalDifficulty: '0x0' }, { number: '0x1' }],
		['eth_getBlockByNumber', { number: '0x1', author: '0x0' }, { number: '0x1', size0: 1 }],
		['eth_getLogs', [{ data: '0x', blockTimestamp: '0x5' }], [{ data: '0x' }]],
		[
			'eth_getBlockReceipts',
			[{ logs: [{ data: '0x', type: 'mined' }] }],
			[{ logs: [{ data: '0x' }] }],
		],
		[
			'eth_getBlockByHash',
			{ transactions: [{ hash: '0x1', raw: '0x' }] },
			{ transactions: [{ hash: '0x1' }] },
		],
	])('of %s: %j and %j', (method, a, b) => {
		expect(isEqual(a, b, findShape(method))).toBe(true);
		expect(isEqual(b, a, findShape(method))).toBe(true);
	});
});

describe('results differ', () => {
	it.each<[unknown, unknown]>([
		['0x1', '0x01'],
		['0x1', 1],
		['Ab', 'ab'],
		['1', 1],
		[null, {}],
		[null, '0x'],
		[[], {}],
		[
			[1, 2],
			[2, 1],
		],
		[[1], [1, 2]],
		[{ timestamp: '0x1' }, {}],
		[{ a: {} }, {}],
		[{ author: '0x0', number: '0x1' }, { number: '0x1' }],
	])('%j and %j', (a, b) => {
		expect(isEqual(a, b)).toBe(false);
		expect(isEqual(b, a)).toBe(false);
	});

	it.each<[string, unknown, unknown]>([
		['eth_getTransactionReceipt', { status: '0x1', to: '0x2' }, { to: '0x2' }],
		['eth_getTransactionReceipt', { timeboosted: true }, {}],
		[
			'eth_getTransactionReceipt',
			{ to: '0x1', timeboosted: true },
			{ to: '0x1', timeboosted: false },
		],
		['eth_getBlockByNumber', { number: '0x1', timestamp: '0x1' }, null],
	])('of %s: %j and %j', (method, a, b) => {
		expect(isEqual(a, b, findShape(method))).toBe(false);
		expect(isEqual(b, a, findShape(method))).toBe(false);
	});
});

it('names the members that differ, and what they hold', () => {
	const a = { status: '0x1', logs: [{ data: '0x' }], extra: 1 };
	const b = { status: '0x0', logs: [{ data: '0x1' }], gasUsed: '0x1' };
	expect(findDifferences(a, b, findShape('eth_getTransactionReceipt'))).toEqual([
		{ path: ['status'], values: ['0x1', '0x0'] },
		{ path: ['logs', '0', 'data'], values: ['0x', '0x1'] },
		{ path: ['gasUsed'], values: [undefined, '0x1'] },
	]);
	expect(findDifferences(a, b, undefined, 2)).toHaveLength(2);
	expect(findDifferences('a', 'b')).toEqual([{ path: [], values: ['a', 'b'] }]);
});

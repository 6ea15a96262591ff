import { describe, expect, it } from 'vitest';

import { exactNumber, hexQuantity, quantitiesToNumbers } from '../../../nodes/shared/jsonRpc/hex';

describe('hexQuantity', () => {
	it.each([
		['0x0', 0n],
		['0xff', 255n],
		['0xFF', 255n],
		['0x20000000000001', 9_007_199_254_740_993n],
		[`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
	])('reads %s', (text, expected) => {
		expect(hexQuantity(text)).toBe(expected);
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
		expect(hexQuantity(value)).toBeUndefined();
	});
});

describe('exactNumber', () => {
	it('is a number as long as that is exact, otherwise a string', () => {
		expect(exactNumber(0n)).toBe(0);
		expect(exactNumber(2n ** 53n - 1n)).toBe(2 ** 53 - 1);
		expect(exactNumber(2n ** 53n)).toBe('9007199254740992');
		expect(exactNumber(-5n)).toBe(-5);
		expect(exactNumber(-(2n ** 53n))).toBe('-9007199254740992');
	});
});

describe('quantitiesToNumbers', () => {
	it('converts quantities at any depth', () => {
		expect(quantitiesToNumbers('0x10')).toBe(16);
		expect(quantitiesToNumbers('0xA')).toBe(10);
		expect(quantitiesToNumbers(`0x${'1'.repeat(39)}`)).toMatch(/^\d{46}$/);
		expect(
			quantitiesToNumbers({
				number: '0x10',
				list: [{ gasUsed: '0x5208' }],
				big: '0xde0b6b3a7640000',
			}),
		).toEqual({
			number: 16,
			list: [{ gasUsed: 21_000 }],
			big: '1000000000000000000',
		});
	});

	it.each([
		'0x',
		'0x00',
		'0x0123',
		`0x1${'0'.repeat(39)}`,
		'0x1g',
		'x0x1',
		'0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
		`0x${'a'.repeat(64)}`,
		'text',
		5,
		true,
		null,
	])('leaves %j unchanged', (value) => {
		expect(quantitiesToNumbers(value)).toBe(value);
	});

	it('leaves bytes unchanged even when they look like a quantity', () => {
		const value = {
			input: '0x1',
			output: '0x20',
			init: '0x60',
			data: '0x12',
			blockHash: '0xabc',
			stateRoot: '0x1',
			to: '0x1',
			code: '0x60',
			extraData: '0x1',
			logsBloom: '0x1',
			nonce: '0x1',
			mixHash: '0x1',
			hash: '0x1',
			r: '0x1',
			s: '0x1',
			from: '0x1',
			address: '0x1',
			topics: ['0x1'],
		};
		expect(quantitiesToNumbers(value)).toEqual(value);
	});

	it.each(['inputs', 'calldata', 'codeSize', 'timestamp', 'v', 'hashes', 'rootIndex', 'hash-rate'])(
		'converts a field whose name only resembles those of bytes: %s',
		(name) => {
			expect(quantitiesToNumbers({ [name]: '0x10' })).toEqual({ [name]: 16 });
		},
	);
});

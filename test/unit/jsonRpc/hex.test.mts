import { describe, expect, it } from 'vitest';

import { toExactNumber, parseHexQuantity } from '../../../nodes/shared/jsonRpc/quantities';

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

import { describe, expect, it } from 'vitest';

import { toComparable } from '../../../nodes/shared/across/comparable';

describe('results are the same', () => {
	it.each<[unknown, unknown]>([
		['0xAb', '0xab'],
		['0X1', '0x1'],
		[
			{ a: 1, b: [{ c: '0xA' }] },
			{ b: [{ c: '0xa' }], a: 1 },
		],
		[{ number: '0x1', totalDifficulty: '0x0' }, { number: '0x1' }],
		[{ logs: [{ data: '0x', blockTimestamp: '0x5' }] }, { logs: [{ data: '0x' }] }],
		[{ '0xAB': 1 }, { '0xab': 1 }],
		[
			{ 2: 'b', 1: 'a' },
			{ 1: 'a', 2: 'b' },
		],
		[null, null],
	])('%j and %j', (a, b) => {
		expect(toComparable(a)).toBe(toComparable(b));
	});
});

describe('results differ', () => {
	it.each<[unknown, unknown]>([
		['0x1', '0x01'],
		['0x1', 1],
		['Ab', 'ab'],
		['1', 1],
		[null, undefined],
		[[], {}],
		[
			[1, 2],
			[2, 1],
		],
		[{ a: null }, {}],
		[{ members: [] }, []],
		[{ timestamp: '0x1' }, {}],
	])('%j and %j', (a, b) => {
		expect(toComparable(a)).not.toBe(toComparable(b));
	});
});

import { describe, expect, it } from 'vitest';

import { ProbeError } from '../../../nodes/shared/families/family';
import { at, subtract, read, waitForAll } from '../../../nodes/shared/families/readFields';

const TEN = Date.UTC(2026, 10, 20, 10, 0, 1);
const LONG = '9'.repeat(100);

describe.each<[string, (value: unknown) => unknown, Array<[unknown, unknown]>, unknown[]]>([
	[
		'integer',
		read.integer,
		[
			[0, 0n],
			[-7, -7n],
			[2 ** 53 - 1, 9_007_199_254_740_991n],
			['7', 7n],
			['-7', -7n],
			['007', 7n],
			['0x1F', 31n],
			['0X1f', 31n],
			['18446744073709551615', 18_446_744_073_709_551_615n],
			[LONG, 10n ** 100n - 1n],
		],
		[
			1.5,
			2 ** 53,
			NaN,
			'',
			' 7',
			'7 ',
			'+7',
			'1.5',
			'x7',
			'7x',
			'0x',
			'-0x7',
			'0xg',
			`${LONG}9`,
			['7'],
			true,
			null,
			undefined,
			{},
		],
	],
	[
		'time in seconds',
		(value) => read.time(value, 0.001),
		[
			[1, 1000],
			['0x1', 1000],
			['1795168801', 1_795_168_801_000],
		],
		[0, '2026-11-20', '', null, undefined],
	],
	[
		'time in milliseconds',
		(value) => read.time(value, 1),
		[
			[1, 1],
			[8_640_000_000_000_000, 8_640_000_000_000_000],
		],
		[0, -1, 8_640_000_000_000_001, LONG],
	],
	[
		'time in microseconds',
		(value) => read.time(value, 1000),
		[
			[1999, 1],
			['1795168801123456', 1_795_168_801_123],
		],
		[999],
	],
	[
		'date',
		read.date,
		[
			['2026-11-20T10:00:01Z', TEN],
			['2026-11-20T10:00:01.987Z', TEN + 987],
			['2026-11-20T10:00:01.987654321Z', TEN + 987],
			['2026-11-20T10:00:01.987654321987Z', TEN + 987],
			['2026-11-20T12:00:01.9876+02:00', TEN + 987],
		],
		['', 'now', 1_795_168_801_123, null, undefined, {}],
	],
	['text', read.text, [[' ', ' ']], ['', 7, 0, true, null, undefined, ['a'], {}]],
	[
		'count',
		read.count,
		[
			[0, 0],
			[50, 50],
			['0x19', 25],
			['7', 7],
			['9007199254740991', 9_007_199_254_740_991],
		],
		[-1, '-1', 1.5, '', 'many', null, undefined, {}, '0xffffffffffffffff', 2 ** 53],
	],
])('a field that holds a %s', (_, readField, readable, others) => {
	it.each([...readable, ...others.map((value) => [value, undefined])])(
		'is read from %j as %s',
		(value, expected) => {
			expect(readField(value)).toBe(expected);
		},
	);
});

it('follows names to a field', () => {
	expect(at({ a: { b: [7] } }, 'a', 'b')).toEqual([7]);
	const others = [undefined, null, 7, 'text', [{ a: 1 }], { a: null }, { a: ['b'] }, { b: {} }];
	for (const other of others) expect(at(other, 'a', 'b')).toBeUndefined();
});

it.each([
	[3n, 5n, 2n],
	[5n, 5n, 0n],
	[5n, 3n, 0n],
	[undefined, 5n, undefined],
	[3n, undefined, undefined],
	[undefined, undefined, undefined],
])('the distance from %s to %s is %s', (from, to, expected) => {
	expect(subtract(from, to)).toBe(expected);
});

describe('together', () => {
	it('returns the answers in their order', async () => {
		expect(await waitForAll([Promise.resolve(1), undefined, 'two'])).toEqual([1, undefined, 'two']);
	});

	it('throws the first fault in the order of the questions, once all have ended', async () => {
		const ended: string[] = [];
		const asked = async (name: string, turns: number): Promise<never> => {
			for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
			ended.push(name);
			throw limited(name);
		};
		const questions = waitForAll([
			undefined,
			asked('slow', 20),
			asked('fast', 1),
			asked('last', 40),
		]);
		await expect(questions).rejects.toThrow('slow');
		expect(ended).toEqual(['fast', 'slow', 'last']);
	});
});

function limited(reason: string): ProbeError {
	return new ProbeError({ kind: 'rateLimited', reason, quota: false });
}

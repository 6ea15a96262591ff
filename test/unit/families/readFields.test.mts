import { describe, expect, it } from 'vitest';

import { ProbeError } from '../../../nodes/shared/families/family';
import {
	at,
	distance,
	ifAnswered,
	ifServed,
	read,
	together,
	unusable,
} from '../../../nodes/shared/families/readFields';
import type { FaultAnswer } from '../../../nodes/shared/jsonRpc/fault';

describe('read.integer', () => {
	it.each<[unknown, bigint]>([
		[0, 0n],
		[-7, -7n],
		[2 ** 53 - 1, 9_007_199_254_740_991n],
		['7', 7n],
		['-7', -7n],
		['007', 7n],
		['0x1F', 31n],
		['0X1f', 31n],
		['18446744073709551615', 18_446_744_073_709_551_615n],
		['9'.repeat(100), 10n ** 100n - 1n],
	])('reads %j', (value, integer) => {
		expect(read.integer(value)).toBe(integer);
	});

	it.each([
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
		'9'.repeat(101),
		['7'],
		true,
		null,
		undefined,
		{},
	])('reads none from %j', (value) => {
		expect(read.integer(value)).toBeUndefined();
	});
});

describe('read.time', () => {
	it.each<[unknown, number, number]>([
		[1, 0.001, 1000],
		['0x1', 0.001, 1000],
		['1795168801', 0.001, 1_795_168_801_000],
		[1, 1, 1],
		[1999, 1000, 1],
		['1795168801123456', 1000, 1_795_168_801_123],
		[8_640_000_000_000_000, 1, 8_640_000_000_000_000],
	])('reads %j with %d units per millisecond', (value, perMs, time) => {
		expect(read.time(value, perMs)).toBe(time);
	});

	it.each<[unknown, number]>([
		[0, 1],
		[-1, 1],
		[999, 1000],
		[8_640_000_000_000_001, 1],
		['9'.repeat(100), 1],
		['2026-11-20', 1],
		['', 1],
		[null, 1],
		[undefined, 1],
	])('reads none from %j with %d units per millisecond', (value, perMs) => {
		expect(read.time(value, perMs)).toBeUndefined();
	});
});

describe('read.date', () => {
	it.each([
		['2026-11-20T10:00:01Z', Date.UTC(2026, 10, 20, 10, 0, 1)],
		['2026-11-20T10:00:01.987Z', Date.UTC(2026, 10, 20, 10, 0, 1, 987)],
		['2026-11-20T10:00:01.987654321Z', Date.UTC(2026, 10, 20, 10, 0, 1, 987)],
		['2026-11-20T10:00:01.987654321987Z', Date.UTC(2026, 10, 20, 10, 0, 1, 987)],
		['2026-11-20T12:00:01.9876+02:00', Date.UTC(2026, 10, 20, 10, 0, 1, 987)],
	])('reads %s', (value, time) => {
		expect(read.date(value)).toBe(time);
	});

	it.each(['', 'now', 1_795_168_801_123, null, undefined, {}])('reads none from %j', (value) => {
		expect(read.date(value)).toBeUndefined();
	});
});

describe('read.text', () => {
	it('reads a text', () => {
		expect(read.text(' ')).toBe(' ');
	});

	it.each(['', 7, 0, true, null, undefined, ['a'], {}])('reads none from %j', (value) => {
		expect(read.text(value)).toBeUndefined();
	});
});

describe('read.count', () => {
	it.each<[unknown, number]>([
		[0, 0],
		[50, 50],
		['0x19', 25],
		['7', 7],
		['9007199254740991', 9_007_199_254_740_991],
	])('reads %j', (value, count) => {
		expect(read.count(value)).toBe(count);
	});

	it.each([-1, '-1', 1.5, '', 'many', null, undefined, {}, '0xffffffffffffffff', 2 ** 53])(
		'reads none from %j',
		(value) => {
			expect(read.count(value)).toBeUndefined();
		},
	);
});

describe('at', () => {
	it('follows names', () => {
		expect(at({ a: { b: [7] } }, 'a', 'b')).toEqual([7]);
	});

	it.each([undefined, null, 7, 'text', [{ a: 1 }], { a: null }, { a: ['b'] }, { b: {} }])(
		'finds nothing in %j',
		(value) => {
			expect(at(value, 'a', 'b')).toBeUndefined();
		},
	);
});

describe('read.object', () => {
	it('returns an object', () => {
		const value = { a: 1 };
		expect(read.object(value, 'block')).toBe(value);
	});

	it.each([
		[undefined, null],
		[null, null],
		[[], []],
		['text', 'text'],
		[0, 0],
	])('rejects %j and keeps %j', (value, result) => {
		expect(thrownBy(() => read.object(value, "'last'"))).toMatchObject({
			answer: { kind: 'invalidResponse', reason: "the response has no 'last'" },
			result,
		});
	});
});

describe('unusable', () => {
	it.each([
		[{ a: 1 }, { a: 1 }],
		['', ''],
		[0, 0],
		[7, 7],
		[undefined, null],
	])('explains a fault of an answer and keeps %j as %j', (value, result) => {
		const fault = unusable('no head', value);
		expect(fault).toBeInstanceOf(ProbeError);
		expect(fault).toMatchObject({ answer: { kind: 'invalidResponse', reason: 'no head' }, result });
	});
});

describe('distance', () => {
	it.each([
		[3n, 5n, 2n],
		[5n, 5n, 0n],
		[5n, 3n, 0n],
		[undefined, 5n, undefined],
		[3n, undefined, undefined],
		[undefined, undefined, undefined],
	])('from %s to %s is %s', (from, to, expected) => {
		expect(distance(from, to)).toBe(expected);
	});
});

describe('together', () => {
	it('returns the answers in their order', async () => {
		expect(await together([Promise.resolve(1), undefined, 'two'])).toEqual([1, undefined, 'two']);
	});

	it('throws the first fault in the order of the questions, once all have ended', async () => {
		const ended: string[] = [];
		const asked = async (name: string, turns: number): Promise<never> => {
			for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
			ended.push(name);
			throw limited(name);
		};
		const questions = together([undefined, asked('slow', 20), asked('fast', 1), asked('last', 40)]);
		await expect(questions).rejects.toThrow('slow');
		expect(ended).toEqual(['fast', 'slow', 'last']);
	});
});

describe.each([
	['ifServed', ifServed],
	['ifAnswered', ifAnswered],
])('%s', (_, optional) => {
	it('returns an answer', async () => {
		expect(await optional(Promise.resolve(7))).toBe(7);
	});

	it.each<FaultAnswer>([
		{ kind: 'rpcError', message: 'no such method' },
		{ kind: 'unauthorized', reason: 'not on this plan' },
		{ kind: 'unreachable', reason: 'status 502' },
		{ kind: 'invalidResponse', reason: 'status 404' },
	])('returns nothing for %j', async (answer) => {
		expect(await optional(Promise.reject(new ProbeError(answer)))).toBeUndefined();
	});

	it('throws what is no answer', async () => {
		await expect(optional(Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
	});
});

it('throws the rate limit of what decides', async () => {
	await expect(ifServed(Promise.reject(limited('RPS limit')))).rejects.toThrow('RPS limit');
});

it('takes a rate limit of further facts as no answer', async () => {
	expect(await ifAnswered(Promise.reject(limited('RPS limit')))).toBeUndefined();
});

function limited(reason: string): ProbeError {
	return new ProbeError({ kind: 'rateLimited', reason, quota: false });
}

function thrownBy(work: () => unknown): unknown {
	try {
		work();
	} catch (error) {
		return error;
	}
	throw new Error('nothing was thrown');
}

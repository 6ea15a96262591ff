import { describe, expect, it } from 'vitest';

import { isRecord, isTooDeep, omit, parseOrUndefined, pick } from '../../../nodes/shared/text/json';

describe('isRecord', () => {
	it.each([{}, { a: 1 }, Object.create(null) as object])('accepts %j', (value) => {
		expect(isRecord(value)).toBe(true);
	});

	it.each([null, undefined, [], [{}], 'x', '{}', 0, true, () => ({})])('rejects %j', (value) => {
		expect(isRecord(value)).toBe(false);
	});
});

describe('parseOrUndefined', () => {
	it.each(['{}', '[1]', '"x"', '0', 'null', 'false', ' {"a":1}\n'])('parses %j', (text) => {
		expect(parseOrUndefined(text)).toEqual(JSON.parse(text));
	});

	it.each(['', ' ', '{', '<html>', 'undefined', '{"a":1} x', "{'a':1}"])(
		'finds no JSON in %j',
		(text) => {
			expect(parseOrUndefined(text)).toBeUndefined();
		},
	);
});

describe('isTooDeep', () => {
	const nested = (depth: number, inside = '1'): string =>
		'['.repeat(depth) + inside + ']'.repeat(depth);

	it.each([
		['lists', nested(1000), nested(1001)],
		['objects', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`, `${'{"a":'.repeat(1001)}1`],
		['both', `${'[{"a":'.repeat(500)}1`, `${'[{"a":'.repeat(501)}1`],
	])('is true for more than a thousand levels of nesting: %s', (_, deep, tooDeep) => {
		expect(isTooDeep(deep)).toBe(false);
		expect(isTooDeep(tooDeep)).toBe(true);
	});

	it.each([
		['in strings', JSON.stringify('['.repeat(5000))],
		['after quotes in strings', JSON.stringify(`\\"${'['.repeat(5000)}`)],
		['that were closed', `[${'[],'.repeat(5000)}1]`],
	])('does not count brackets %s', (_, text) => {
		expect(isTooDeep(text)).toBe(false);
		expect(parseOrUndefined(text)).toEqual(JSON.parse(text));
	});

	it('keeps such a text from being parsed, and from crashing the process', () => {
		expect(parseOrUndefined(nested(1000))).toBeDefined();
		expect(parseOrUndefined(nested(1_000_000))).toBeUndefined();
	});
});

it('leaves out properties without changing the object', () => {
	const object: { kept: number; gone?: string } = { kept: 1, gone: 'a' };
	expect([omit(object, 'gone'), object]).toEqual([{ kept: 1 }, { kept: 1, gone: 'a' }]);
});

it('pick takes the fields that exist, in the given order', () => {
	const picked = pick({ a: 1, b: null, c: 3 }, 'c', 'x', 'b');
	expect(Object.entries(picked)).toEqual([
		['c', 3],
		['b', null],
	]);
});

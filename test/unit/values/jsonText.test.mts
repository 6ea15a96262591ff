// Gives integers of any size their text in JSON, as in every n8n.
import 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { checkJsonField } from '../../../nodes/shared/values/jsonText';
import { FORBIDDEN_WORDS, problemOf } from '../fixtures/problems.mts';
import { measureProcessorMs } from '../fixtures/processorTime.mts';

afterEach(() => {
	vi.restoreAllMocks();
});

/** Text, what the message says was found, line, column, position. */
const MALFORMED: Array<[string, string, number, number, number]> = [
	['{"a": 1,}', '"}"', 1, 9, 8],
	["{'a': 1}", '"\'"', 1, 2, 1],
	['{"a" 1}', '"1"', 1, 6, 5],
	['{"a": 1 "b": 2}', '"\\""', 1, 9, 8],
	['{"a": nulx}', '"x"', 1, 10, 9],
	['{"a": undefined}', '"u"', 1, 7, 6],
	['undefined', '"u"', 1, 1, 0],
	['[object Object]', '"o"', 1, 2, 1],
	['{"a": 01}', '"1"', 1, 8, 7],
	['{"a": +1}', '"+"', 1, 7, 6],
	['{"a": .5}', '"."', 1, 7, 6],
	['{"a": 1.}', '"}"', 1, 9, 8],
	['{"a": 1e}', '"}"', 1, 9, 8],
	['{"a": "x\\q"}', '"q"', 1, 10, 9],
	['{"a": "\\u12g4"}', '"g"', 1, 12, 11],
	['{"a": "x\ny"}', '"\\n"', 1, 9, 8],
	['{\n\t"a": 1,\n\t"b": tru\n}', '"\\n"', 3, 10, 20],
	['{\n\t"a": 1\n\t"b": 2\n}', '"\\""', 3, 2, 11],
	['{"a": 1} x', '"x"', 1, 10, 9],
	['{"a": 1}}', '"}"', 1, 9, 8],
	['[1, 2,]', '"]"', 1, 7, 6],
	['NaN', '"N"', 1, 1, 0],
	['// hi', '"/"', 1, 1, 0],
];

const UNFINISHED: Array<[string, number, number]> = [
	['{', 1, 2],
	['{"a', 1, 4],
	['{"a"', 1, 5],
	['{"a":', 1, 6],
	['{"a": 1', 1, 8],
	['{"a": 1,', 1, 9],
	['{"a": tru', 1, 10],
	['{"a": "x\\', 1, 10],
	['{"a": "\\u12', 1, 12],
	['{"a": -', 1, 8],
	['{"a": 1.', 1, 9],
	['[1,\n[2', 2, 3],
];

describe('the text of a JSON field', () => {
	it.each(MALFORMED)('finds what is wrong in %j', (text, found, line, column, position) => {
		const { message, hint } = problemOf(() => checkJsonField(text, 'Configuration (JSON)'));
		expect(message).toBe(
			`'Configuration (JSON)' is not valid JSON: unexpected ${found} at line ${line}, column ${column} (position ${position})`,
		);
		expect(hint).toContain("'Configuration (JSON)'");
		expect(message).not.toMatch(FORBIDDEN_WORDS);
	});

	it.each(UNFINISHED)('finds that %j ends too early', (text, line, column) => {
		const { message } = problemOf(() => checkJsonField(text, 'Details'));
		expect(message).toBe(
			`'Details' is not valid JSON: the text ends too early at line ${line}, column ${column} (position ${text.length})`,
		);
	});

	it.each(['', ' (line 1 column 7)'])(
		'does not depend on how the engine phrases the position: %j',
		(suffix) => {
			const parse = JSON.parse;
			vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
				try {
					return parse(text) as unknown;
				} catch (error) {
					const { message } = error as SyntaxError;
					throw new SyntaxError(message.replace(/( at position \d+).*$/, `$1${suffix}`));
				}
			});
			for (const [text, , , , position] of MALFORMED) {
				const { message } = problemOf(() => checkJsonField(text, 'X'));
				expect(message).toContain(`(position ${position})`);
			}
			for (const [text] of UNFINISHED) {
				const { message } = problemOf(() => checkJsonField(text, 'X'));
				expect(message).toContain('ends too early');
			}
		},
	);

	it('does not send a number rounded', () => {
		const { message, hint } = problemOf(() =>
			checkJsonField('{"a": [1, 12345678901234567891]}', 'Params'),
		);
		expect(message).toBe(
			"'Params' contains the number 12345678901234567891, which would be sent rounded: 12345678901234567000",
		);
		expect(hint).toContain('double quotes');
		const exact = { a: ['12345678901234567891', 9007199254740991] };
		expect(checkJsonField(JSON.stringify(exact), 'Params')).toEqual(exact);
	});

	it('finds a position far inside a long text quickly', () => {
		const text = `[${'{"a": [1, 2, 3]},\n'.repeat(20_000)}oops]`;
		const spentMs = measureProcessorMs();
		const { message } = problemOf(() => checkJsonField(text, 'Details'));
		expect(message).toContain('"o" at line 20001, column 1');
		expect(spentMs()).toBeLessThan(2000);
	});
});

describe('a JSON object', () => {
	it.each<[unknown, unknown]>([
		[undefined, undefined],
		[null, undefined],
		['', undefined],
		['  \n ', undefined],
		['{}', {}],
		['null', undefined],
		['{"archive": true}', { archive: true }],
		[{ archive: true }, { archive: true }],
		[{}, {}],
		[{ at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
		[{ at: { toJSON: () => '2026-11-20', c: {} } }, { at: '2026-11-20' }],
		[{ a: [1n] }, { a: ['1'] }],
	])('reads %j as %j', (value, expected) => {
		expect(checkJsonField(value, 'Details')).toEqual(expected);
	});

	it.each([
		['[]', 'an array'],
		[[{ a: 1 }], 'an array'],
		['"x"', 'a string'],
		['5', 'a number'],
		[5, 'a number'],
		[true, 'a boolean'],
		['false', 'a boolean'],
		[new Date(0), 'a string'],
		[new Map([['archive', true]]), 'contains a Map'],
		[{ a: new Set([1]) }, 'contains a Set at a'],
		[{ a: /x/ }, 'contains a RegExp at a'],
		[{ a: new Uint8Array(2) }, 'contains a Uint8Array at a'],
	])('refuses %s', (value, found) => {
		const problem = problemOf(() => checkJsonField(value, 'Details'));
		expect(problem.message).toContain("'Details'");
		expect(problem.message).toContain(found);
		expect(problem.hint).toBeTruthy();
	});

	it('keeps a key named __proto__ from changing anything else', () => {
		const read = checkJsonField('{"__proto__": {"polluted": true}}', 'Details');
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
		expect(Object.keys(read ?? {})).toEqual(['__proto__']);
	});
});

describe('a JSON list', () => {
	it.each([undefined, null, '', ' ', 'null'])('is empty where nothing is given: %j', (value) => {
		expect(checkJsonField(value, 'Parameters', true)).toEqual([]);
	});

	it.each([5, '5', true])('is refused with an example: %j', (value) => {
		const { message, hint } = problemOf(() => checkJsonField(value, 'Parameters', true));
		expect(message).toBe("'Parameters' must be a JSON array");
		expect(hint).toContain('["latest", false]');
	});
});

describe('a list from an expression', () => {
	it.each<[string, unknown]>([
		['lacks a value at [0]', [undefined, 'latest']],
		['lacks a value at [1]', Object.assign(['0x'], { 2: 'latest' })],
		['lacks a value at network', { archive: true, network: undefined }],
		['lacks a value at [0].to', [{ data: '0x', to: undefined }]],
		['lacks a value at a.b[2].c', { a: { b: [1, 2, { c: () => 1 }] } }],
		['lacks a value at a', { a: Symbol('x') }],
		['contains NaN at [0]', [Number('x')]],
		['contains Infinity at a', { a: Infinity }],
	])('says what %s', (found, value) => {
		const { message, hint } = problemOf(() => checkJsonField(value, 'Params (JSON)', true));
		expect(message).toBe(`'Params (JSON)' ${found}`);
		expect(hint).toContain("Correct the expression in 'Params (JSON)'");
	});

	it.each<[unknown]>([
		[[null, 0, -1.5, '', false, [], {}]],
		[{ a: { b: [null] } }],
		[{ at: new Date(0) }],
		[{ at: { toJSON: () => 'text', inside: undefined } }],
	])('finds nothing missing in %j', (value) => {
		expect(() => checkJsonField(value, 'Params (JSON)', true)).not.toThrow();
	});

	it('ends with what contains itself', () => {
		const list: unknown[] = [];
		list.push(list);
		const problem = problemOf(() => checkJsonField(list, 'Params (JSON)', true));
		expect(problem.message).toBe("'Params (JSON)' holds a value that cannot be written as JSON");
		expect(problem.hint).toContain('refers to itself');
	});
});

it('an object from an expression has to be complete too', () => {
	const { message } = problemOf(() => checkJsonField({ a: undefined }, 'X'));
	expect(message).toBe("'X' lacks a value at a");
});

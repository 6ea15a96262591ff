import { describe, expect, it } from 'vitest';

import { checkComplete, checkJsonField } from '../../../nodes/shared/values/jsonText';
import { problemOf } from '../fixtures/problems.mts';

const jsonObjectField = (value: unknown, field: string): unknown => checkJsonField(value, field);
const jsonParamsField = (value: unknown, field: string): unknown =>
	checkJsonField(value, field, true);

describe('checkComplete', () => {
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
		const { message, hint } = problemOf(() => checkComplete(value, 'Params (JSON)'));
		expect(message).toBe(`'Params (JSON)' ${found}`);
		expect(hint).toContain("Correct the expression in 'Params (JSON)'");
	});

	it.each<[unknown]>([
		[[null, 0, -1.5, '', false, [], {}]],
		[{ a: { b: [null] } }],
		[{ at: new Date(0) }],
		[{ at: { toJSON: () => 'text', inside: undefined } }],
	])('finds nothing missing in %j', (value) => {
		expect(() => checkComplete(value, 'Params (JSON)')).not.toThrow();
	});

	it('ends with what contains itself', () => {
		const list: unknown[] = [];
		list.push(list);
		expect(() => checkComplete(list, 'Params (JSON)')).toThrow('circular');
	});
});

it.each([jsonParamsField, jsonObjectField])('is applied to values of expressions by %o', (read) => {
	expect(problemOf(() => read({ a: undefined }, 'X')).message).toBe("'X' lacks a value at a");
});

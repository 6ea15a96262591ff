import { describe, expect, it } from 'vitest';

import {
	parseList,
	removeInvisible,
	safeDecode,
	trimEnd,
} from '../../../nodes/shared/text/strings';
import { measureProcessorMs } from '../fixtures/processorTime.mts';

it.each([
	['a%2Fb%C3%B6', 'a/bö'],
	['100%', '100%'],
	['%E4', '%E4'],
	['', ''],
])('decodes %j to %j', (text, expected) => {
	expect(safeDecode(text)).toBe(expected);
});

it.each([
	['a b', 'a b'],
	['\uFEFFa\u200Bb\u200Cc\u200Dd\u2060', 'abcd'],
	['a\u00A0b\n', 'a\u00A0b\n'],
	['', ''],
])('removes only what is invisible and takes no room from %j', (text, visible) => {
	expect(removeInvisible(text)).toBe(visible);
});

it.each([
	['a, b;c\nd', ['a', 'b', 'c', 'd']],
	['  a\r\n\n\tb  ,', ['a', 'b']],
	['["a", "b"]', ['a', 'b']],
	["[\n 'a',\n 'b'\n]", ['a', 'b']],
	['[50, 80]', ['50', '80']],
	['"a"', ['a']],
	['\u200Ba\u00A0b\uFEFF', ['a', 'b']],
	['[::1]:8545 https://[::1]', ['[::1]:8545', 'https://[::1]']],
	['', []],
	[' ,\n', []],
	['[]', []],
])('reads the entries of %j', (text, entries) => {
	expect(parseList(text)).toEqual(entries);
});

describe('trimEnd', () => {
	it.each([
		['', ''],
		['/', ''],
		['a', 'a'],
		['a/', 'a'],
		['a///', 'a'],
		['/a/b//', '/a/b'],
		['a/ ', 'a/ '],
	])('turns %j into %j', (text, expected) => {
		expect(trimEnd(text, '/')).toBe(expected);
	});

	it('does not take longer for a text that is designed to take long', () => {
		const spentMs = measureProcessorMs();
		expect(trimEnd(`${'/'.repeat(500_000)}x`, '/')).toHaveLength(500_001);
		expect(trimEnd('/'.repeat(500_000), '/')).toBe('');
		expect(spentMs()).toBeLessThan(1000);
	});
});

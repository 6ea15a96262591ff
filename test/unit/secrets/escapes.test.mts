import { describe, expect, it } from 'vitest';

import {
	mayHideWords,
	mayHoldEscapes,
	outermostLayer,
	possibleLayers,
	sourcesOf,
	unescaped,
} from '../../../nodes/shared/secrets/escapes';

describe('an escape', () => {
	it.each([
		['%41', 'A'],
		['%2f', '/'],
		['%7F', '\x7f'],
		['%C3%BC', 'ü'],
		['%e6%bc%a2', '漢'],
		['%F0%9F%8C%8D', '🌍'],
		['%u00e9', 'é'],
		['%U00E9', 'é'],
		['\\u0041', 'A'],
		['\\X41', 'A'],
		['\\"', '"'],
		["\\'", "'"],
		['\\\\', '\\'],
		['\\/', '/'],
		['\\b', '\b'],
		['\\f', '\f'],
		['\\N', '\n'],
		['\\r', '\r'],
		['\\t', '\t'],
		['&#65;', 'A'],
		['&#0000065;', 'A'],
		['&#x41;', 'A'],
		['&#X000041;', 'A'],
		['&#x10FFFF;', '\u{10FFFF}'],
		['&AMP;', '&'],
		['a\r\n\t b', 'ab'],
		['a\n%41', 'a%41'],
	])('%j decodes to %j', (text, expected) => {
		expect(unescaped(`<${text}>`)).toBe(`<${expected}>`);
	});

	it('of HTML may have a name', () => {
		const names =
			'amp apos ast bsol colon comma commat dollar equals excl grave gt hat lcub lowbar lpar lsqb lt num percnt period plus quest quot rcub rpar rsqb semi sol verbar';
		const text = names.replace(/\w+/g, '&$&;').replaceAll(' ', '');
		expect(unescaped(text)).toBe(`&'*\\:,@$=!\`>^{_([<#%.+?"})];/|`);
	});

	it.each([
		'%4',
		'%80',
		'%C3',
		'%C3/',
		'%ED%A0%80',
		'%f5%80%80%80',
		'%u004',
		'\\q',
		'\\u004',
		'\\x4',
		'&#00000065;',
		'&#x0000041;',
		'&#x110000;',
		'&#9999999;',
		'&foo;',
		'&amp',
		'&;',
	])('is not %j', (text) => {
		expect(unescaped(`<${text}>`)).toBe(`<${text}>`);
	});

	it.each(['%', '\\', '&', '\r', '\n'])('starts with %j', (text) => {
		expect(mayHoldEscapes(`a${text}b`)).toBe(true);
		expect(mayHoldEscapes('a+b #/"')).toBe(false);
	});
});

describe('letters, digits and other escapes', () => {
	it.each([
		...['%0a', '%0D', '%23', '%25', '%26', '%30', '%39', '%3b', '%41', '%6f', '%50', '%5c', '%7a'],
		...['%u0041', '\\\\', '\\n', '\\r', '\\u0041', '\\x41', '\\X7a'],
		...['&#65;', '&#390;', '&#x41;', '&amp;', '&PERCNT;', '&bsol;', '&num;', '&semi;'],
	])('may be encoded in %j', (text) => {
		expect(mayHideWords(`<${text}>`)).toBe(true);
	});

	it.each([
		...['%20', '%22', '%2f', '%3a', '%3d', '%5d', '%5f', '%7d', '%C3%BC', '%u2028', '%0b'],
		...['\\"', '\\t', '\\/', '\\u2028', '\\xe9'],
		...['&#39;', '&#34;', '&#x27;', '&#x22;', '&#x2F;', '&quot;', '&lt;', 'amp;', 'u0041'],
	])('are not encoded in %j', (text) => {
		expect(mayHideWords(`<${text}>`)).toBe(false);
	});
});

describe('a layer of escapes', () => {
	it.each([
		['x%2Fy\\u0041z', [0, 1], [0, 1]],
		['x%2Fy\\u0041z', [1, 2], [1, 4]],
		['x%2Fy\\u0041z', [2, 4], [4, 11]],
		['x%2Fy\\u0041z', [4, 5], [11, 12]],
		['x%2Fy\\u0041z', [0, 5], [0, 12]],
		['%F0%9F%8C%8D', [0, 1], [0, 12]],
		['%F0%9F%8C%8D', [1, 2], [0, 12]],
		['&foo;&lt;', [1, 2], [1, 2]],
		['&foo;&lt;', [5, 6], [5, 9]],
		['ab\n  cd', [1, 3], [1, 6]],
		['ab\n  cd', [2, 4], [5, 7]],
	] as const)('of %j leads from %j to %j', (text, stretch, source) => {
		expect(sourcesOf(text, outermostLayer(text))(stretch)).toEqual(source);
	});

	it.each([
		['%41', ['A']],
		['%5Cn', ['\\n']],
		['\\u0025&#52;1', ['%&#52;1', '\\u002541']],
		['%26amp;\\n', ['&amp;\\n', '%26amp;\n']],
		['a\r%41', ['a%41']],
		['plain', []],
	])('may be any of those in %j', (text, expected) => {
		expect(possibleLayers(text).map((layer) => unescaped(text, layer))).toEqual(expected);
	});
});

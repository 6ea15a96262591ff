import { describe, expect, it } from 'vitest';

import {
	cutExcerpts,
	excerpt,
	jsonExcerpt,
	endSentence,
	valueExcerpt,
} from '../../../nodes/shared/text/excerpt';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

describe('excerpt', () => {
	it.each(['', 'short', ' a b  '])('leaves %j unchanged except for spaces at the ends', (text) => {
		expect(excerpt(text)).toBe(text.trim());
	});

	it('cuts a long text between words', () => {
		expect(cutExcerpts(`It says: ${excerpt('one two three', 10)}.`)).toBe('It says: one two….');
		expect(cutExcerpts(excerpt('x'.repeat(99), 10))).toBe(`${'x'.repeat(10)}…`);
		expect(cutExcerpts(excerpt(`${'x'.repeat(9)}😀y`, 10))).toBe(`${'x'.repeat(9)}…`);
	});

	it('puts a text on one line', () => {
		expect(cutExcerpts(`(${excerpt(' a\r\n\tb   c ')})`)).toBe('(a b c)');
	});

	it('cuts several in one text, and nested ones by the limit of the outer one', () => {
		const text = `${excerpt('a'.repeat(9), 3)}, ${excerpt('b'.repeat(9), 4)}`;
		expect(cutExcerpts(text)).toBe('aaa…, bbbb…');
		expect(cutExcerpts(excerpt(`${excerpt('x '.repeat(9), 3)} y`, 40))).toContain(
			'x x x x x x x x x y',
		);
	});

	it.each(['\uFDD0', '\uFDD1', '\uFDD05 abcdefgh', '\uFDD0x abcdefgh\uFDD1', '\uFDD1\uFDD0'])(
		'tolerates a text that contains marks: %j',
		(text) => {
			expect(() => cutExcerpts(text)).not.toThrow();
			expect(cutExcerpts(`${excerpt(`${text} ${'y'.repeat(99)}`, 50)}`)).not.toMatch(
				/[\uFDD0\uFDD1]/,
			);
		},
	);

	it('is cut only after secrets are masked, wherever the cut falls', () => {
		const mask = new SecretMask(KEY);
		for (let at = 0; at < 600; at += 1) {
			const text = `${'word '.repeat(120).slice(0, at)}${KEY} ${'word '.repeat(120)}`;
			expect(mask.text(`Said: ${excerpt(text)}`)).not.toContain(KEY.slice(0, 3));
			expect(
				mask.text(excerpt(text.replace(KEY, `${KEY.slice(0, 9)}\n${KEY.slice(9)}`))),
			).not.toContain(KEY.slice(0, 3));
		}
	});
});

describe('the edges of an excerpt', () => {
	it.each([
		['abcde', 5, 'abcde'],
		['abcdef', 5, 'abcde…'],
		['abc  e', 5, 'abc e'],
	])('%j of at most %d characters is %j', (text, longest, expected) => {
		expect(cutExcerpts(excerpt(text, longest))).toBe(expected);
	});

	it('leaves out half of a character only at the end', () => {
		expect(cutExcerpts(excerpt('a😀bc😀', 5))).toBe('a😀bc…');
	});

	it.each([
		[valueExcerpt('x'.repeat(60)), 'x'.repeat(60)],
		[valueExcerpt('x'.repeat(61)), `${'x'.repeat(60)}…`],
		[jsonExcerpt({ a: [1] }), '{"a":[1]}'],
		[jsonExcerpt(undefined), 'nothing'],
	])('of a value are those of at most 60 characters, or of its JSON: %j', (text, expected) => {
		expect(cutExcerpts(text)).toBe(expected);
	});

	it('gets a full stop unless its last character ends a sentence', () => {
		for (const [text, whole] of [
			['Done', 'Done.'],
			['Done. More', 'Done. More.'],
			['It is. Done.', 'It is. Done.'],
			[excerpt('Done   well'), `${excerpt('Done   well')}.`],
			[excerpt('Done   well!'), excerpt('Done   well!')],
		])
			expect(endSentence(text)).toBe(whole);
	});
});

import { describe, expect, it } from 'vitest';

import { MASK, SecretMask } from '../../../nodes/shared/secrets/secretMask';

/** A secret in which every spelling differs from the others. */
const SECRET = 'k/ey+"ö ñ=1~%2';

describe('SecretMask', () => {
	const encoded = encodeURIComponent(SECRET);
	it.each([
		['raw', SECRET],
		['percent-encoded', encoded],
		['percent-encoded in lower case', encoded.replace(/%../g, (hex) => hex.toLowerCase())],
		['encoded twice', encodeURIComponent(encoded)],
		['in JSON', JSON.stringify(SECRET).slice(1, -1)],
		['in base64', Buffer.from(SECRET).toString('base64')],
		[
			'with every byte encoded',
			[...Buffer.from(SECRET)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
		],
	])('hides a secret %s', (_, spelling) => {
		expect(new SecretMask(SECRET).text(`before ${spelling} after`)).toMatch(
			/^before \*\*\*=* after$/,
		);
	});

	it('hides every occurrence', () => {
		expect(new SecretMask('abcd').text('abcdabcd-abcd')).toBe('******-***');
	});

	it('hides the longer of two secrets whole', () => {
		expect(new SecretMask('abcd', 'abcd-efgh').text('x abcd-efgh y abcd')).toBe('x *** y ***');
		expect(new SecretMask('abcd-efgh', 'abcd').text('x abcd-efgh y abcd')).toBe('x *** y ***');
	});

	it.each(['a.c*', '$&$1', '(x)[y]', '\\d+\\', '^ab|cd$'])('takes %j literally', (secret) => {
		const mask = new SecretMask(secret);
		expect(mask.text(`<${secret}>`)).toBe('<***>');
		expect(mask.text('abc acd dddd abcd')).toBe('abc acd dddd abcd');
	});

	it.each([undefined, '', 'a', 'abc'])('takes %j for no secret', (secret) => {
		expect(new SecretMask(secret).text('a abc abcd')).toBe('a abc abcd');
	});

	it('does not mask what is merely similar', () => {
		expect(new SecretMask('Secret-1').text('secret-1 Secret-2')).toBe('secret-1 Secret-2');
	});

	it('does not keep state between texts', () => {
		const mask = new SecretMask('abcd');
		expect([mask.text('abcd'), mask.text('abcd'), mask.text('abcd')]).toEqual([MASK, MASK, MASK]);
	});

	describe('deep', () => {
		const mask = new SecretMask('hidden-1');

		it('reaches values and keys at any depth', () => {
			const value = {
				a: ['x', { 'hidden-1': 'y hidden-1' }],
				b: { c: { d: 'hidden-1' } },
				n: null,
			};
			expect(mask.deep(value)).toEqual({
				a: ['x', { '***': 'y ***' }],
				b: { c: { d: '***' } },
				n: null,
			});
			expect(value.b.c.d).toBe('hidden-1');
		});

		it.each([5, true, null, undefined])('leaves %s alone', (value) => {
			expect(mask.deep(value)).toBe(value);
		});

		it('gives back the same object where nothing had to be hidden', () => {
			const value = { a: [1, { b: 'x' }] };
			expect(mask.deep(value)).toBe(value);
			expect(new SecretMask().deep(value)).toBe(value);
		});

		it('leaves dates and other objects with a life of their own alone', () => {
			const date = new Date(0);
			expect(mask.deep({ date, text: 'hidden-1' })).toEqual({ date, text: MASK });
		});

		it('reads objects without a prototype', () => {
			const value = Object.assign(Object.create(null) as Record<string, string>, { a: 'hidden-1' });
			expect(mask.deep(value)).toEqual({ a: MASK });
		});
	});
});

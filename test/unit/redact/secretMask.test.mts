import { describe, expect, it } from 'vitest';

import { MASK, SecretMask } from '../../../nodes/shared/redact/secretMask';

/** A secret whose spellings all differ. */
const SECRET = 'k/ey+"ö ñ=1~%2';

describe('SecretMask', () => {
	// Other encodings are in the property tests.
	const encoded = encodeURIComponent(SECRET);
	it.each([
		['percent-encoded', encoded],
		['percent-encoded in lower case', encoded.replace(/%../g, (hex) => hex.toLowerCase())],
		['encoded twice', encodeURIComponent(encoded)],
		['in JSON', JSON.stringify(SECRET).slice(1, -1)],
		['in JSON with escaped slashes', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
		['in HTML', SECRET.replace('"', '&quot;')],
		['in two lines', `${SECRET.slice(0, 5)}\r\n\t${SECRET.slice(5)}`],
		[
			'in two lines of JSON',
			JSON.stringify(`${SECRET.slice(0, 5)}\n ${SECRET.slice(5)}`).slice(1, -1),
		],
		['as a field of a form', new URLSearchParams({ '': SECRET }).toString().slice(1)],
	])('hides a secret %s', (_, spelling) => {
		expect(new SecretMask(SECRET).text(`before ${spelling} after`)).toMatch(
			/^before \*\*\*[a-z]?=* after$/i,
		);
	});

	it.each([
		[['abc1', 'abc1-efgh'], 'x abc1-efgh y abc1', 'x *** y ***'],
		[['abc1-efgh', 'abc1'], 'x abc1-efgh y abc1', 'x *** y ***'],
		[['key-1-of', '1-of-two'], 'x key-1-of-two y', 'x *** y'],
		[['abc1'], 'abc1abc1-abc1', '******-***'],
		[['Secret-1'], 'Secret-2 SecretX1', 'Secret-2 SecretX1'],
		[['a.c*', '^ab|cd$'], 'a.c*, abc acd ^ab|cd$ abcd', '***, abc acd *** abcd'],
		[['$&$1', '\\d+\\'], '$&$1 and \\d+\\: $1 ddd', '*** and ***: $1 ddd'],
		[[undefined, '', 'a', 'abc', '"<>'], 'a abc abcd &quot;&lt;&gt;', undefined],
	])('hides every occurrence of all of %j completely, and nothing else', (secrets, text, shown) => {
		const mask = new SecretMask(...secrets);
		// It keeps no state between texts.
		for (let turn = 0; turn < 3; turn += 1) expect(mask.text(text)).toBe(shown ?? text);
	});

	it.each(['ready', 'full', '8545'])(
		'leaves the word %s unchanged where it is not a secret',
		(word) => {
			const text = `{"state":"${word}"} is ${word}, already ${word}s; x/${word}1`;
			const mask = new SecretMask(word);
			expect(mask.text(text)).toBe(text);
			expect(mask.deep({ [word]: word })).toEqual({ [word]: word });
			expect(mask.text(`https://u:${word}@h/${word}?k=${word}`)).toBe('https://u:***@h/***?k=***');
		},
	);

	it.each([
		['sevenly', 'it is sevenly', 'it is sevenly'],
		['eightlet', 'it is eightlet', 'it is ***'],
		['1234567', 'it is 1234567', 'it is 1234567'],
		['12345678', 'it is 12345678', 'it is ***'],
		['12345678', 'at /12345678/evm, =12345678.', 'at /***/evm, =***.'],
		['12345678', 'block 112345678, 123456789, 1.12345678, 12345678.5', undefined],
		['12345678', 'hash 0xab12345678cd, 0x12345678', undefined],
		['12345678', 'lines 1234\n5678', undefined],
		['ab1c', 'it is ab1cd', 'it is ***d'],
		['ready', 'k=readyé', 'k=readyé'],
		['ready', 'k=ready é', 'k=*** é'],
		['ready', 'k:ready', 'k:***'],
		['00012345678', 'it is 12345678', 'it is ***'],
		['a key of 5', 'it is a+key+of+5', 'it is ***'],
		['a+key+of+5', 'it is a key of 5', 'it is ***'],
		['Ab-cD-eF', 'it is AB-CD-EF, ab-cd-ef', 'it is ***, ***'],
		["a&b<c>d'e", 'it is a&amp;b&lt;c&gt;d&#39;e', 'it is ***'],
		['0a1b2c3d', 'a\nb 0a1b\n2c\r\n3d c\n0a1b2c3d d\ne', 'a\nb *** c\n*** d\ne'],
		['12345678', `9.12345678 ${'x'.repeat(99)}`, undefined],
		['00000123', 'it is 123', undefined],
		['12e45678', 'it is Infinity', undefined],
	])('masks %j in %j', (secret, text, expected) => {
		expect(new SecretMask(secret).text(text)).toBe(expected ?? text);
	});

	it.each([0, 1, 2])('hides it within base64 of a longer text, after %i bytes', (count) => {
		for (const kind of ['base64', 'base64url'] as const) {
			const text = Buffer.from(`${'u'.repeat(count)}>key?of~the>tests-?>~<more`).toString(kind);
			const masked = new SecretMask('>key?of~the>tests-?>~').text(text);
			expect(masked).toMatch(/^.{0,3}\*\*\*.{6,10}$/);
		}
	});

	describe('deep', () => {
		const mask = new SecretMask('hidden-1');

		it('reaches values and keys at any depth', () => {
			const value = {
				a: ['x', { 'hidden-1': 'y hidden-1' }],
				b: { c: { d: 'hidden-1' } },
				n: null,
			};
			const shown = { a: ['x', { '***': 'y ***' }], b: { c: { d: '***' } }, n: null };
			expect(mask.deep(value)).toEqual(shown);
			expect(value.b.c.d).toBe('hidden-1');
		});

		it('hides a key of digits that became a number', () => {
			const key = '12345678901234567890';
			const digits = new SecretMask(key, '87654321');
			const value = JSON.parse(
				`{"a":${key},"b":[87654321,-87654321,8765432,187654321,0.5],"c":1e21}`,
			) as object;
			expect(digits.deep(value)).toEqual({
				a: MASK,
				b: [MASK, MASK, 8765432, 187654321, 0.5],
				c: 1e21,
			});
			expect(digits.text(JSON.stringify(value))).not.toMatch(/12345678|\b87654321/);
		});

		it('keeps the values of two names that are both hidden', () => {
			const value = { 'hidden-1': 1, x: 2, 'HIDDEN-1': 3, 'hidden-1/': 4 };
			expect(Object.values(mask.deep(value))).toEqual([1, 2, 3, 4]);
			expect(JSON.stringify(mask.deep(value))).not.toContain('hidden');
		});

		it('leaves dates and other class instances unchanged', () => {
			const date = new Date(0);
			expect(mask.deep({ date, text: 'hidden-1' })).toEqual({ date, text: MASK });
		});
	});
});

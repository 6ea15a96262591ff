import { describe, expect, it } from 'vitest';

import { FAMILIES } from '../../../nodes/shared/families';
import { PHRASES } from '../../../nodes/shared/jsonRpc/phrases';
import { compileGlossary, findSign, toWords } from '../../../nodes/shared/jsonRpc/words';

/** Messages that a phrase describes: one for each of the words it may have in one place. */
function spell(phrase: string): string[] {
	const places = phrase.split(' ').map((word) => {
		if (word === '..') return ['xyz'];
		return word.split('/').map((form) => form.replace('*', '').replace('#', '7'));
	});
	const longest = Math.max(...places.map(({ length }) => length));
	return Array.from({ length: longest }, (_, at) =>
		places.map((forms) => forms[Math.min(at, forms.length - 1)]).join(' '),
	);
}

describe('the table of what servers say', () => {
	it.each(PHRASES.map((row, index) => [index, row.sign, row] as const))(
		'row %i (%s) has short phrases, each of which is found',
		(_, sign, { anyOf, and = [''] }) => {
			for (const phrase of anyOf) {
				const words = phrase.split(' ').filter((word) => word !== '..');
				expect(words.length, phrase).toBeLessThanOrEqual(6);
				expect(phrase, phrase).not.toMatch(/0x|[A-Z]|\d{5}/);
				const found = spell(phrase).map((text) => findSign(`${text} ${spell(and[0])[0]}`)?.sign);
				expect(found, phrase).toContain(sign);
			}
		},
	);

	it('has no phrase twice', () => {
		const all = PHRASES.filter(({ and }) => and === undefined).flatMap(({ anyOf }) => anyOf);
		expect(all.filter((phrase, index) => all.indexOf(phrase) !== index)).toEqual([]);
	});
});

describe('the words of a message', () => {
	it.each([
		['Already-known', ' already known '],
		['InsufficientFunds, Account balance: 1', ' insufficient funds account balance 1 '],
		["doesn't exist", ' doesnt exist '],
		['LITE_SERVER_NOTREADY: x', ' lite server notready x '],
		['eth_getLogs and debug_traceBlockByNumber', ' method and method '],
		['eth_call', ' eth call '],
		['  ', '  '],
		['x'.repeat(2000), ` ${'x'.repeat(1000)} `],
	])('of %j are compared as %j', (text, words) => {
		expect(toWords(text)).toBe(words);
	});

	it.each([
		['the block 0x1 was not found here', 'missing'],
		['the block of the tenth day was surely not found', 'missing'],
		['BLOCK NOT FOUND', 'missing'],
		['blockchain not foundry', undefined],
		['whatever', undefined],
		['', undefined],
	])('are searched as whole words, with up to four in a gap: %j', (text, sign) => {
		expect(findSign(text)?.sign).toBe(sign);
	});

	it('of a family precede the general ones', () => {
		const own = compileGlossary([{ sign: 'busy', anyOf: ['block not found'], and: ['today'] }]);
		expect(findSign('Block not found today', own)?.sign).toBe('busy');
		expect(findSign('Block not found', own)?.sign).toBe('missing');
		expect(compileGlossary([{ sign: 'busy', anyOf: ['x'], isVague: true }])[0].isVague).toBe(true);
	});

	it('are the same in every family unless it has its own', () => {
		for (const { errors } of Object.values(FAMILIES))
			expect(findSign('rate limit exceeded', errors?.glossary)?.sign).toBe('tooFast');
	});
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { TextSearch } from '../../../nodes/shared/redact/textSearch';
import { inputs } from '../fixtures/properties.mts';

const words = fc.uniqueArray(
	fc.string({ unit: fc.constantFrom(...'ab漢'), minLength: 4, maxLength: 9 }),
	{ minLength: 1, maxLength: 8 },
);

/** Words, and a text that consists of them with some characters in between. */
const wordsAndText = words.chain((wanted) =>
	fc.tuple(
		fc.constant(wanted),
		fc
			.array(fc.constantFrom(...wanted, 'a', 'b', '漢'), { maxLength: 8 })
			.map((parts) => parts.join('')),
	),
);

const found = (search: TextSearch, in_: string): string[] => {
	const all: string[] = [];
	search.find(in_, (word, at) => all.push(`${word} at ${at}`));
	return all.sort();
};

const foundOneByOne = (all: readonly string[], in_: string): string[] =>
	all
		.flatMap((word, number) =>
			[...in_].flatMap((_, at) => (in_.startsWith(word, at) ? [`${number} at ${at}`] : [])),
		)
		.sort();

describe('TextSearch', () => {
	it('finds every word at any position', () => {
		fc.assert(
			fc.property(wordsAndText, ([wanted, in_]) => {
				expect(found(new TextSearch(wanted), in_)).toEqual(foundOneByOne(wanted, in_));
			}),
			inputs(300),
		);
		expect(found(new TextSearch(['aaaaaa']), 'aaaaaaa')).toEqual(['0 at 0', '0 at 1']);
	});

	it('finds each of many thousands of words', () => {
		const many = Array.from({ length: 20_000 }, (_, number) => `word number ${number} of them`);
		const search = new TextSearch(many);
		for (const number of [0, 65, 9999, 19_999])
			expect(found(search, `x ${many[number]} y`)).toEqual([`${number} at 2`]);
	});

	it('knows the length of the shortest word', () => {
		expect(new TextSearch(['abcdef', 'abcd', 'abcde']).shortest).toBe(4);
	});
});

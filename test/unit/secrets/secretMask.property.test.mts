import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { excerpt, jsonExcerpt } from '../../../nodes/shared/pure/excerpt';
import { unescaped } from '../../../nodes/shared/secrets/escapes';
import { MASK, SecretMask } from '../../../nodes/shared/secrets/secretMask';
import { broken, FIRST, FURTHER, randomKey, seededRandom } from '../fixtures/encodings.mts';
import { inputs } from '../fixtures/properties.mts';

/** Most consecutive characters of a key that may remain: base64 of a part of it looks like ordinary letters. */
const MOST_LEFT = 8;

const numbers = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }));
const keys = numbers.map((seed) => randomKey(seededRandom(seed)));

/** The encodings a key may go through before it comes back. */
interface Journey {
	keySeed: number;
	first: string;
	further: string[];
	isBroken: boolean;
	seed: number;
	place: string;
}

/** Where a text that is masked is located. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
	'a message': (text) => `before ${text} after`,
	JSON: (text) => JSON.stringify({ note: text }),
	'JSON that is cut': (text) => jsonExcerpt({ note: text }),
	'longer JSON that is cut': (text) => jsonExcerpt({ note: text }, 500),
	'a text that is cut': (text) => excerpt(`words ${text} and more`, 100),
	'a page': (text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</p>`,
	'an address': (text) =>
		`https://h.example.com/p?text=${encodeURIComponent(text.replace(/\p{Cs}/gu, ''))}`,
};

/** A text with all its escapes removed. */
function inFull(text: string): string {
	const under = unescaped(text);
	return under === text ? text : inFull(under);
}

/** Length of the longest substring that two texts share. */
function longestShared(one: string, other: string): number {
	let longest = 0;
	for (let from = 0; from + longest < one.length; from += 1) {
		while (from + longest < one.length && other.includes(one.slice(from, from + longest + 1))) {
			longest += 1;
		}
	}
	return longest;
}

describe('SecretMask', () => {
	const journeys: fc.Arbitrary<Journey> = fc.record({
		keySeed: numbers,
		first: fc.constantFrom(...Object.keys(FIRST)),
		further: fc.array(fc.constantFrom(...Object.keys(FURTHER)), { maxLength: 3, size: 'max' }),
		isBroken: fc.boolean(),
		seed: numbers,
		place: fc.constantFrom(...Object.keys(PLACES)),
	});

	it('leaves no part of a key that was escaped up to three times in any combination', () => {
		fc.assert(
			fc.property(journeys, ({ keySeed, first, further, isBroken, seed, place }) => {
				const key = randomKey(seededRandom(keySeed));
				const random = seededRandom(seed);
				const escaped = further.reduce(
					(text, layer) => FURTHER[layer](text, random),
					FIRST[first](key, random),
				);
				const text = PLACES[place](isBroken ? broken(escaped, random) : escaped);
				const left = inFull(new SecretMask(key).text(text)).toLowerCase();
				for (const form of [key, inFull(key)]) {
					expect(longestShared(form.toLowerCase(), left)).toBeLessThanOrEqual(MOST_LEFT);
				}
			}),
			inputs(4000),
		);
	}, 60_000);

	it('leaves texts without a key unchanged', () => {
		const withoutLetters = fc.string({ unit: fc.constantFrom(...'0%\\&\n "#;/{}[]:,*-é漢') });
		const lettersOnly = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 8 });
		fc.assert(
			fc.property(lettersOnly, withoutLetters, (key, text) => {
				expect(new SecretMask(key).text(text)).toBe(text);
			}),
			inputs(500),
		);
	});

	it('does not change a masked text further', () => {
		fc.assert(
			fc.property(keys, fc.array(fc.oneof(fc.string(), fc.constant(''))), (key, parts) => {
				const mask = new SecretMask(key);
				const masked = mask.text(parts.join(key));
				expect(mask.text(masked)).toBe(masked);
			}),
			inputs(300),
		);
	});

	it('keeps the shape of every value, and the value itself where it contains no key', () => {
		const shapeOf = (value: unknown): unknown => {
			if (Array.isArray(value)) return value.map(shapeOf);
			if (typeof value !== 'object' || value === null) return typeof value;
			return Object.values(value).map(shapeOf);
		};
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const mask = new SecretMask('0a1b2c3d4e5f60718293');
				expect(mask.deep(value)).toBe(value);
				const holding = JSON.parse(
					JSON.stringify({ value }, (_, each: unknown) =>
						typeof each === 'string' ? `${each} 0a1b2c3d4e5f60718293` : each,
					),
				) as object;
				const masked = mask.deep(holding);
				expect(shapeOf(masked)).toEqual(shapeOf(holding));
				expect(JSON.stringify(masked)).not.toContain('0a1b2c');
			}),
			inputs(300),
		);
	});

	it('hides a key between any two texts, and nothing else', () => {
		const around = fc.string({ unit: fc.constantFrom(...'xyz ,.;<>漢') });
		fc.assert(
			fc.property(around, around, (before, after) => {
				const mask = new SecretMask('0a1b2c3d4e5f60718293');
				expect(mask.text(`${before}0a1b2c3d4e5f60718293${after}`)).toBe(before + MASK + after);
			}),
			inputs(200),
		);
	});
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { excerpt, jsonExcerpt } from '../../../nodes/shared/text/excerpt';
import { MASK, SecretMask } from '../../../nodes/shared/redact/secretMask';
import { seededRandom } from '../../../sandbox/random.mts';
import { randomKey, randomlyEncoded } from '../fixtures/encodings.mts';
import { inputs } from '../fixtures/properties.mts';

const numbers = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }));
const keys = numbers.map((seed) => randomKey(seededRandom(seed)));

/** Where a text that is masked is located. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
	'a message': (text) => `before ${text} after`,
	JSON: (text) => JSON.stringify({ note: text }),
	'JSON that is cut': (text) => jsonExcerpt({ note: text }),
	'longer JSON that is cut': (text) => jsonExcerpt({ note: text }, 500),
	'a text that is cut': (text) => excerpt(`words ${text} and more`, 100),
	'an address': (text) => `https://h.example.com/p?text=${encodeURIComponent(text)}`,
};

describe('SecretMask', () => {
	it('hides keys in every encoding, anywhere', () => {
		fc.assert(
			fc.property(keys, numbers, fc.constantFrom(...Object.keys(PLACES)), (key, seed, place) => {
				const { text, name } = randomlyEncoded(key, seededRandom(seed));
				// Secrets escaped in two ways, one inside the other, are not searched for.
				fc.pre(place !== 'an address' || /^[\w.]+$/.test(text));
				const masked = new SecretMask(key).text(PLACES[place](text)).toLowerCase();
				const about = `${name}: ${masked}`;
				expect(masked, about).toContain(MASK);
				for (const form of [key.toLowerCase(), Buffer.from(key).toString('hex')]) {
					for (let at = 0; at + 8 <= form.length; at += 1) {
						expect(masked.includes(form.slice(at, at + 8)), about).toBe(false);
					}
				}
			}),
			inputs(400),
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
		const around = fc.string({ unit: fc.constantFrom(...'xyz ,.;<>\n\\漢') });
		fc.assert(
			fc.property(around, around, (before, after) => {
				const mask = new SecretMask('0a1b2c3d4e5f60718293');
				expect(mask.text(`${before}0a1b2c3d4e5f60718293${after}`)).toBe(before + MASK + after);
			}),
			inputs(200),
		);
	});
});

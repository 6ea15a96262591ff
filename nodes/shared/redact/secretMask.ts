import { cutExcerpts } from '../text/excerpt';
import { isRecord } from '../text/json';
import { VariantIndex } from './variantIndex';
import { listVariants } from './variants';

/** Text that replaces a secret. */
export const MASK = '***';

/** A line break in a text, or as JSON escapes it, with the indentation that follows. */
const BREAK = /(?:[\r\n]|\\[rn])(?:[\r\n\t ]|\\[rnt])*/g;

/** A short text of letters or of digits alone is an ordinary word or number as well. */
const WORD = /^(\p{L}{1,7}|\d{1,7})$/u;

/** Longer rows of digits are no ordinary numbers: bytes in hexadecimal may look like that. */
const NUMBER = /^\d{1,40}$/;

/**
 * Replaces known secrets in texts and in JSON-like values, in every variant in which they are written, also if a secret
 * is broken into two lines. The time is linear in the length of the text, and hardly grows with the number of secrets.
 */
export class SecretMask {
	private readonly variants: VariantIndex;

	/**
	 * @param secrets values to hide; empty ones and ones of fewer than four characters are ignored, and short words
	 * (such as `ready`) are hidden in addresses and after a name only
	 */
	constructor(...secrets: Array<string | undefined>) {
		this.variants = new VariantIndex(secrets.flatMap((secret = '') => listVariants(secret)));
	}

	/** @returns the text with every variant of every known secret replaced by `***`, and its excerpts cut */
	text(value: string): string {
		if (!this.variants.canBeIn(value)) return cutExcerpts(value);
		const ranges = [...this.findVariants(value)].flatMap((variant) => findRanges(value, variant));
		return cutExcerpts(maskRanges(value, ranges));
	}

	/**
	 * Masks all strings, the names of fields, and numbers of a JSON-like value.
	 * @returns the same object if nothing had to be masked (most results), otherwise a copy
	 */
	deep<T>(value: T): T {
		return mapLeaves(value, (leaf) => {
			if (typeof leaf === 'string') return this.text(leaf);
			if (typeof leaf !== 'number') return leaf;
			return this.text(String(leaf)) === String(leaf) ? leaf : MASK;
		}) as T;
	}

	/** @returns the variants that a text contains, also if they are broken into two lines */
	private findVariants(text: string): Set<string> {
		const found = this.variants.find(text);
		const joined = text.replace(BREAK, '');
		if (joined === text) return found;
		for (const variant of this.variants.find(joined)) found.add(variant);
		return found;
	}
}

/** @returns each place where a text has a variant */
function findRanges(text: string, variant: string): Range[] {
	const matches = [...text.matchAll(buildPattern(variant))];
	return matches.map(({ index, 1: found }): Range => [index, index + found.length]);
}

/**
 * Finds a variant, as group 1, at every place that counts: a word only at places of secrets, a number not inside a
 * longer one or a hash, and anything else also with line breaks in it.
 */
function buildPattern(variant: string): RegExp {
	if (WORD.test(variant)) return new RegExp(`(?<=[/:=])(${variant})(?![\\p{L}\\d])`, 'gu');
	if (NUMBER.test(variant))
		return new RegExp(`(?<!\\d|\\d\\.|0x[\\da-f]{0,80})(${variant})(?!\\.?\\d)`, 'gi');
	const characters = [...variant].map((each) => each.replace(/[\\^$.*+?()[\]{}|]/, '\\$&'));
	// Within a lookahead, so that occurrences that overlap are found too.
	return new RegExp(`(?=(${characters.join(`(?:${BREAK.source})?`)}))`, 'g');
}

/** The index at which a stretch of a text begins, and the index after its end. */
type Range = readonly [start: number, end: number];

/** Masks stretches of a text; stretches that overlap become one. */
function maskRanges(text: string, ranges: Range[]): string {
	ranges.sort(([a], [b]) => a - b);
	const parts: string[] = [];
	let done = 0;
	for (const [start, end] of ranges) {
		if (start >= done) parts.push(text.slice(done, start), MASK);
		done = Math.max(done, end);
	}
	return parts.join('') + text.slice(done);
}

/**
 * Goes through a JSON-like value once.
 * @param change gets each value that is neither a list nor an object with the name of its field, and each name of a field
 * @returns the same value if nothing changed, otherwise a copy
 */
export function mapLeaves(
	value: unknown,
	change: (leaf: unknown, field?: string) => unknown,
	field?: string,
): unknown {
	if (Array.isArray(value)) {
		const copy = value.map((entry) => mapLeaves(entry, change, field));
		return copy.some((entry, index) => entry !== value[index]) ? copy : value;
	}
	if (!isRecord(value)) return change(value, field);
	const names = Object.keys(value);
	const newNames = names.map((name) => String(change(name)));
	const entries = names.map((name) => mapLeaves(value[name], change, name));
	const isSame = (name: string, index: number): boolean =>
		newNames[index] === name && entries[index] === value[name];
	if (names.every(isSame)) return value;
	const copy = new Map<string, unknown>();
	// Two masked names must not become the same one.
	for (const [index, name] of newNames.entries())
		copy.set(copy.has(name) ? `${name}${MASK}${copy.size}` : name, entries[index]);
	return Object.fromEntries(copy);
}

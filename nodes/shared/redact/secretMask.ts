import { cutExcerpts } from '../text/excerpt';
import { isRecord } from '../text/json';
import { TextSearch } from './textSearch';
import { listVariants, type Variant } from './variants';

/** Text that replaces a secret. */
export const MASK = '***';

/** A line break in a text, or as JSON escapes it, with the indentation that follows. */
const BREAK = /(?:[\r\n]|\\[rn])(?:[\r\n\t ]|\\[rnt])*/g;

/** How many characters before a number decide whether it is part of a longer one; hashes have 66. */
const NUMBER_CONTEXT = 80;

/** A stretch of a text: where it begins, and where the text continues. */
type Stretch = readonly [start: number, end: number];

/**
 * Replaces known secrets in texts and in JSON-like values, in every variant in which they are written, also where one
 * is broken into two lines. The time is linear in the length of the text.
 */
export class SecretMask {
	private readonly variants: readonly Variant[];

	private readonly search: TextSearch;

	/**
	 * @param secrets values to hide; empty ones and ones of fewer than four characters are ignored, and short words
	 * (such as `ready`) are hidden in addresses and after a name only
	 */
	constructor(...secrets: Array<string | undefined>) {
		const distinct = new Set(secrets.filter((secret) => secret !== undefined));
		this.variants = [...distinct].flatMap(listVariants);
		this.search = new TextSearch(this.variants.map(({ text }) => text));
	}

	/** @returns the text with every variant of every known secret replaced by `***`, and its excerpts cut */
	text(value: string): string {
		if (value.length < this.search.shortest) return cutExcerpts(value);
		const ranges: Stretch[] = [];
		this.search.find(value, (number, start) => {
			const { text, place } = this.variants[number];
			const end = start + text.length;
			if (isInPlace(value, start, end, place)) ranges.push([start, end]);
		});
		if (/[\r\n\\]/.test(value)) {
			const { joined, findPlace } = joinLines(value);
			this.search.find(joined, (number, start) => {
				const { text, place } = this.variants[number];
				// Numbers on lines of their own are not one number.
				if (place !== 'anywhere') return;
				ranges.push([findPlace(start), findPlace(start + text.length - 1) + 1]);
			});
		}
		return cutExcerpts(maskRanges(value, ranges));
	}

	/**
	 * Masks all strings, the keys, and numbers of a JSON-like value.
	 * @returns the same object where nothing had to be masked (most results), otherwise a copy
	 */
	deep<T>(value: T): T {
		const maskName = (name: string): string => this.text(name);
		return mapLeaves(value, (leaf) => this.maskLeaf(leaf), maskName) as T;
	}

	private maskLeaf(value: unknown): unknown {
		if (typeof value === 'string') return this.text(value);
		if (typeof value !== 'number') return value;
		const text = String(value);
		return this.text(text) === text ? value : MASK;
	}
}

/**
 * Goes through a JSON-like value once.
 * @param change gets each value that is neither a list nor an object, and the name of the field that holds it
 * @param rename gets each name of a field
 * @returns the same value where nothing changed, otherwise a copy
 */
export function mapLeaves(
	value: unknown,
	change: (leaf: unknown, field: string) => unknown,
	rename: (name: string) => string = (name) => name,
	field = '',
): unknown {
	if (Array.isArray(value)) {
		const copy = value.map((entry) => mapLeaves(entry, change, rename, field));
		return copy.some((entry, index) => entry !== value[index]) ? copy : value;
	}
	if (!isRecord(value)) return change(value, field);
	let isSame = true;
	const entries: Array<[string, unknown]> = [];
	for (const name of Object.keys(value)) {
		const old = value[name];
		const entry = mapLeaves(old, change, rename, name);
		const newName = rename(name);
		isSame &&= entry === old && newName === name;
		entries.push([newName, entry]);
	}
	if (isSame) return value;
	const copy = new Map<string, unknown>();
	for (const [name, entry] of entries) {
		// Two masked names must not become the same one.
		copy.set(copy.has(name) ? `${name}${MASK}${copy.size}` : name, entry);
	}
	return Object.fromEntries(copy);
}

function isInPlace(text: string, start: number, end: number, place: Variant['place']): boolean {
	if (place === 'anywhere') return true;
	const before = text.slice(Math.max(0, start - NUMBER_CONTEXT), start);
	const after = text.slice(end, end + 2);
	return place === 'word'
		? /[/:=]$/.test(before) && !/^[\p{L}\d]/u.test(after)
		: !/(\d|\d\.|0x[\da-f]*)$/i.test(before) && !/^\.?\d/.test(after);
}

/** @returns the text without its line breaks, and a function that says where one of its characters was */
function joinLines(text: string): { joined: string; findPlace: (at: number) => number } {
	/** For each line, where it begins in the joined text, and how many characters were left out before. */
	const starts = [0];
	const leftOut = [0];
	const joined = text.replace(BREAK, (lineBreak, at: number) => {
		const before = leftOut[leftOut.length - 1];
		starts.push(at - before);
		leftOut.push(before + lineBreak.length);
		return '';
	});
	const findPlace = (at: number): number => {
		let [low, high] = [0, starts.length - 1];
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if (starts[middle] <= at) low = middle;
			else high = middle - 1;
		}
		return at + leftOut[low];
	};
	return { joined, findPlace };
}

/** Masks stretches of a text; those that overlap become one. */
function maskRanges(text: string, ranges: Stretch[]): string {
	ranges.sort(([a], [b]) => a - b);
	const parts: string[] = [];
	let done = 0;
	for (const [start, end] of ranges) {
		if (start >= done) parts.push(text.slice(done, start), MASK);
		done = Math.max(done, end);
	}
	return parts.join('') + text.slice(done);
}

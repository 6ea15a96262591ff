import { cutExcerpts } from '../text/excerpt';
import { TextSearch } from './textSearch';
import { SHORTEST_SECRET, listVariants, type Variant } from './variants';

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

	private readonly search?: TextSearch;

	/** Whether a number can reveal a secret. */
	private readonly hasNumbers: boolean;

	/**
	 * @param secrets values to hide; empty ones and ones of fewer than four characters are ignored, and short words
	 * (such as `ready`) are hidden in addresses and after a name only
	 */
	constructor(...secrets: Array<string | undefined>) {
		const distinct = new Set(
			secrets.filter(
				(secret): secret is string => secret !== undefined && secret.length >= SHORTEST_SECRET,
			),
		);
		this.variants = [...distinct].flatMap(listVariants);
		this.hasNumbers = [...distinct].some((secret) => /^\d+$/.test(secret));
		if (this.variants.length > 0)
			this.search = new TextSearch(this.variants.map(({ text }) => text));
	}

	/** @returns the text with every variant of every known secret replaced by `***`, and its excerpts cut */
	text(value: string): string {
		if (this.search === undefined || value.length < this.search.shortest) return cutExcerpts(value);
		const ranges: Stretch[] = [];
		this.find(value, (start, end) => ranges.push([start, end]));
		if (/[\r\n\\]/.test(value)) {
			const { joined, findPlace } = joinLines(value);
			this.find(joined, (start, end, { place }) => {
				// Numbers on lines of their own are not one number.
				if (place === 'anywhere') ranges.push([findPlace(start), findPlace(end - 1) + 1]);
			});
		}
		return cutExcerpts(ranges.length === 0 ? value : maskRanges(value, ranges));
	}

	/**
	 * Masks all strings, the keys, and numbers of a JSON-like value.
	 * @returns the same object where nothing had to be masked (most results), otherwise a copy
	 */
	deep<T>(value: T): T {
		return this.maskValue(value) as T;
	}

	private maskValue(value: unknown): unknown {
		if (typeof value === 'string') return this.text(value);
		if (typeof value === 'number')
			return this.hasNumbers && this.text(`=${value}`) !== `=${value}` ? MASK : value;
		if (Array.isArray(value)) {
			const copy = value.map((entry) => this.maskValue(entry));
			return copy.some((entry, index) => entry !== value[index]) ? copy : value;
		}
		return isPlain(value) ? this.maskObject(value) : value;
	}

	private maskObject(value: Readonly<Record<string, unknown>>): object {
		const names = Object.keys(value);
		const masked = names.map((name) => this.maskValue(value[name]));
		const isSame = (name: string, index: number): boolean =>
			masked[index] === value[name] && this.text(name) === name;
		if (names.every(isSame)) return value;
		const copy = new Map<string, unknown>();
		for (const [index, name] of names.entries()) {
			let maskedName = this.text(name);
			// Two masked names must not become the same one.
			while (copy.has(maskedName)) maskedName += MASK;
			copy.set(maskedName, masked[index]);
		}
		return Object.fromEntries(copy);
	}

	private find(text: string, note: (start: number, end: number, variant: Variant) => void): void {
		this.search?.find(text, (number, at) => {
			const variant = this.variants[number];
			const end = at + variant.text.length;
			if (isInPlace(text, at, end, variant)) note(at + variant.context, end, variant);
		});
	}
}

function isInPlace(text: string, start: number, end: number, { place }: Variant): boolean {
	if (place === 'anywhere') return true;
	if (place === 'word') return !/^[\p{L}\d]/u.test(text.slice(end, end + 2));
	const before = text.slice(Math.max(0, start - NUMBER_CONTEXT), start);
	return !/(\d|\d\.|0x[\da-f]*)$/i.test(before) && !/^\.?\d/.test(text.slice(end, end + 2));
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
	let [[start, end]] = ranges;
	let done = 0;
	for (const range of [...ranges, [Infinity, Infinity] as Stretch]) {
		if (range[0] < end) {
			end = Math.max(end, range[1]);
			continue;
		}
		parts.push(text.slice(done, start), MASK);
		done = end;
		[start, end] = range;
	}
	return parts.join('') + text.slice(done);
}

function isPlain(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

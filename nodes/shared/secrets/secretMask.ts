import { cutExcerpts } from '../pure/excerpt';
import { mayHideWords, mayHoldEscapes, unbroken, type Stretch } from './escapes';
import { readingsOf } from './readings';
import { SHORTEST_SECRET, spellingsOf, type Spelling } from './spellings';
import { TextSearch } from './textSearch';

/** What replaces a secret. */
export const MASK = '***';

/** Escapes are removed from this many characters at a time. */
const WINDOW = 1 << 16;

/** The maximum number of characters that stand for one character of a secret that was escaped several times. */
const LONGEST_ESCAPE = 512;

/**
 * Replaces known secrets in texts and in JSON-like values, in every spelling in which they can appear: raw, in
 * lower or upper case, in base64, as hexadecimal bytes; percent-encoded, escaped as in JSON or HTML, all of these
 * several times over; broken into two lines. The time is linear in the length of the text.
 */
export class SecretMask {
	private readonly spellings: readonly Spelling[];

	private readonly search?: TextSearch;

	/** For each spelling, a word that is part of it. Absent if one has none that can be searched for. */
	private readonly words?: TextSearch;

	/** Consecutive windows overlap by the maximum length of a secret. */
	private readonly overlap: number;

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
		this.spellings = [...distinct].flatMap(spellingsOf);
		this.overlap = Math.max(0, ...[...distinct].map(({ length }) => length)) * LONGEST_ESCAPE;
		this.hasNumbers = [...distinct].some((secret) => /^\d+$/.test(secret));
		if (this.spellings.length === 0) return;
		this.search = new TextSearch(this.spellings.map(({ text }) => text));
		const words = this.spellings.map(({ text }) => longestWord(text));
		if (words.every(({ length }) => length >= SHORTEST_SECRET))
			this.words = new TextSearch([...new Set(words)]);
	}

	/** @returns the text with every spelling of every known secret replaced by `***`, and its excerpts cut */
	text(value: string): string {
		if (this.search === undefined || value.length < this.search.shortest) return cutExcerpts(value);
		const ranges: Stretch[] = [];
		this.findIn(value, (start, end) => ranges.push([start, end]));
		if (mayHoldEscapes(value)) this.findEscaped(value, ranges);
		return cutExcerpts(ranges.length === 0 ? value : masked(value, ranges));
	}

	/**
	 * Masks all strings, the keys, and numbers of a JSON-like value.
	 * @returns the same object where nothing had to be masked (most results), otherwise a copy
	 */
	deep<T>(value: T): T {
		return this.masked(value) as T;
	}

	private masked(value: unknown): unknown {
		switch (typeof value) {
			case 'string':
				return this.text(value);
			case 'number':
				return this.hasNumbers && this.text(`=${value}`) !== `=${value}` ? MASK : value;
			case 'object':
				if (Array.isArray(value)) return this.maskedList(value);
				return value !== null && isPlain(value) ? this.maskedObject(value) : value;
			default:
				return value;
		}
	}

	private maskedList(list: readonly unknown[]): readonly unknown[] {
		let copy: unknown[] | undefined;
		for (let index = 0; index < list.length; index += 1) {
			const entry = this.masked(list[index]);
			if (entry === list[index]) continue;
			copy ??= [...list];
			copy[index] = entry;
		}
		return copy ?? list;
	}

	private maskedObject(value: Readonly<Record<string, unknown>>): object {
		let copy: Map<string, unknown> | undefined;
		const names = Object.keys(value);
		for (const [index, name] of names.entries()) {
			const entry = value[name];
			let maskedName = this.text(name);
			const maskedEntry = this.masked(entry);
			if (copy === undefined && maskedName === name && maskedEntry === entry) continue;
			copy ??= new Map(names.slice(0, index).map((before) => [before, value[before]]));
			// Two masked names must not become the same one.
			while (copy.has(maskedName)) maskedName += MASK;
			copy.set(maskedName, maskedEntry);
		}
		return copy === undefined ? value : Object.fromEntries(copy);
	}

	private findIn(text: string, note: (start: number, end: number) => void): void {
		this.search?.find(text, (number, at) => {
			const { text: word, context, isWord } = this.spellings[number];
			const end = at + word.length;
			if (isWord && /^[\p{L}\d]/u.test(text.slice(end, end + 2))) return;
			note(at + context, end);
		});
	}

	/** Removes the escapes layer by layer, and searches for secrets under each. */
	private findEscaped(text: string, ranges: Stretch[]): void {
		if (!this.mayHide(text)) return;
		const length = Math.max(WINDOW, 4 * this.overlap);
		for (let from = 0; ; from += length - this.overlap) {
			this.findInWindow(text.slice(from, from + length), (start, end) =>
				ranges.push([from + start, from + end]),
			);
			if (from + length >= text.length) return;
		}
	}

	/**
	 * A first check, because most texts with escapes hide nothing: where only lines are broken and punctuation is
	 * escaped, the words of a secret appear unchanged.
	 */
	private mayHide(text: string): boolean {
		const flat = unbroken(text);
		if (mayHideWords(flat)) return true;
		const search = mayHoldEscapes(flat) ? this.words : this.search;
		return search === undefined || search.isIn(flat);
	}

	private findInWindow(text: string, note: (start: number, end: number) => void): void {
		for (const { text: layer, source } of readingsOf(text)) {
			this.findIn(layer, (start, end) => note(...source([start, end])));
		}
	}
}

/** @returns the longest run of letters and digits, which stays as it is when only punctuation is escaped */
function longestWord(text: string): string {
	return text
		.split(/[^A-Za-z\d]+/)
		.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

/** Masks stretches of a text; those that overlap become one. */
function masked(text: string, ranges: Stretch[]): string {
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

function isPlain(value: object): value is Record<string, unknown> {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

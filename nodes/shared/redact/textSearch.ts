/** Characters that are looked up at once. */
const GRAM = 4;

/** Numbers that four characters can become; a power of two. */
const HASHES = 1 << 13;

/**
 * Finds many words in a text at once. In each stretch as long as the shortest word, one position is checked: whether
 * the four characters there are part of one of the words (the algorithm of Wu and Manber). The time grows with the
 * length of the text and hardly at all with the number of words.
 */
export class TextSearch {
	/** Length of the shortest word; nothing is found in shorter texts. */
	readonly shortest: number;

	/** By the hash of four characters: which words have them in a stretch at their beginning, and where. */
	private readonly places: Array<Array<{ word: number; offset: number }> | undefined>;

	private readonly stride: number;

	/** @param words of at least four characters each */
	constructor(private readonly words: readonly string[]) {
		this.shortest = words.reduce((least, { length }) => Math.min(least, length), Infinity);
		this.stride = this.shortest - GRAM + 1;
		this.places = new Array(HASHES);
		for (const [word, text] of words.entries())
			for (let offset = 0; offset < this.stride; offset += 1)
				(this.places[hashAt(text, offset)] ??= []).push({ word, offset });
	}

	/**
	 * Reports each occurrence of each word, in any order, including overlapping ones.
	 * @param note gets the number of the word and where it begins
	 */
	find(text: string, note: (word: number, at: number) => void): void {
		for (let at = 0; at <= text.length - GRAM; at += this.stride) {
			const places = this.places[hashAt(text, at)];
			if (places === undefined) continue;
			for (const { word, offset } of places) {
				const start = at - offset;
				if (start >= 0 && text.startsWith(this.words[word], start)) note(word, start);
			}
		}
	}
}

function hashAt(text: string, at: number): number {
	const low = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8);
	const high = text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 8);
	return (Math.imul(low ^ (high << 15), 0x9e37_79b1) >>> 19) & (HASHES - 1);
}

/** Characters that are looked up at once. */
const GRAM = 4;

/** Heads of the lists below; a power of two. */
const BUCKETS = 1 << 13;

/**
 * Finds many words in a text at once. In each stretch as long as the shortest word, one position is checked: whether
 * the four characters there are part of one of the words (the algorithm of Wu and Manber). The time grows with the
 * length of the text and hardly at all with the number of words.
 */
export class TextSearch {
	/** Length of the shortest word; nothing is found in shorter texts. */
	readonly shortest: number;

	/**
	 * For every four characters in a row at the beginning of the words: which words they are in, and where. Number of
	 * the first entry by hash, and of the next with the same hash by entry; 0 ends a list.
	 */
	private readonly first = new Uint32Array(BUCKETS);
	private readonly next: number[] = [0];
	private readonly word: number[] = [0];
	private readonly offset: number[] = [0];

	private readonly stride: number;

	/** @param words of at least four characters each */
	constructor(private readonly words: readonly string[]) {
		this.shortest = words.reduce((least, { length }) => Math.min(least, length), Infinity);
		this.stride = this.shortest - GRAM + 1;
		for (const [number, word] of words.entries()) {
			for (let offset = 0; offset < this.stride; offset += 1) {
				const hash = hashAt(word, offset);
				this.next.push(this.first[hash]);
				this.first[hash] = this.next.length - 1;
				this.word.push(number);
				this.offset.push(offset);
			}
		}
	}

	/**
	 * Reports each occurrence of each word, in any order, including overlapping ones.
	 * @param note gets the number of the word and where it begins
	 */
	find(text: string, note: (word: number, at: number) => void): void {
		const end = text.length - GRAM;
		for (let at = 0; at <= end; at += this.stride) {
			let entry = this.first[hashAt(text, at)];
			while (entry !== 0) {
				const start = at - this.offset[entry];
				const word = this.words[this.word[entry]];
				if (start >= 0 && text.startsWith(word, start)) note(this.word[entry], start);
				entry = this.next[entry];
			}
		}
	}
}

function hashAt(text: string, at: number): number {
	const low = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8);
	const high = text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 8);
	return (Math.imul(low ^ (high << 15), 0x9e37_79b1) >>> 19) & (BUCKETS - 1);
}

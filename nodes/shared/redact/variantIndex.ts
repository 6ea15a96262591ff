/** Variants are found by their last characters, as many as fit into a hash of 32 bits with 8 bits for each. */
const WINDOW = 4;
const BITS_PER_CHARACTER = 8;

/** The table has 2^13 places. */
const TABLE_BITS = 13;

/** 2^32 divided by the golden ratio, which spreads similar windows over the table (Knuth, TAOCP 3, 6.4). */
const FIBONACCI = 0x9e37_79b1;

/**
 * Texts to search for, by the hash of their last characters. A search moves a window of as many characters over the
 * text, so that its time hardly depends on how many texts are searched for.
 */
export class VariantIndex {
	private readonly table = new Array<string[] | undefined>(1 << TABLE_BITS);

	/** Length of the shortest variant. */
	private readonly shortest: number = Infinity;

	/** @param variants of at least four characters each */
	constructor(variants: Iterable<string>) {
		for (const variant of variants) {
			this.add(variant);
			this.shortest = Math.min(this.shortest, variant.length);
		}
	}

	/** @returns whether a text is long enough to contain a variant */
	canBeIn(text: string): boolean {
		return text.length >= this.shortest;
	}

	/** @returns the variants that a text contains */
	find(text: string): Set<string> {
		const found = new Set<string>();
		let window = 0;
		for (let at = this.shortest - WINDOW; at < text.length; at += 1) {
			window = moveWindow(window, text, at);
			const similar = this.table[findPlace(window)];
			if (similar === undefined) continue;
			for (const variant of similar) {
				if (text.endsWith(variant, at + 1)) found.add(variant);
			}
		}
		return found;
	}

	private add(variant: string): void {
		let window = 0;
		for (let at = 0; at < variant.length; at += 1) window = moveWindow(window, variant, at);
		const place = findPlace(window);
		const similar = this.table[place];
		if (similar === undefined) this.table[place] = [variant];
		else similar.push(variant);
	}
}

/** @returns the hash of a window that was moved by one character; the oldest character is shifted out */
function moveWindow(window: number, text: string, at: number): number {
	return (window << BITS_PER_CHARACTER) ^ text.charCodeAt(at);
}

/** @returns the place in the table of the variants that end with these characters */
function findPlace(window: number): number {
	return Math.imul(window, FIBONACCI) >>> (32 - TABLE_BITS);
}

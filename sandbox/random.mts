/**
 * A repeatable source of numbers in [0, 1): the same seed gives the same sequence (mulberry32), so
 * that a test with random faults can be run again exactly as it was.
 */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A number for a text, to seed {@link seededRandom} with (FNV-1a, 32 bits). */
export function hashText(text: string): number {
	let hash = 0x811c9dc5;
	for (const char of text) {
		hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
	}
	return hash >>> 0;
}

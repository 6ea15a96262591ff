import {
	mayHideWords,
	mayHoldEscapes,
	outermostLayer,
	possibleLayers,
	sourcesOf,
	unbroken,
	unescaped,
	type Stretch,
} from './escapes';

/** How many layers of escapes are removed: what was escaped more often is not found. */
export const MOST_LAYERS = 6;

/** The maximum number of readings of one text, which may have any number; the likely ones come first. */
const MOST_READINGS = 64;

/** In long texts fewer readings are tried, so that they have this many characters in total. */
const MOST_CHARACTERS = 1 << 20;

/** The minimum number of readings, however long the text is: every layer with all kinds at once, and some others. */
const LEAST_READINGS = 12;

/** What a text stands for. */
export interface Reading {
	text: string;
	/** Maps a stretch of this text to where it was in the text that was read. */
	source: (stretch: Stretch) => Stretch;
}

/**
 * Removes the escapes layer by layer: all kinds at once, and, because one kind may stand for parts of another that
 * belongs to a deeper layer, also one kind after the other in every order.
 */
export function readingsOf(text: string): readonly Reading[] {
	const most = Math.min(MOST_READINGS, Math.max(LEAST_READINGS, MOST_CHARACTERS / text.length));
	const whole: Reading = { text, source: (stretch) => stretch };
	const known = new Map([[text, whole]]);
	const under = (reading: Reading, layer: RegExp): Reading | undefined => {
		const inner = unescaped(reading.text, layer);
		let found = known.get(inner);
		if (found === undefined && known.size < most) {
			found = { text: inner, source: sourceOnce(reading, layer) };
			known.set(inner, found);
		}
		return found;
	};
	let innermost: Reading | undefined = whole;
	for (let count = 0; count < MOST_LAYERS && innermost !== undefined; count += 1) {
		if (!mayHoldEscapes(innermost.text)) break;
		innermost = under(innermost, outermostLayer(innermost.text));
	}
	const reached = new Set(mayHideWords(unbroken(text)) ? [whole] : []);
	for (const reading of reached) {
		for (const layer of possibleLayers(reading.text)) {
			const inner = under(reading, layer);
			if (inner !== undefined) reached.add(inner);
		}
	}
	known.delete(text);
	return [...known.values()];
}

/** Built only when something is found, because that is costly and rare. */
function sourceOnce({ text, source }: Reading, layer: RegExp): Reading['source'] {
	let inOuter: Reading['source'] | undefined;
	return (stretch) => source((inOuter ??= sourcesOf(text, layer))(stretch));
}

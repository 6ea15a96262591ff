/** Zero-width space and its kin, the word joiner and the byte order mark. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]/g;

/** Between entries, or around them if a JSON array was pasted. */
const BETWEEN = /[\s,;"']+/;

/** A JSON array, unless it begins with an address of IPv6. */
const IN_BRACKETS = /^\[(?![\da-f]*:[\da-f:.]*\])([^]*)\]$/i;

/** @returns a text without the invisible characters that some programs put into copied text */
export function removeInvisible(text: string): string {
	return text.replace(INVISIBLE, '');
}

/**
 * @returns the entries of a list as people type or paste it: on lines, separated by commas, or a JSON array. A list
 * from an expression is one already.
 */
export function parseList(text: string | readonly string[]): string[] {
	if (typeof text !== 'string') return text.flatMap((entry) => parseList(entry));
	const inner = removeInvisible(text).trim().replace(IN_BRACKETS, '$1');
	return inner.split(BETWEEN).filter((entry) => entry !== '');
}

/** @returns a text with its percent encodings decoded, or as it is if they are invalid */
export function safeDecode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** @returns the text without the given character at its end, however often it is repeated; in linear time */
export function trimEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end -= 1;
	return text.slice(0, end);
}

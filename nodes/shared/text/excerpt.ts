/**
 * Marks the beginning of a text that may have to be cut. A Unicode noncharacter, as the mark of the end: they are meant
 * for use within a program and do not occur in exchanged texts (Unicode Standard, 23.7).
 */
const BEGIN = '\uFDD0';

/** Marks the end of a text that may have to be cut. */
const END = '\uFDD1';

const MARKS = /[\uFDD0\uFDD1]/g;

/** A marked text: its longest length, and the text that may have to be cut. */
const MARKED = /\uFDD0(\d+) ([^\uFDD0\uFDD1]*)\uFDD1/g;

/** The maximum number of characters shown of a page, or of a text from a server. */
const LONGEST_TEXT = 500;

/** A cut is made between two words, at most this many characters before the limit. */
const LONGEST_WORD = 60;

/**
 * Marks a text to be cut, such as a text from a server, before it becomes part of a message. It is cut when
 * secrets are masked (`SecretMask`), and nowhere else: a key that is cut earlier could not be recognized any more, and
 * part of it would be shown.
 * @param longest number of characters to keep; a last word that does not fit is dropped
 */
export function excerpt(text: string, longest = LONGEST_TEXT): string {
	const bare = text.replace(MARKS, '').trim();
	const isFine = bare.length <= longest && !/[^\S ]| {2}/.test(bare);
	return isFine ? bare : `${BEGIN}${longest} ${bare}${END}`;
}

/** The maximum number of characters shown of a value that only illustrates a fault. */
export const LONGEST_VALUE = 60;

/** Like {@link excerpt}, for a value that somebody entered. */
export function valueExcerpt(value: string): string {
	return excerpt(value, LONGEST_VALUE);
}

/** Like {@link excerpt}, for a value as JSON. */
export function jsonExcerpt(value: unknown, longest = LONGEST_VALUE): string {
	return excerpt(JSON.stringify(value) ?? 'nothing', longest);
}

/** @returns a text with a full stop at its end, unless it has one or the like */
export function endSentence(text: string): string {
	return /[.!?]\uFDD1?$/.test(text) ? text : `${text}.`;
}

/** Puts marked texts on one line each and cuts them. For texts in which all secrets are masked. */
export function cutExcerpts(text: string): string {
	// Few texts have a mark, and every text of every result comes here: the pattern takes several times as long.
	if (!text.includes(BEGIN)) return text;
	return text.replace(MARKED, (_, longest, marked: string) => cut(marked, Number(longest)));
}

function cut(text: string, longest: number): string {
	const line = text.replace(/\s+/g, ' ');
	if (line.length <= longest) return line;
	const head = line.slice(0, longest);
	const space = head.lastIndexOf(' ');
	const whole = space > Math.max(0, longest - LONGEST_WORD) ? head.slice(0, space) : head;
	// Half of a surrogate pair would be shown as a question mark.
	return `${whole.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

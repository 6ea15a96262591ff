import { withoutInvisible } from './invisible';

/** Between entries, or around them where a JSON array was pasted. */
const BETWEEN = /[\s,;"']+/;

/** A JSON array, unless what begins it is an address of IPv6. */
const IN_BRACKETS = /^\[(?![\da-f]*:[\da-f:.]*\])([^]*)\]$/i;

/**
 * @returns the entries of a list as people type or paste it: on lines, separated by commas, or a JSON array. A list
 * from an expression is one already.
 */
export function listedIn(text: string | readonly string[]): string[] {
	if (typeof text !== 'string') return text.flatMap((entry) => listedIn(entry));
	const inner = withoutInvisible(text).trim().replace(IN_BRACKETS, '$1');
	return inner.split(BETWEEN).filter((entry) => entry !== '');
}

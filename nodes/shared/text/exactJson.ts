import { parseOrUndefined } from './json';

/** How a value of 16 digits or more begins: smaller integers are exact, so most texts need no closer look. */
const LONG_NUMBER = /(?:^|[:,[\s])-?\d{16}/;

const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [...'"\\-09'].map((each) => each.charCodeAt(0));

const NUMBER = /-?\d+(?:[.eE][\d.eE+-]*)?/y;

/**
 * Parses JSON like `parseOrUndefined`, but integers that a number cannot hold exactly, such as 18446744073709551615,
 * become decimal texts: rounded, they would be values that nobody sent.
 */
export function parseExactly(text: string): unknown {
	const parsed = parseOrUndefined(text);
	if (parsed === undefined || !LONG_NUMBER.test(text)) return parsed;
	const parts: string[] = [];
	let done = 0;
	for (const { token, from } of listInexactIntegers(text)) {
		parts.push(text.slice(done, from), `"${token}"`);
		done = from + token.length;
	}
	return JSON.parse(parts.join('') + text.slice(done));
}

/** @returns the first integer in valid JSON that a number cannot hold exactly, if there is one */
export function findInexactInteger(text: string): string | undefined {
	if (!LONG_NUMBER.test(text)) return undefined;
	for (const { token } of listInexactIntegers(text)) return token;
	return undefined;
}

/** Goes through valid JSON once. A pattern for its texts would need a stack as deep as they are long. */
function* listInexactIntegers(text: string): Generator<{ token: string; from: number }> {
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === QUOTE) index = endOfText(text, index);
		const mayBegin = code === MINUS || (code >= ZERO && code <= NINE);
		if (!mayBegin) continue;
		NUMBER.lastIndex = index;
		const token = NUMBER.exec(text)?.[0];
		if (token === undefined) continue;
		const isInteger = !/[.eE]/.test(token);
		if (isInteger && !Number.isSafeInteger(Number(token))) yield { token, from: index };
		index += token.length - 1;
	}
}

/** @returns the index of the quote that ends the text beginning at another */
function endOfText(text: string, begin: number): number {
	let end = text.indexOf('"', begin + 1);
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end;
}

/** After an even number of backslashes, all of them stand for themselves. */
function isEscaped(text: string, index: number): boolean {
	let backslashes = 0;
	while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1;
	return backslashes % 2 === 1;
}

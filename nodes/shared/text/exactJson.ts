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
	let isInText = false;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === QUOTE) isInText = !isInText;
		if (isInText) index += code === BACKSLASH ? 1 : 0;
		else if (code === MINUS || (code >= ZERO && code <= NINE)) {
			NUMBER.lastIndex = index;
			// Valid JSON has one there.
			const [token] = NUMBER.exec(text) ?? ['0'];
			const isInteger = !/[.eE]/.test(token);
			if (isInteger && !Number.isSafeInteger(Number(token))) yield { token, from: index };
			index += token.length - 1;
		}
	}
}

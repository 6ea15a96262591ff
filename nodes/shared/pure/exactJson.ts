import { parsedOrUndefined } from './json';

/** How a value of 16 digits or more begins: smaller integers are exact, so most texts need no closer look. */
const LONG_NUMBER = /(?:^|[:,[\s])-?\d{16}/;

const NUMBER = /-?\d+(?:[.eE][\d.eE+-]*)?/y;

/**
 * Parses JSON like `parsedOrUndefined`, but integers that a number cannot hold exactly, such as 18446744073709551615,
 * become decimal texts: rounded, they would be values that nobody sent.
 */
export function parsedExactly(text: string): unknown {
	const parsed = parsedOrUndefined(text);
	if (parsed === undefined || !LONG_NUMBER.test(text)) return parsed;
	const parts: string[] = [];
	let done = 0;
	for (const { token, from } of inexactIntegers(text)) {
		parts.push(text.slice(done, from), `"${token}"`);
		done = from + token.length;
	}
	return JSON.parse(parts.join('') + text.slice(done));
}

/** @returns the first integer in valid JSON that a number cannot hold exactly, if there is one */
export function inexactInteger(text: string): string | undefined {
	if (!LONG_NUMBER.test(text)) return undefined;
	for (const { token } of inexactIntegers(text)) return token;
	return undefined;
}

/** Goes through valid JSON once. A pattern for its texts would need a stack as deep as they are long. */
function* inexactIntegers(text: string): Generator<{ token: string; from: number }> {
	for (let index = 0; index < text.length; index += 1) {
		if (text[index] === '"') {
			index = endOfText(text, index);
			continue;
		}
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
	let end = begin + 1;
	while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
	return end;
}

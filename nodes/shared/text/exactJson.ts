import { parseOrUndefined } from './json';

/** An integer of 16 digits or more, at a place where JSON may have a number: smaller integers are exact. */
const LONG_INTEGER = /(?<=^|[:,[\s])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON like `parseOrUndefined`, but integers that a number cannot hold exactly, such as 18446744073709551615,
 * become decimal texts: rounded, they would be values that nobody sent.
 */
export function parseExactly(text: string): unknown {
	const parsed = parseOrUndefined(text);
	const inexact = parsed === undefined ? [] : listInexactIntegers(text);
	if (inexact.length === 0) return parsed;
	const parts: string[] = [];
	let done = 0;
	for (const { 0: digits, index } of inexact) {
		parts.push(text.slice(done, index), `"${digits}"`);
		done = index + digits.length;
	}
	return JSON.parse(parts.join('') + text.slice(done));
}

/** @returns the integers in valid JSON that a number cannot hold exactly */
export function listInexactIntegers(text: string): RegExpExecArray[] {
	const candidates = [...text.matchAll(LONG_INTEGER)].filter(
		([digits]) => !Number.isSafeInteger(Number(digits)),
	);
	if (candidates.length === 0) return [];
	// An integer within a text follows an odd number of quotation marks.
	const withoutEscapes = text.replace(/\\[^]/g, '  ');
	let done = 0;
	let quotes = 0;
	return candidates.filter(({ index }) => {
		quotes += withoutEscapes.slice(done, index).split('"').length - 1;
		done = index;
		return quotes % 2 === 0;
	});
}

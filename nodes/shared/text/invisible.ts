/** Zero-width space and its kin, the word joiner and the byte order mark. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]/g;

/** @returns a text without the invisible characters that some programs put into copied text */
export function withoutInvisible(text: string): string {
	return text.replace(INVISIBLE, '');
}

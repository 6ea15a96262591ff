/** @returns a text without its percent-encoding; one with a stray percent sign as it is, because that is part of it */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

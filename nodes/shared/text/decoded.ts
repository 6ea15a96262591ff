/** @returns a text with its percent-encoding decoded; unchanged if a percent sign in it is not part of an encoding */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The words of a table written as text: one list for each line. */
export function tableRows(text: string, separator: RegExp = /\s+/): string[][] {
	return text
		.trim()
		.split('\n')
		.map((line) => line.trim().split(separator));
}

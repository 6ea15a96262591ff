/**
 * The expression behind a node's subtitle: the names people chose in the panel instead of the values
 * that are stored.
 * @param parameters names of the parameters whose values together select the text
 * @param texts the text for each combination of values, joined by dots
 */
export function subtitleOf(
	parameters: readonly string[],
	texts: Readonly<Record<string, string>>,
): string {
	const key = parameters.map((name) => `$parameter[${JSON.stringify(name)}]`).join(' + "." + ');
	return `={{ (${JSON.stringify(texts)})[${key}] }}`;
}

import { parsedOrUndefined } from '../../../shared/pure/json';

/**
 * @param given a list, or a text with a list of texts as JSON, or with entries between separators
 * @param separator without one, a text that is no JSON is one entry, whatever it contains
 * @returns the entries
 */
export function textList(
	given: string | readonly string[],
	separator: string | undefined,
): readonly string[] {
	if (typeof given !== 'string') return given;
	const parsed = given.startsWith('[') ? parsedOrUndefined(given) : undefined;
	const isList = Array.isArray(parsed) && parsed.every((entry) => typeof entry === 'string');
	const entries = isList ? parsed : separator === undefined ? [given] : given.split(separator);
	return entries.map((entry) => entry.trim());
}

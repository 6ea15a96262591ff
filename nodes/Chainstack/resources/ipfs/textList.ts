import { parsedOrUndefined } from '../../../shared/text/json';

/**
 * @param given a list, or a text with a list of texts as JSON, or with entries between commas
 * @returns the entries
 */
export function textList(given: string | readonly string[]): readonly string[] {
	if (typeof given !== 'string') return given;
	const parsed = given.startsWith('[') ? parsedOrUndefined(given) : undefined;
	const isList = Array.isArray(parsed) && parsed.every((entry) => typeof entry === 'string');
	const entries = isList ? parsed : given.split(',');
	return entries.map((entry) => entry.trim());
}

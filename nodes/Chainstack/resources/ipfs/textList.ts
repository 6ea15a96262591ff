import { parsedOrUndefined } from '../../../shared/pure/json';

/** @returns the entries of a list that was written with commas or as JSON */
export function textList(text: string): string[] {
	const parsed = text.startsWith('[') ? parsedOrUndefined(text) : undefined;
	const entries = Array.isArray(parsed) ? parsed.map(String) : text.split(',');
	return entries.map((entry) => entry.trim());
}

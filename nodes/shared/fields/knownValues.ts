import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

/** The form of a value that can be chosen although it is in no list. */
const PLAIN_VALUE = /^[\w.-]{1,100}$/;

/**
 * Fills a list with values that are known here. One that is not in it can be chosen as it was typed, because
 * the service knows more than its documentation.
 * @param typed the search text; both names and values are searched
 */
export function knownValues(
	entries: readonly INodeListSearchItems[],
	typed = '',
): INodeListSearchResult {
	const wanted = typed.trim();
	const isWanted = (text: unknown): boolean =>
		String(text).toLowerCase().includes(wanted.toLowerCase());
	const found = entries.filter(({ name, value }) => isWanted(name) || isWanted(value));
	const isListed = found.some(({ value }) => value === wanted);
	const isOther = !isListed && PLAIN_VALUE.test(wanted);
	return { results: isOther ? [...found, { name: wanted, value: wanted }] : found };
}

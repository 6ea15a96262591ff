import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';
import { Problem } from '../text/problem';
import { makeUnexpectedAnswerProblem } from './answerProblem';

/** One page of a list. */
export interface Page {
	results: IDataObject[];
	/** Path and query of the next page, unless this is the last. */
	next?: string;
	/** Records in the whole list, if the service says so. */
	count?: number;
}

/** After this many pages in a row that add nothing, a list counts as endless. */
const MOST_IDLE_PAGES = 10;

/**
 * @param what what the page belongs to, such as `a list`
 * @returns the records of a page
 * @throws Problem when there are none, or they are no objects
 */
export function readResults({ results }: Record<string, unknown>, what: string): IDataObject[] {
	if (Array.isArray(results) && results.every(isRecord)) return results as IDataObject[];
	const flaw = Array.isArray(results) ? "whose 'results' are not objects" : "without 'results'";
	throw makeUnexpectedAnswerProblem(`${what} ${flaw}`);
}

/**
 * Reads a list page by page, following `next` only while the caller keeps asking. One that leads back to an earlier
 * page ends the list. What is added or removed meanwhile shifts records to another page: one with the ID of a record
 * of an earlier page is left out.
 *
 * @throws Problem when `next` leads to page after page without anything new
 */
export async function* readRecords(
	first: Page,
	reader: { nextPage(next: string): Promise<Page> },
	noteCount?: (count: number) => void,
): AsyncGenerator<IDataObject> {
	const visited = new Set<string>();
	const known = new Set<unknown>();
	let idlePages = 0;
	let page = first;
	while (true) {
		const { results, next, count } = page;
		if (count !== undefined) noteCount?.(count);
		yield* results.filter(({ id }) => typeof id !== 'string' || !known.has(id));
		if (next === undefined || visited.has(next)) return;
		const keys = results.map((record) => record.id ?? JSON.stringify(record));
		idlePages = keys.every((key) => known.has(key)) ? idlePages + 1 : 0;
		if (idlePages >= MOST_IDLE_PAGES)
			throw new Problem(
				`The list does not end: ${MOST_IDLE_PAGES} pages in a row contained nothing new, but still linked to a next page`,
				{ hint: "Set 'Limit' to the number of results you need, or narrow the list with filters" },
			);
		for (const key of keys) known.add(key);
		visited.add(next);
		page = await reader.nextPage(next);
	}
}

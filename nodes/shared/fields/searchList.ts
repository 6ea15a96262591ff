import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { createNodeError, maskProblem } from '../run/nodeError';
import { OperationContext } from '../run/operationContext';
import { openSession } from '../run/session';
import { toProblem } from '../text/problem';

/** People wait for a dropdown to fill: give up sooner than an execution does. */
const DROPDOWN_RETRY_OPTIONS = { timeoutMs: 10_000, maxRetries: 1, maxRetryWaitMs: 3000 };

/** A search stops after the page with this many matches; the user can type more, or scroll on. */
const MOST_MATCHES = 50;

/** No more pages than this are read for a text, because each letter that is typed starts a search anew. */
const MOST_PAGES = 25;

const BY_NAME = { order_by: 'name' } as const;

/** How a resource's list becomes the entries of a dropdown. */
interface ListedResource {
	path: string;
	/** Text of an entry; it is searched together with the details and the id. */
	title(record: IDataObject): string;
	/** Tells records of the same name apart, besides the ID. */
	details?(record: IDataObject): string;
}

/** Fills a dropdown; n8n calls it with the panel as `this`. */
export type PanelSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	next?: string,
) => Promise<INodeListSearchResult>;

/**
 * Declares the search of a dropdown in a list of the platform: page by page without a search text, otherwise with the
 * entries of as many pages as may be read whose title or id contains it; when the user scrolls, it goes on from there.
 *
 * @throws NodeApiError or NodeOperationError with the reason, which the dropdown shows
 */
export function searchResource({ path, title, details }: ListedResource): PanelSearch {
	const describe = (record: IDataObject): string =>
		[title(record), details?.(record), `…${String(record.id).split('-').at(-1)}`]
			.filter(Boolean)
			.join(' · ');
	return function (filter = '', next) {
		return withDropdownContext(this, async ({ api }) => {
			const isSearch = filter.trim() !== '';
			const found: IDataObject[] = [];
			let read = 0;
			let pages = 0;
			do {
				const page = await (next === undefined ? api.page(path, BY_NAME) : api.nextPage(next));
				const matches = page.results.filter((each) =>
					containsText([describe(each), each.id], filter),
				);
				found.push(...matches);
				read += page.results.length;
				pages += 1;
				({ next } = page);
			} while (isSearch && next !== undefined && found.length < MOST_MATCHES && pages < MOST_PAGES);
			const shared = findRepeated(found.map(getRecordName));
			const results = found.map((record) => ({
				name: shared.has(getRecordName(record)) ? describe(record) : title(record),
				value: String(record.id),
			}));
			// An entry that says that the search is not complete; it chooses nothing.
			if (pages === MOST_PAGES && next !== undefined)
				results.push({
					name: `Only ${read.toLocaleString('en-US')} were searched: scroll on, type another text, or use By ID`,
					value: '',
				});
			return { results, paginationToken: next };
		});
	};
}

/** @returns the texts that occur several times */
export function findRepeated(texts: readonly string[]): ReadonlySet<string> {
	return new Set(texts.filter((text, index) => texts.indexOf(text) < index));
}

/** @returns whether any of the words of an entry contain a text, in small or capital letters */
export function containsText(words: readonly unknown[], text = ''): boolean {
	return words.join(' ').toLowerCase().includes(text.trim().toLowerCase());
}

/**
 * Gives the search of a dropdown the context of an operation.
 * @throws NodeApiError or NodeOperationError with the reason, which the dropdown shows
 */
export async function withDropdownContext<T>(
	n8n: ILoadOptionsFunctions,
	work: (context: OperationContext) => Promise<T>,
): Promise<T> {
	const session = await openSession(n8n);
	const { problem, ownKeys } = session;
	try {
		if (problem !== undefined) throw problem;
		const context = new OperationContext(session, DROPDOWN_RETRY_OPTIONS);
		return ownKeys.deep(await work(context));
	} catch (error) {
		throw createNodeError(maskProblem(toProblem(error), ownKeys), n8n.getNode());
	}
}

/** @returns the name of a record; some have none, or an empty one */
export function getRecordName({ name, id }: IDataObject): string {
	return typeof name === 'string' && name.trim() !== '' ? name : String(id);
}

/** The form of a value that can be chosen although it is in no list. */
const PLAIN_VALUE = /^[\w.-]{1,100}$/;

/**
 * Declares the search of a list whose values are known here; both names and values are searched. A value that is not in
 * it can be chosen as it was typed, because the service knows more than its documentation.
 */
export function searchKnown(entries: readonly INodeListSearchItems[]): PanelSearch {
	return async (typed = '') => {
		const wanted = typed.trim();
		const found = entries.filter(({ name, value }) => containsText([name, value], wanted));
		const isListed = found.some(({ value }) => value === wanted);
		const isOther = !isListed && PLAIN_VALUE.test(wanted);
		const results = isOther ? [...found, { name: wanted, value: wanted }] : found;
		return await Promise.resolve({ results });
	};
}

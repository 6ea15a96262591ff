import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import type { PlatformClient } from '../managementApi/platformClient';
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
	/** The chain of a record, shown after its name. */
	chain?(record: IDataObject): string | undefined;
	/** What a record is found by as well, such as its region. Not shown: n8n stores the text that was shown. */
	details?(record: IDataObject): unknown[];
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
export function searchResource(resource: ListedResource): PanelSearch {
	return function (filter = '', next) {
		return withDropdownContext(this, async ({ api }) => {
			const found = await readMatches(resource, filter, next, api);
			const results = toEntries(resource, found.matches);
			if (found.isCutShort) results.push(makeIncompleteEntry(found.read));
			return { results, paginationToken: found.next };
		});
	};
}

/** The matches of some pages of a list. */
interface FoundRecords {
	matches: IDataObject[];
	/** Number of records that were searched. */
	read: number;
	/** The page to go on from; absent at the end of the list. */
	next?: string;
	/** Whether the search ended because it had read many pages. */
	isCutShort: boolean;
}

/** @param next the page to begin with, instead of the first */
async function readMatches(
	resource: ListedResource,
	filter: string,
	next: string | undefined,
	api: PlatformClient,
): Promise<FoundRecords> {
	const found: FoundRecords = { matches: [], read: 0, next, isCutShort: false };
	const isMatch = (record: IDataObject): boolean =>
		containsText(listWords(resource, record), filter);
	let pages = 0;
	while (true) {
		const page = await (found.next === undefined
			? api.page(resource.path, BY_NAME)
			: api.nextPage(found.next));
		found.matches.push(...page.results.filter(isMatch));
		found.read += page.results.length;
		found.next = page.next;
		pages += 1;
		if (page.next === undefined || filter.trim() === '') return found;
		if (pages === MOST_PAGES) return { ...found, isCutShort: true };
		if (found.matches.length >= MOST_MATCHES) return found;
	}
}

/** Entries such as `eth-1 · Ethereum Mainnet`; those that share a name have the end of their ID after it. */
function toEntries(
	{ chain }: ListedResource,
	records: readonly IDataObject[],
): INodeListSearchItems[] {
	const shared = findRepeated(records.map(getRecordName));
	const named = records.map((record) => {
		const name = getRecordName(record);
		return shared.has(name) ? `${name} (…${String(record.id).split('-').at(-1)})` : name;
	});
	const stillShared = findRepeated(named);
	return records.map((record, index) => {
		const isUnclear = stillShared.has(named[index]);
		const name = isUnclear ? `${getRecordName(record)} (${String(record.id)})` : named[index];
		const parts = [name, chain?.(record)];
		return { name: parts.filter(Boolean).join(' · '), value: String(record.id) };
	});
}

/** @returns everything that a record is found by, as it is shown and in its details */
function listWords({ chain, details }: ListedResource, record: IDataObject): unknown[] {
	const title = [getRecordName(record), chain?.(record)].filter(Boolean).join(' · ');
	return [title, ...(details?.(record) ?? []), record.id];
}

/** An entry that says that the search is not complete; it chooses nothing. */
function makeIncompleteEntry(read: number): INodeListSearchItems {
	return {
		name: `Only ${read.toLocaleString('en-US')} were searched: scroll on, type another text, or use By ID`,
		value: '',
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

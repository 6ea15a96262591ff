import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import type { Page } from '../managementApi/pages';
import type { PlatformClient } from '../managementApi/platformClient';
import { createNodeError } from '../run/nodeError';
import { openSession, OperationContext } from '../run/session';
import { toProblem } from '../text/problem';

/** People wait for a dropdown to fill: give up sooner than an execution does. */
const DROPDOWN_RETRY_OPTIONS = { timeoutMs: 10_000, maxRetries: 1, maxRetryWaitMs: 3000 };

/** A search stops after the page with this many matches; the user can type more, or scroll on. */
const MOST_MATCHES = 50;

/** No more pages than this are read for a text, because each letter that is typed starts a search anew. */
const MOST_PAGES = 25;

const BY_NAME = { order_by: 'name' } as const;

type Entry = INodeListSearchResult['results'][number];

/** How a resource's list becomes the entries of a dropdown. */
export interface ListedResource {
	path: string;
	/** Text of an entry; it is searched together with the details and the id. */
	title(record: IDataObject): string;
	/** Tells records of the same name apart, besides the ID. */
	details?(record: IDataObject): string;
	/** Adds to records what their titles need and the list lacks. Never throws. */
	complete?(records: IDataObject[], api: PlatformClient): Promise<IDataObject[]>;
}

/** Fills a dropdown; n8n calls it with the panel as `this`. */
export type PanelSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	next?: string,
) => Promise<INodeListSearchResult>;

/**
 * Declares what fills a dropdown from a list of the platform: page by page without a search text, otherwise with the
 * entries whose title or id contains it.
 *
 * @throws NodeApiError or NodeOperationError with the reason, which the dropdown shows
 */
export function searchResource(listed: ListedResource): PanelSearch {
	return function (filter = '', next) {
		return withDropdownContext(this, async ({ api }) => {
			if (filter.trim() !== '') return await searchPages(api, listed, filter.trim(), next);
			const page = await readPage(api, listed, next);
			const records = (await listed.complete?.(page.results, api)) ?? page.results;
			return { results: listEntries(records, listed), paginationToken: page.next };
		});
	};
}

/**
 * Provides what fills a dropdown with what operations work with.
 * @throws NodeApiError or NodeOperationError with the reason, which the dropdown shows
 */
export async function withDropdownContext<T>(
	n8n: ILoadOptionsFunctions,
	work: (context: OperationContext) => Promise<T>,
): Promise<T> {
	const { session, problem } = await openSession(n8n);
	try {
		if (problem !== undefined) throw problem;
		const context = new OperationContext(session, DROPDOWN_RETRY_OPTIONS);
		return session.ownKeys.deep(await work(context));
	} catch (error) {
		const report = { node: n8n.getNode(), itemIndex: 0, mask: session.ownKeys, inOneText: true };
		throw createNodeError(toProblem(error), report);
	}
}

function readPage(
	api: PlatformClient,
	{ path }: ListedResource,
	next: string | undefined,
): Promise<Page> {
	return api.page(next ?? path, next === undefined ? BY_NAME : undefined);
}

/** Searches as many pages as may be read; the list goes on where it stopped when the user scrolls on. */
async function searchPages(
	api: PlatformClient,
	listed: ListedResource,
	filter: string,
	from: string | undefined,
): Promise<INodeListSearchResult> {
	const isMatch = (record: IDataObject): boolean =>
		[listed.title(record), listed.details?.(record), record.id]
			.join(' ')
			.toLowerCase()
			.includes(filter.toLowerCase());
	const read: IDataObject[] = [];
	let next = from;
	let pages = 0;
	do {
		const page = await readPage(api, listed, next);
		read.push(...page.results);
		({ next } = page);
		pages += 1;
		// What titles lack is read for all records in one go, so that they cannot be matched before.
		const isEnough = listed.complete === undefined && read.filter(isMatch).length >= MOST_MATCHES;
		if (isEnough)
			return { results: listEntries(read.filter(isMatch), listed), paginationToken: next };
	} while (next !== undefined && pages < MOST_PAGES);
	const records = (await listed.complete?.(read, api)) ?? read;
	const results = listEntries(records.filter(isMatch), listed);
	const isPartly = next !== undefined;
	return {
		results: isPartly ? [...results, makeIncompleteEntry(read.length)] : results,
		paginationToken: next,
	};
}

/** An entry that says that the search is not complete; it chooses nothing. */
function makeIncompleteEntry(count: number): Entry {
	return {
		name: `Only ${count.toLocaleString('en-US')} were searched: scroll on, type another text, or use By ID`,
		value: '',
	};
}

function listEntries(records: readonly IDataObject[], listed: ListedResource): Entry[] {
	const counts = new Map<string, number>();
	for (const record of records)
		counts.set(getRecordName(record), (counts.get(getRecordName(record)) ?? 0) + 1);
	return records.map((record) => ({
		name:
			(counts.get(getRecordName(record)) ?? 0) > 1
				? [
						listed.title(record),
						listed.details?.(record),
						`…${String(record.id).split('-').at(-1)}`,
					]
						.filter(Boolean)
						.join(' · ')
				: listed.title(record),
		value: String(record.id),
	}));
}

/** @returns the name of a record; some have none, or an empty one */
export function getRecordName({ name, id }: IDataObject): string {
	return typeof name === 'string' && name.trim() !== '' ? name : String(id);
}

/** The form of a value that can be chosen although it is in no list. */
const PLAIN_VALUE = /^[\w.-]{1,100}$/;

/**
 * Declares what fills a list with values that are known here; both names and values are searched. One that is not in it
 * can be chosen as it was typed, because the service knows more than its documentation.
 */
export function searchKnown(entries: readonly INodeListSearchItems[]): PanelSearch {
	return async (typed = '') => {
		const wanted = typed.trim();
		const isWanted = (text: unknown): boolean =>
			String(text).toLowerCase().includes(wanted.toLowerCase());
		const found = entries.filter(({ name, value }) => isWanted(name) || isWanted(value));
		const isListed = found.some(({ value }) => value === wanted);
		const isOther = !isListed && PLAIN_VALUE.test(wanted);
		const results = isOther ? [...found, { name: wanted, value: wanted }] : found;
		return await Promise.resolve({ results });
	};
}

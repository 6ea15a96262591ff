import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { PlatformClient } from '../platform/platformClient';
import { asProblem } from '../pure/problem';
import { NO_FILES } from '../session/binaryFiles';
import { nodeError } from '../session/nodeError';
import { openSession, type OperationContext } from '../session/session';

/** People wait for a dropdown to fill: give up sooner than an execution does. */
const DROPDOWN_RETRY_OPTIONS = { timeoutMs: 10_000, maxRetries: 1, maxRetryWaitMs: 3000 };

/** A search stops at this number of entries; the user can type more. */
const MOST_MATCHES = 50;

const BY_NAME = { order_by: 'name' } as const;

/** How a resource's list becomes the entries of a dropdown. */
export interface ListedResource {
	/** Path of the list. */
	path: string;
	/** Text of an entry; it is searched together with the id. */
	title(record: IDataObject): string;
	/** Adds to records what their titles need and the list lacks. Never throws. */
	complete?(records: IDataObject[], api: PlatformClient): Promise<IDataObject[]>;
	/** Address of its page in the console, where it has one. */
	page?(record: IDataObject): string;
}

/**
 * Reads the entries of a dropdown from a list of the platform: page by page without a search text,
 * otherwise those whose title or id contains it.
 *
 * @throws NodeApiError or NodeOperationError with the reason, which the dropdown shows
 */
export async function searchList(
	n8n: ILoadOptionsFunctions,
	listed: ListedResource,
	filter: string | undefined,
	next: string | undefined,
): Promise<INodeListSearchResult> {
	return await withDropdownContext(n8n, async ({ api }) => {
		const entry = (record: IDataObject): INodeListSearchResult['results'][number] => ({
			name: listed.title(record),
			value: String(record.id),
			url: listed.page?.(record),
		});
		if (filter !== undefined && filter.trim() !== '') {
			return { results: (await matches(api, listed, filter)).map(entry) };
		}
		const page = await api.page(next ?? listed.path, next === undefined ? BY_NAME : undefined);
		const records = (await listed.complete?.(page.results, api)) ?? page.results;
		return { results: records.map(entry), paginationToken: page.next };
	});
}

/**
 * Provides what fills a dropdown with what operations work with.
 * @throws NodeApiError or NodeOperationError with the reason, which the dropdown shows
 */
export async function withDropdownContext<T>(
	n8n: ILoadOptionsFunctions,
	work: (context: OperationContext) => Promise<T>,
): Promise<T> {
	const { session, problem } = await openSession(n8n, { caller: 'platform' });
	try {
		if (problem !== undefined) throw problem;
		return session.ownKeys.deep(await work(session.item(DROPDOWN_RETRY_OPTIONS, NO_FILES).context));
	} catch (error) {
		const report = { node: n8n.getNode(), itemIndex: 0, mask: session.ownKeys, inOneText: true };
		throw nodeError(asProblem(error), report);
	}
}

async function matches(
	api: PlatformClient,
	listed: ListedResource,
	filter: string,
): Promise<IDataObject[]> {
	const wanted = filter.trim().toLowerCase();
	const records =
		listed.complete === undefined ? api.list(listed.path, BY_NAME) : completed(api, listed);
	const found: IDataObject[] = [];
	for await (const record of records) {
		if (`${listed.title(record)} ${String(record.id)}`.toLowerCase().includes(wanted))
			found.push(record);
		if (found.length === MOST_MATCHES) break;
	}
	return found;
}

/** All records at once, because what their titles need is read for all of them in one go. */
async function* completed(
	api: PlatformClient,
	{ path, complete }: ListedResource,
): AsyncGenerator<IDataObject> {
	const records: IDataObject[] = [];
	for await (const record of api.list(path, BY_NAME)) records.push(record);
	yield* (await complete?.(records, api)) ?? records;
}

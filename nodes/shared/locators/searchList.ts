import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { NO_FILES } from '../items/binaryFiles';
import { nodeError } from '../items/nodeError';
import { Session, type Tools } from '../items/tools';
import { PLATFORM_LIMITS, runSettings } from '../items/requestOptions';
import type { PlatformClient } from '../platform/platformClient';
import { readCredential } from '../platform/credential';
import { asProblem } from '../pure/problem';
import { SecretMask } from '../pure/secretMask';

/** People wait in front of a dropdown: give up sooner than an execution does. */
const DROPDOWN_RETRY_OPTIONS = { timeoutMs: 10_000, maxRetries: 1, maxRetryWaitMs: 3000 };

/** Entries found by a search are enough at this number; the user types on. */
const MOST_MATCHES = 50;

/** How a resource's list becomes the entries of a dropdown. */
export interface ListedResource {
	/** Path of the list. */
	path: string;
	/** Text of an entry; it is searched together with the id. */
	title(record: IDataObject): string;
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
	context: ILoadOptionsFunctions,
	listed: ListedResource,
	filter: string | undefined,
	next: string | undefined,
): Promise<INodeListSearchResult> {
	return await withListTools(context, async ({ api }) => {
		const entry = (record: IDataObject): INodeListSearchResult['results'][number] => ({
			name: listed.title(record),
			value: String(record.id),
			url: listed.page?.(record),
		});
		if (filter !== undefined && filter.trim() !== '') {
			return { results: (await matches(api, listed, filter)).map(entry) };
		}
		const page = await api.page(
			next ?? listed.path,
			next === undefined ? { order_by: 'name' } : undefined,
		);
		return { results: page.results.map(entry), paginationToken: page.next };
	});
}

/**
 * Gives the tools of an operation to what fills a dropdown.
 * @throws NodeApiError or NodeOperationError with the reason, which the dropdown shows
 */
export async function withListTools<T>(
	context: ILoadOptionsFunctions,
	work: (tools: Tools) => Promise<T>,
): Promise<T> {
	const node = context.getNode();
	const settings = runSettings({}, PLATFORM_LIMITS);
	let mask = new SecretMask();
	try {
		const session = new Session(context, node, await readCredential(context), settings, false);
		mask = session.ownKeys;
		return await work(session.item(DROPDOWN_RETRY_OPTIONS, NO_FILES).tools);
	} catch (error) {
		throw nodeError(asProblem(error), { node, itemIndex: 0, mask, inOneText: true });
	}
}

async function matches(
	api: PlatformClient,
	listed: ListedResource,
	filter: string,
): Promise<IDataObject[]> {
	const wanted = filter.trim().toLowerCase();
	const found: IDataObject[] = [];
	for await (const record of api.list(listed.path, { order_by: 'name' })) {
		if (`${listed.title(record)} ${String(record.id)}`.toLowerCase().includes(wanted))
			found.push(record);
		if (found.length === MOST_MATCHES) break;
	}
	return found;
}

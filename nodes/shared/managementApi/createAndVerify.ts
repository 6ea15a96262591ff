import type { IDataObject } from 'n8n-workflow';

import { inWords } from '../text/duration';
import { valueExcerpt } from '../text/excerpt';
import { asProblem } from '../text/problem';
import type { PlatformClient } from './platformClient';
import type { Query } from './requestParts';

/** Check no further back than this many records: the list is sorted by age, newest first. */
const MOST_RECORDS = 100;

/** The order of a list of networks, nodes or projects that has the newest first. */
export const NEWEST_FIRST = { order_by: '-created_at' } as const;

/** Creation times and Date headers are given to the second, or nearly so. */
const TOLERANCE_MS = 1000;

/** Where to look for traces of a request, and what they are. */
export interface TraceSearch {
	/** Path of the list. */
	path: string;
	/** Filters of the list, and its order: the newest first. */
	query: Query;
	/** Decides whether a record matches, apart from its age and its name. */
	matches(record: IDataObject): boolean;
	/** The name that was asked for; the service may give another one. */
	name?: string;
	/** Names that were asked for in other requests: what has one of them comes from those. */
	otherNames?: ReadonlySet<string>;
	/** Ids that are known to come from other requests. */
	known: ReadonlySet<string>;
}

/**
 * Sends a request that creates something. If its outcome is unclear, searches once for what it may have created, and
 * reports what it found; it never decides that something was, or was not, created.
 *
 * @throws what `send` throws; a Problem with an unclear effect says what was found
 */
export async function createAndVerify<T>(
	api: PlatformClient,
	search: TraceSearch,
	send: () => Promise<T>,
): Promise<T> {
	const startedAt = api.clock.wallMs();
	try {
		return await send();
	} catch (error) {
		const problem = asProblem(error);
		if (problem.effect !== 'unclear') throw problem;
		const found = await findTraces(api, search, startedAt).catch(
			() => 'The list could not be read to check for it',
		);
		throw problem.with({ hint: `${found}. ${problem.hint ?? ''}`.trim() });
	}
}

async function findTraces(
	api: PlatformClient,
	search: TraceSearch,
	startedAt: number,
): Promise<string> {
	const found: Array<{ hasName: boolean; text: string }> = [];
	let read = 0;
	for await (const record of api.list(search.path, search.query)) {
		read += 1;
		if (read > MOST_RECORDS) break;
		// The service's clock, not this machine's, is on the records.
		const age = Date.parse(String(record.created_at)) - (startedAt + api.clockOffsetMs);
		if (Number.isNaN(age) || age < -TOLERANCE_MS) continue;
		const id = String(record.id);
		if (search.known.has(id) || !search.matches(record)) continue;
		const hasName = !search.name || record.name === search.name;
		if (!hasName && search.otherNames?.has(String(record.name))) continue;
		const other = hasName ? '' : ` under the name ${valueExcerpt(`'${String(record.name)}'`)}`;
		const text = `${id} was created ${inWords(Math.max(0, age))} after the request${other}; check it before repeating`;
		found.push({ hasName, text });
	}
	if (found.length === 0) return 'Right after the request, the list contained nothing that matches';
	// One that has the name is it; without such, the service may have chosen the name of any of them.
	const named = found.filter(({ hasName }) => hasName);
	return (named.length > 0 ? named : found).map(({ text }) => text).join('. ');
}

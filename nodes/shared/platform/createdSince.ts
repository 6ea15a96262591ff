import type { IDataObject } from 'n8n-workflow';

import { inWords } from '../pure/duration';
import { Problem } from '../pure/problem';
import type { PlatformClient, Query } from './platformClient';

/** Look no further back than this many records: the list is sorted by age, newest first. */
const MOST_RECORDS = 100;

/** Creation times and Date headers are given to the second, or nearly so. */
const TOLERANCE_MS = 1000;

/** Where and for what to look. */
export interface CreatedSince {
	/** Path of the list. */
	path: string;
	query: Query;
	/** What the record has to match besides its age. */
	matches(record: IDataObject): boolean;
	/** Local wall-clock time in milliseconds at which the request began. */
	startedAt: number;
	/** Ids that are known to stem from other requests. */
	known: ReadonlySet<string>;
}

/**
 * Looks once for what a request may have created although its outcome is unclear, and says what it found.
 * It never decides that something was, or was not, created.
 *
 * @param unclear the problem of the request
 * @returns the same problem with what was found added to its hint
 */
export async function withWhatWasFound(
	unclear: Problem,
	api: PlatformClient,
	search: CreatedSince,
): Promise<Problem> {
	const found = await look(api, search).catch(() => undefined);
	return new Problem(unclear.message, {
		effect: 'unclear',
		httpStatus: unclear.httpStatus,
		hint: `${found ?? 'A look at the list could not be made'}. ${unclear.hint ?? ''}`.trim(),
	});
}

async function look(api: PlatformClient, search: CreatedSince): Promise<string> {
	const found: string[] = [];
	let read = 0;
	for await (const record of api.list(search.path, { ...search.query, order_by: '-created_at' })) {
		read += 1;
		if (read > MOST_RECORDS) break;
		// The service's clock, not this machine's, is on the records.
		const age = Date.parse(String(record.created_at)) - (search.startedAt + api.clockOffsetMs);
		if (Number.isNaN(age) || age < -TOLERANCE_MS) continue;
		const id = String(record.id);
		if (search.known.has(id) || !search.matches(record)) continue;
		found.push(
			`${id} was created ${inWords(Math.max(0, age))} after the request; check it before repeating`,
		);
	}
	return found.length === 0
		? 'A look at the list right afterwards found nothing that matches'
		: found.join('. ');
}

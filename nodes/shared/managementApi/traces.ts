import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../scheduler/clock';
import { formatDuration } from '../text/duration';
import { excerpt, valueExcerpt } from '../text/excerpt';
import { toProblem } from '../text/problem';
import { parseTimestamp } from '../text/timestamp';
import type { PlatformClient } from './platformClient';

/** Check no further back than this many records. */
const MOST_RECORDS = 100;

/** Creation times and Date headers are given to the second, or nearly so. */
const TOLERANCE_MS = 1000;

/** Traces that a request which creates something may leave. */
export interface Traces {
	/** The existing records, the newest first; read only if it is unknown whether the request had an effect. */
	list: AsyncIterable<IDataObject>;
	/** Decides whether a record matches, apart from its age and its name. */
	matches?(record: IDataObject): boolean;
	name?: string;
}

/** The run that a request belongs to. */
export interface TraceContext {
	api: PlatformClient;
	clock: Clock;
	/** Ids that come from other requests. */
	createdIds: ReadonlySet<string>;
}

/**
 * For the end of a request that creates something, when it has been sent: if its effect is unclear, searches once for
 * what it may have created, and reports what was found. Never decides that something was, or was not, created.
 *
 * @returns what throws the problem it is given; one with an unclear effect says what was found
 */
export function nameTraces(
	traces: Traces,
	context: TraceContext,
): (thrown: unknown) => Promise<never> {
	const sentAt = context.clock.wallMs();
	return async (thrown) => {
		const problem = toProblem(thrown);
		if (problem.effect !== 'unclear') throw problem;
		const found = await findTraces(traces, sentAt, context).catch(
			() => 'The list could not be read to check for it',
		);
		throw problem.with({ hint: `${found}. ${problem.hint ?? ''}`.trim() });
	};
}

async function findTraces(
	{ list, matches, name }: Traces,
	sentAt: number,
	{ api, createdIds }: TraceContext,
): Promise<string> {
	const named: string[] = [];
	const others: string[] = [];
	let read = 0;
	for await (const record of list) {
		read += 1;
		if (read > MOST_RECORDS) break;
		// The service's clock, not this machine's, is on the records.
		const age = parseTimestamp(record.created_at) - (sentAt + api.clockOffsetMs);
		if (Number.isNaN(age) || age < -TOLERANCE_MS) continue;
		if (createdIds.has(String(record.id)) || matches?.(record) === false) continue;
		const trace = describeTrace(record, age, name);
		if (trace.hasName) named.push(trace.text);
		else others.push(trace.text);
	}
	if (named.length + others.length === 0)
		return 'Right after the request, the list contained nothing that matches';
	// Prefer records with our name; otherwise the service may have renamed ours.
	return (named.length > 0 ? named : others).join('. ');
}

/** @param ageMs how long after the request it was created, in milliseconds */
function describeTrace(record: IDataObject, ageMs: number, name?: string) {
	const hasName = !name || record.name === name;
	const other = hasName ? '' : ` under the name '${valueExcerpt(String(record.name))}'`;
	const after = formatDuration(Math.max(0, ageMs));
	const id = excerpt(String(record.id));
	const text = `${id} was created ${after} after the request${other}; check it before repeating`;
	return { hasName, text };
}

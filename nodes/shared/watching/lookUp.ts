import type { IDataObject } from 'n8n-workflow';

import { CHECK_BASE_URL } from '../managementApi/checkBaseUrl';
import type { Look } from '../polling/watchEvent';
import { asProblem, Cancelled, Problem } from '../text/problem';

/** A kind of resource that is watched. */
export interface WatchedKind {
	resource: 'network' | 'node';
	/** Path of the list, with a slash at its end. */
	path: string;
}

/** Results for the objects that were requested. */
export interface LookedUp {
	records: IDataObject[];
	/** Ids that the platform says do not exist. */
	gone: string[];
	/** Ids of objects about which nothing is known. */
	unknown: string[];
	/** How many of them were not reached before the poll had to end. */
	cutOff: number;
	/** Why the others could not be read, by id. */
	unread: Map<string, string>;
}

const NOT_ITSELF = 'Chainstack returned another object for this ID';

/** Why something chosen is not watched. */
export const NO_SUCH = {
	network: 'the API key has access to no network with this ID',
	node: 'the API key has access to no node with this ID',
} as const;

/**
 * Requests objects by their ids. Those that gave no answer the last time come last, so that a few which hang do not
 * hold back all others for ever.
 * @param mode `mayFail` where it does no harm if none of them can be read
 * @throws Problem when the API key is rejected, or nothing at all could be read
 */
export async function lookedUp(
	{ path, resource }: WatchedKind,
	objects: ReadonlyArray<{ id: string }>,
	{ context, failedLookUps }: Look,
	mode: 'mayFail' | 'mustWork' = 'mustWork',
): Promise<LookedUp> {
	const result: LookedUp = { records: [], gone: [], unknown: [], cutOff: 0, unread: new Map() };
	const problems: Problem[] = [];
	const hasFailed = ({ id }: { id: string }): number => Number(failedLookUps.has(id));
	const inTurn = [...objects].sort((a, b) => hasFailed(a) - hasFailed(b));
	const answers = await Promise.all(
		inTurn.map(async ({ id }) => {
			try {
				const record = await context.api.get(`${path}${id}/`, `${resource} ${id}`);
				if (record.id === id) return { id, record };
				return { id, problem: new Problem(NOT_ITSELF, { httpStatus: 200, hint: CHECK_BASE_URL }) };
			} catch (error) {
				return { id, problem: asProblem(error) };
			}
		}),
	);
	for (const { id, record, problem } of answers) {
		const isGone = problem?.httpStatus === 404 && problem.isFromService;
		if (record !== undefined) result.records.push(record);
		else if (isGone) result.gone.push(id);
		else result.unknown.push(id);
		if (problem instanceof Cancelled) {
			result.cutOff += 1;
			continue;
		}
		if (problem !== undefined && !isGone) {
			result.unread.set(id, problem.message);
			problems.push(problem);
			failedLookUps.add(id);
		} else failedLookUps.delete(id);
	}
	const refusal = problems.find(({ httpStatus }) => httpStatus === 401 || httpStatus === 403);
	if (refusal !== undefined) throw refusal;
	const isAnythingRead = result.records.length > 0 || result.gone.length > 0;
	if (isAnythingRead || mode === 'mayFail' || objects.length === 0) return result;
	if (problems.length > 0) throw problems[0];
	if (result.cutOff > 0) throw new Cancelled();
	return result;
}

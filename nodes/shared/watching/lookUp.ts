import type { IDataObject } from 'n8n-workflow';

import { makeUnexpectedAnswerProblem } from '../managementApi/answerProblem';
import { sortByAge, type Poll } from '../polling/watchEvent';
import { toProblem, Cancelled, Problem } from '../text/problem';

/** Resources that are watched. */
export type WatchedResource = 'network' | 'node';

/** A record of the platform. */
export type PlatformRecord = IDataObject & { id: string };

/** Results for the objects that were requested. */
export interface LookedUp {
	records: PlatformRecord[];
	/** Ids that the platform says do not exist. */
	gone: string[];
	/** Ids of objects about which nothing is known. */
	unknown: Set<string>;
	/** How many of them were not reached before the poll had to end. */
	cutOff: number;
	unread: Map<string, string>;
}

/**
 * Requests objects by their ids. Those that gave no answer the last time come last, so that a few which hang do not
 * hold back all others for ever.
 * @param most how many are requested; the others, checked more recently, are unknown
 * @param mode `mayFail` where it does no harm if none of them can be read
 * @throws Problem when the API key is rejected, or nothing at all could be read
 */
export async function lookUp(
	resource: WatchedResource,
	ids: Iterable<string>,
	poll: Poll,
	mode: 'mayFail' | 'mustWork' = 'mustWork',
	most = Infinity,
): Promise<LookedUp> {
	const { failedLookUps } = poll;
	const oldest = sortByAge(
		[...ids].map((id) => ({ id })),
		poll,
	).map(({ id }) => id);
	const asked = oldest.slice(0, most);
	const unknown = new Set(oldest.slice(most));
	const result: LookedUp = { records: [], gone: [], unknown, cutOff: 0, unread: new Map() };
	const problems: Problem[] = [];
	const hasFailed = (id: string): number => Number(failedLookUps.has(id));
	const read = async (id: string): Promise<IDataObject> => {
		const record = await poll.context.api.get(`/v1/${resource}s/${id}/`, `${resource} ${id}`);
		if (record.id === id) return record;
		throw makeUnexpectedAnswerProblem('another object for this ID', 200);
	};
	const answers = await Promise.all(
		asked
			.sort((a, b) => hasFailed(a) - hasFailed(b))
			.map(async (id) => ({ id, answer: await read(id).catch(toProblem) })),
	);
	for (const { id, answer } of answers) {
		const problem = answer instanceof Problem ? answer : undefined;
		const isGone = problem?.httpStatus === 404 && problem.isFromService;
		if (!(problem instanceof Cancelled)) failedLookUps.delete(id);
		if (!(answer instanceof Problem)) result.records.push({ ...answer, id });
		else if (isGone) result.gone.push(id);
		else unknown.add(id);
		if (problem instanceof Cancelled) result.cutOff += 1;
		else if (problem !== undefined && !isGone) {
			result.unread.set(id, problem.message);
			problems.push(problem);
			failedLookUps.add(id);
		}
	}
	const rejected = problems.find(({ httpStatus }) => httpStatus === 401 || httpStatus === 403);
	if (rejected !== undefined) throw rejected;
	const isAnythingRead = result.records.length > 0 || result.gone.length > 0;
	if (isAnythingRead || mode === 'mayFail') return result;
	if (problems.length > 0) throw problems[0];
	if (result.cutOff > 0) throw new Cancelled();
	return result;
}

import type { IDataObject } from 'n8n-workflow';

import { makeUnexpectedAnswerProblem } from '../managementApi/answerProblem';
import { NO_TIME } from '../polling/observation';
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
	/** Why nothing is known about others, by id. */
	unknown: Map<string, string | undefined>;
	/** The first of these problems. */
	problem?: Problem;
}

/**
 * Requests objects by their ids. Those that gave no answer the last time come last, so that a few which hang do not
 * hold back all others for ever.
 * @param most how many are requested; the others, checked more recently, are unknown
 * @throws Problem when there is no API key, or it is rejected
 */
export async function lookUp(
	resource: WatchedResource,
	ids: Iterable<string>,
	poll: Poll,
	most = Infinity,
): Promise<LookedUp> {
	const { failedLookUps, context } = poll;
	const { api } = context;
	const oldest = sortByAge(
		[...ids].map((id) => ({ id })),
		poll,
	);
	const hasFailed = ({ id }: { id: string }): number => Number(failedLookUps.has(id));
	const asked = oldest.slice(0, most).sort((a, b) => hasFailed(a) - hasFailed(b));
	const answers = await Promise.all(
		asked.map(async ({ id }) => ({
			id,
			answer: await api.get(`/v1/${resource}s/${id}/`, `${resource} ${id}`).catch(toProblem),
		})),
	);
	const result: LookedUp = { records: [], gone: [], unknown: new Map() };
	for (const { id } of oldest.slice(most)) result.unknown.set(id, undefined);
	for (const { id, answer: given } of answers) {
		const isOther = !(given instanceof Problem) && given.id !== id;
		const answer = isOther ? makeUnexpectedAnswerProblem('another object for this ID') : given;
		if (isRejected(answer)) throw answer;
		if (answer instanceof Cancelled) {
			result.unknown.set(id, NO_TIME);
			continue;
		}
		failedLookUps.delete(id);
		if (!(answer instanceof Problem)) result.records.push({ ...answer, id });
		else if (isMissing(answer)) result.gone.push(id);
		else {
			result.unknown.set(id, answer.message);
			result.problem ??= answer;
			failedLookUps.add(id);
		}
	}
	return result;
}

/** @returns whether an answer says that the API key is not accepted */
export function isRejected(answer: unknown): answer is Problem {
	return answer instanceof Problem && [401, 403].includes(answer.httpStatus ?? 0);
}

/** @returns whether an answer says that there is no such object */
export function isMissing(answer: unknown): boolean {
	return answer instanceof Problem && answer.httpStatus === 404 && answer.isFromService;
}

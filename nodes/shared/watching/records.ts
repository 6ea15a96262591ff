import type { IDataObject } from 'n8n-workflow';

import { makeUnexpectedAnswerProblem } from '../managementApi/answerProblem';
import type { Query } from '../managementApi/query';
import { checkId } from '../managementApi/resourceIds';
import { NO_TIME, type Snapshot } from '../polling/snapshot';
import { sortByAge, type Poll } from '../polling/watchEvent';
import { Cancelled, Problem, toProblem } from '../text/problem';
import type { WatchedResource, WatchedSet } from './watchedFields';

/** A record of the platform. */
export type PlatformRecord = IDataObject & { id: string };

/** @returns whether a status of a record is this one; the case of statuses varies */
export function isStatus(status: unknown, expected: string): boolean {
	return typeof status === 'string' && status.toLowerCase() === expected;
}

/**
 * Reads a list of the platform as far as it is watched.
 * @throws Problem, also when an entry is not a record
 */
export async function readListed(
	resource: WatchedResource,
	{ watch, project }: WatchedSet,
	{ context }: Poll,
): Promise<Map<string, PlatformRecord>> {
	const query: Query = watch === 'project' ? { project: checkId(project, 'project') } : {};
	const records = new Map<string, PlatformRecord>();
	for await (const record of context.api.list(`/v1/${resource}s/`, query)) {
		const { id } = record;
		if (typeof id !== 'string' || id === '')
			throw makeUnexpectedAnswerProblem('a list with an entry that has no ID');
		records.set(id, { ...record, id });
	}
	return records;
}

/**
 * Requests objects by their ids, in the order in which they are to be asked.
 * @param most how many are requested; the others, asked more recently, are unknown
 * @returns records, the ids that the platform says do not exist, why nothing is known about others, and the first of
 * these problems
 * @throws Problem when the API key is rejected
 */
export async function lookUp(
	resource: WatchedResource,
	ids: Iterable<string>,
	poll: Poll,
	most = Infinity,
) {
	const { failedLookUps } = poll.trigger;
	const { api } = poll.context;
	const named = [...ids].map((id) => ({ id }));
	const objects = sortByAge(named, poll);
	const asked = objects.slice(0, most);
	const answers = await Promise.all(
		asked.map(async ({ id }) => {
			const answer = await api.get(`/v1/${resource}s/${id}/`, `${resource} ${id}`).catch(toProblem);
			const isOther = !(answer instanceof Problem) && answer.id !== id;
			return isOther ? makeUnexpectedAnswerProblem('another object for this ID') : answer;
		}),
	);
	const unknown: Snapshot['unknown'] = new Map();
	for (const { id } of objects.slice(most)) unknown.set(id, undefined);
	const records: PlatformRecord[] = [];
	const gone: string[] = [];
	let problem: Problem | undefined;
	for (const [index, { id }] of asked.entries()) {
		const answer = answers[index];
		if (isRejected(answer)) throw answer;
		if (!(answer instanceof Cancelled)) failedLookUps.delete(id);
		if (!(answer instanceof Problem)) records.push({ ...answer, id });
		else if (isMissing(answer)) gone.push(id);
		else if (answer instanceof Cancelled) unknown.set(id, NO_TIME);
		else {
			unknown.set(id, answer.message);
			problem ??= answer;
			// Behind all that this poll checks, which is the next one to be counted.
			failedLookUps.set(id, poll.polls + 2);
		}
	}
	return { records, gone, unknown, problem };
}

/** @returns whether an answer of the API itself says that the API key is not accepted */
export function isRejected(answer: unknown): boolean {
	if (!(answer instanceof Problem) || !answer.isFromService) return false;
	return answer.httpStatus === 401 || answer.httpStatus === 403;
}

/** @returns whether an answer says that there is no such object */
export function isMissing(answer: unknown): boolean {
	return answer instanceof Problem && answer.httpStatus === 404 && answer.isFromService === true;
}

/**
 * Asks which organization the API key belongs to: a credential can be given another key.
 * @returns its id
 * @throws Problem, also for an answer without an ID: taken for another organization, everything would start again
 */
export async function readOrganization({ context }: Poll): Promise<string> {
	const { id } = await context.api.get('/v1/organization/', 'organization');
	if (typeof id === 'string' && id !== '') return id;
	throw makeUnexpectedAnswerProblem('an organization without an ID');
}

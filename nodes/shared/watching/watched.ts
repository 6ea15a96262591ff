import type { IDataObject } from 'n8n-workflow';

import { projectLocator } from '../fields/locator';
import { listChosenNodes, nodeRows } from '../fields/nodeRows';
import { makeUnexpectedAnswerProblem } from '../managementApi/answerProblem';
import type { Query } from '../managementApi/query';
import { checkId } from '../managementApi/resourceIds';
import {
	DELETED,
	NO_TIME,
	type EventNotes,
	type Observation,
	type Snapshot,
} from '../polling/snapshot';
import { sortByAge, type Poll } from '../polling/watchEvent';
import { toProblem, Cancelled, Problem } from '../text/problem';
import { field, type Property } from '../values/field';

/** Names of resources in the fields, and examples of their ids. */
export const RESOURCE_NAMES = {
	network: { title: 'Network', ids: 'NW-123-456-789, NW-987-654-321' },
	node: { title: 'Node', ids: 'ND-123-456-789, ND-987-654-321' },
} as const;

/** Resources that are watched. */
type WatchedResource = keyof typeof RESOURCE_NAMES;

/** The field that chooses the project, shown when a project is watched. */
export const watchedProject = {
	...projectLocator,
	description: 'The project to watch',
	displayOptions: { show: { watch: ['project'] } },
} as const satisfies Property;

/** The field that names the objects, shown when chosen ones are watched. */
export const watchedIds = (resource: WatchedResource) =>
	field('string', `${RESOURCE_NAMES[resource].title} IDs`, 'ids', {
		traits: { takesList: true },
		required: true,
		displayOptions: { show: { watch: ['chosen'] } },
		placeholder: `e.g. ${RESOURCE_NAMES[resource].ids}`,
		description: 'The IDs to watch, separated by commas',
	});

/** The fields that choose nodes, shown when chosen ones are watched. */
export const watchedNodes = nodeRows({ show: { watch: ['chosen'] } });

/** Values of the fields that say which objects are watched. */
export interface WatchedSet {
	/** Rows that choose nodes. */
	nodes?: { node?: ReadonlyArray<{ nodeId: string }> };
	watch: string;
	project: string;
	ids: string | readonly string[];
}

/** A record of the platform. */
export type PlatformRecord = IDataObject & { id: string };

/** @returns whether a status of a record is this one; the case of statuses varies */
export function isStatus(status: unknown, expected: string): boolean {
	return typeof status === 'string' && status.toLowerCase() === expected;
}

/** Most objects missing from a list that are requested by id in one poll; the others follow in the next. */
const MOST_MISSING = 50;

/** What was read of the objects that are watched. */
interface ReadObjects {
	records: PlatformRecord[];
	/** Ids that the platform says do not exist. */
	gone: string[];
	unknown: Snapshot['unknown'];
}

/** Records, and what is known of objects that have none. */
export type WatchedRecords = Snapshot & {
	records: PlatformRecord[];
	unwatched: Map<string, string>;
};

/**
 * Reads what is watched: chosen objects by id, others from a list, and by id what is missing from it.
 *
 * An object is gone only when the platform says so about its id, and the API key still belongs to the same
 * organization: a list can omit an existing object when others come and go while its pages are read.
 *
 * @throws Problem when a list cannot be read, or none of the chosen ones, or when what is chosen does not exist and
 * nothing else is to be said
 */
export async function readWatched(
	resource: WatchedResource,
	set: WatchedSet,
	poll: Poll,
): Promise<WatchedRecords> {
	const chosen = set.watch === 'chosen' ? parseChosenIds(set, resource) : undefined;
	const read =
		chosen === undefined
			? await readListedObjects(resource, set, poll)
			: await readChosenObjects(resource, chosen, poll);
	const owner = await checkOwner(read.gone, poll);
	const { observations, neverSeen } = judgeGone(read, owner, poll);
	const why = `the API key has access to no ${resource} with this ID`;
	// What is missing from a list is not selected.
	const unwatched = new Map(chosen === undefined ? [] : neverSeen.map((id) => [id, why]));
	const problem = await findMissing(resource, set, { ...read, unwatched, chosen }, poll);
	const { records, unknown } = read;
	const { isElsewhere, notes } = owner;
	const isAnythingToSay = observations.length > 0 || records.length > 0 || isElsewhere;
	if (problem !== undefined && !isAnythingToSay) throw problem;
	return { observations, unknown, unwatched, isElsewhere, notes, records, problem };
}

/** @throws Problem when none of the chosen objects can be read */
async function readChosenObjects(
	resource: WatchedResource,
	chosen: ReadonlySet<string>,
	poll: Poll,
): Promise<ReadObjects> {
	const { problem, ...read } = await lookUp(resource, chosen, poll);
	const isNothingRead = read.records.length === 0 && read.gone.length === 0;
	if (problem !== undefined && isNothingRead) throw problem;
	return read;
}

/** @throws Problem when the list cannot be read */
async function readListedObjects(
	resource: WatchedResource,
	set: WatchedSet,
	poll: Poll,
): Promise<ReadObjects> {
	const listed = await readListed(resource, set, poll);
	const missing = [...poll.known.keys()].filter((id) => !listed.has(id));
	const { records, gone, unknown } = await lookUp(resource, missing, poll, MOST_MISSING);
	return { records: [...listed.values(), ...records], gone, unknown };
}

/** The organization the API key belongs to, compared with the one before. */
interface Owner {
	/** Whether it is another organization. */
	isElsewhere: boolean;
	/** Whether it could not be read, although it matters. */
	isUnknown: boolean;
	notes: EventNotes;
}

/**
 * Finds out whether the API key still belongs to the same organization, where that matters.
 * @throws Problem when the API key is rejected
 */
async function checkOwner(gone: readonly string[], poll: Poll): Promise<Owner> {
	const { notes } = poll;
	const { organization: noted } = notes;
	if (gone.length === 0 && noted !== undefined)
		return { isElsewhere: false, isUnknown: false, notes };
	const organization = await readOrganization(poll).catch(toProblem);
	if (isRejected(organization)) throw organization;
	if (organization instanceof Problem) return { isElsewhere: false, isUnknown: true, notes };
	const isElsewhere = noted !== undefined && organization !== noted;
	return { isElsewhere, isUnknown: false, notes: { organization } };
}

/** Says of what does not exist whether it was deleted, was never seen, or is unknown because of the organization. */
function judgeGone(
	{ gone, unknown }: ReadObjects,
	{ isElsewhere, isUnknown }: Owner,
	{ known }: Poll,
): { observations: Observation[]; neverSeen: string[] } {
	const observations: Observation[] = [];
	const neverSeen: string[] = [];
	for (const id of gone) {
		const before = isElsewhere ? undefined : known.get(id);
		if (isUnknown) unknown.set(id, undefined);
		else if (before !== undefined) observations.push({ id, name: before.name, state: DELETED });
		else neverSeen.push(id);
	}
	return { observations, neverSeen };
}

/** @returns a problem when nothing of what is selected exists */
async function findMissing(
	resource: WatchedResource,
	{ watch, project }: WatchedSet,
	read: ReadObjects & { unwatched: ReadonlyMap<string, string>; chosen?: ReadonlySet<string> },
	poll: Poll,
): Promise<Problem | undefined> {
	const { records, gone, unwatched, chosen } = read;
	if (chosen !== undefined)
		return unwatched.size === chosen.size ? makeNothingChosenProblem(resource, gone) : undefined;
	return watch === 'project' && records.length === 0
		? findProjectProblem(project, poll)
		: undefined;
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
function isRejected(answer: unknown): boolean {
	if (!(answer instanceof Problem) || !answer.isFromService) return false;
	return answer.httpStatus === 401 || answer.httpStatus === 403;
}

/** @returns whether an answer says that there is no such object */
function isMissing(answer: unknown): boolean {
	return answer instanceof Problem && answer.httpStatus === 404 && answer.isFromService === true;
}

/**
 * Reads the ids the user entered or chose.
 * @throws Problem for one that is not of that kind, or when there are none
 */
export function parseChosenIds(
	{ nodes = {}, ids: text }: Pick<WatchedSet, 'nodes' | 'ids'>,
	resource: WatchedResource,
): Set<string> {
	const ids = listChosenNodes({ nodes, ids: text });
	if (ids.length > 0) return new Set(ids.map((id) => checkId(id, resource)));
	const { title, ids: example } = RESOURCE_NAMES[resource];
	const hint = `Enter the IDs to watch, separated by commas, such as ${example}`;
	if (resource === 'node')
		throw new Problem('No node is chosen', { hint: `Add nodes in the field Nodes. ${hint}` });
	throw new Problem(`'${title} IDs' is empty`, { hint });
}

function makeNothingChosenProblem(resource: WatchedResource, ids: readonly string[]): Problem {
	const [id] = ids;
	const message =
		ids.length === 1
			? `The API key has access to no ${resource} with the ID ${id}`
			: `The API key has access to none of the ${ids.length} chosen ${resource}s, such as ${id}`;
	return new Problem(message, {
		hint: 'Check the IDs, and that the API key in the credential belongs to their organization',
	});
}

/**
 * The list of a project that does not exist is empty as well.
 * @returns a problem when the API key has access to no such project
 */
async function findProjectProblem(
	project: string,
	{ context }: Poll,
): Promise<Problem | undefined> {
	const id = checkId(project, 'project');
	const answer = await context.api.get(`/v2/projects/${id}/`, `project ${id}`).catch(toProblem);
	// The list was read: whatever else is wrong, there is nothing in it.
	if (!isMissing(answer)) return undefined;
	return new Problem(`The API key has access to no project with the ID ${id}`, {
		hint: 'Choose the project again, and check that the API key in the credential belongs to its organization',
	});
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

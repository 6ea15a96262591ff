import { checkId } from '../managementApi/resourceIds';
import { DELETED, type EventNotes, type Observation, type Snapshot } from '../polling/snapshot';
import type { Poll } from '../polling/watchEvent';
import { Problem, toProblem } from '../text/problem';
import {
	isMissing,
	isRejected,
	lookUp,
	readListed,
	readOrganization,
	type PlatformRecord,
} from './records';
import { parseChosenIds, type WatchedResource, type WatchedSet } from './watchedFields';

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

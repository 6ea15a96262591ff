import { projectLocator } from '../fields/locator';
import { makeUnexpectedAnswerProblem } from '../managementApi/answerProblem';
import type { Query } from '../managementApi/requestParts';
import { checkId } from '../managementApi/resourceIds';
import { DELETED, type Observation, type Snapshot } from '../polling/observation';
import type { Poll } from '../polling/watchEvent';
import { parseList } from '../text/strings';
import { toProblem, Problem } from '../text/problem';
import { field, type Property } from '../values/field';
import {
	isMissing,
	isRejected,
	lookUp,
	type LookedUp,
	type PlatformRecord,
	type WatchedResource,
} from './lookUp';

/** What the fields call resources, and examples of their ids. */
export const RESOURCE_NAMES = {
	network: { title: 'Network', ids: 'NW-123-456-789, NW-987-654-321' },
	node: { title: 'Node', ids: 'ND-123-456-789, ND-987-654-321' },
} as const;

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

/** Values of the fields that say which objects are watched. */
export interface WatchedSet {
	watch: string;
	project: string;
	ids: string | readonly string[];
}

/** The watched objects: records, and what is known of those that have none. */
export interface WatchedObjects extends Snapshot {
	records: PlatformRecord[];
	/** Those that were deleted. */
	observations: Observation[];
	unknown: LookedUp['unknown'];
	unwatched: Map<string, string>;
}

/** Most objects missing from a list that are requested by id in one poll; the others follow in the next. */
const MOST_MISSING = 50;

/**
 * Reads what is watched: chosen objects by id, others from a list.
 *
 * An object is gone only when the platform says so about its id, and the API key still belongs to the same
 * organization: a list can omit an existing object when others come and go while its pages are read.
 *
 * @throws Problem when a list cannot be read, or none of the chosen ones, or when what is chosen does not exist
 */
export async function readWatched(
	resource: WatchedResource,
	set: WatchedSet,
	poll: Poll,
): Promise<WatchedObjects> {
	const chosen = set.watch === 'chosen' ? parseChosenIds(set.ids, resource) : undefined;
	const { gone, problem, ...read } =
		chosen === undefined
			? await lookUpMissing(resource, set, poll)
			: await lookUp(resource, chosen, poll);
	const isAnythingRead = read.records.length > 0 || gone.length > 0;
	if (problem !== undefined && chosen !== undefined && !isAnythingRead) throw problem;
	const { organization: noted } = poll.notes;
	const isAsked = gone.length > 0 || noted === undefined;
	const organization = isAsked ? await findOrganization(poll) : noted;
	const lastKnown = organization ?? noted;
	const isElsewhere = noted !== undefined && lastKnown !== noted;
	const result: WatchedObjects = {
		...read,
		observations: [],
		unwatched: new Map(),
		isElsewhere,
		notes: lastKnown === undefined ? {} : { organization: lastKnown },
	};
	for (const id of gone) {
		const before = isElsewhere ? undefined : poll.known.get(id);
		if (organization === undefined) result.unknown.set(id, undefined);
		else if (before !== undefined)
			result.observations.push({ id, name: before.name, state: DELETED });
		else if (chosen !== undefined)
			result.unwatched.set(id, `the API key has access to no ${resource} with this ID`);
	}
	if (chosen !== undefined && result.unwatched.size === chosen.size)
		throw makeNothingChosenProblem(resource, gone);
	return result;
}

/**
 * Reads a list of the platform as far as it is watched.
 * @throws Problem, also when an entry is not a record
 */
export async function readList(
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

/** Reads the list, and requests known objects that are missing from it. */
async function lookUpMissing(
	resource: WatchedResource,
	set: WatchedSet,
	poll: Poll,
): Promise<LookedUp> {
	const listed = await readList(resource, set, poll);
	if (set.watch === 'project' && listed.size === 0) await assertProject(set.project, poll);
	const missing = [...poll.known.keys()].filter((id) => !listed.has(id));
	const found = await lookUp(resource, missing, poll, MOST_MISSING);
	return { ...found, records: [...listed.values(), ...found.records] };
}

/**
 * Reads the ids the user entered or chose.
 * @throws Problem for one that is not of that kind, or when there are none
 */
function parseChosenIds(text: string | readonly string[], resource: WatchedResource): Set<string> {
	const ids = parseList(text);
	if (ids.length > 0) return new Set(ids.map((id) => checkId(id, resource)));
	const { title, ids: example } = RESOURCE_NAMES[resource];
	throw new Problem(`'${title} IDs' is empty`, {
		hint: `Enter the IDs to watch, separated by commas, such as ${example}`,
	});
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
 * @throws Problem when the API key has access to no such project
 */
async function assertProject(project: string, { context }: Poll): Promise<void> {
	const id = checkId(project, 'project');
	const answer = await context.api.get(`/v2/projects/${id}/`, `project ${id}`).catch(toProblem);
	// The list was read: whatever else is wrong, there is nothing in it.
	if (!isMissing(answer)) return;
	throw new Problem(`The API key has access to no project with the ID ${id}`, {
		hint: 'Choose the project again, and check that the API key in the credential belongs to its organization',
	});
}

/**
 * Asks once per poll which organization the API key belongs to: a credential can be given another key.
 * @returns its id
 * @throws Problem, also for an answer without an ID: taken for another organization, everything would start again
 */
export async function readOrganization({ context }: Poll): Promise<string> {
	const { id } = await context.once('organization', ({ api }) =>
		api.get('/v1/organization/', 'organization'),
	);
	if (typeof id === 'string' && id !== '') return id;
	throw makeUnexpectedAnswerProblem('an organization without an ID');
}

/**
 * The same where a poll can continue without it.
 * @returns `undefined` when it cannot be determined now
 * @throws Problem when the API key is rejected
 */
async function findOrganization(poll: Poll): Promise<string | undefined> {
	return await readOrganization(poll).catch((error: unknown) => {
		if (isRejected(error)) throw error;
		return undefined;
	});
}

import type { IDataObject } from 'n8n-workflow';

import { projectLocator } from '../fields/project';
import { CHECK_BASE_URL } from '../managementApi/checkBaseUrl';
import type { Query } from '../managementApi/query';
import { checkedId } from '../managementApi/resourceIds';
import type { Look } from '../polling/watchEvent';
import { listedIn } from '../text/listedIn';
import { asProblem, Problem } from '../text/problem';
import type { Property } from '../values/propertyTypes';
import { lookedUp, NO_SUCH, type LookedUp, type WatchedKind } from './lookUp';
import { organizationOf } from './organization';

/** The field that chooses the project, shown when a project is watched. */
export const watchedProject = {
	...projectLocator,
	description: 'The project to watch',
	displayOptions: { show: { watch: ['project'] } },
} as const satisfies Property;

/** The field that names the objects, shown when chosen ones are watched. */
export const watchedIds = (displayName: string, example: string) =>
	({
		displayName,
		name: 'ids',
		type: 'string',
		default: '',
		traits: { takesList: true },
		required: true,
		displayOptions: { show: { watch: ['chosen'] } },
		placeholder: `e.g. ${example}`,
		description: 'The IDs to watch, separated by commas',
	}) as const satisfies Property;

/** Which of them are watched. */
export interface WatchedSet {
	watch: string;
	project: string;
	ids: string | readonly string[];
}

/** What was found among the watched objects. */
export interface Found extends LookedUp {
	unwatched: Map<string, string>;
	/** The organization of the API key, if it is known. */
	organization?: string;
	isElsewhere: boolean;
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
export async function found(kind: WatchedKind, set: WatchedSet, look: Look): Promise<Found> {
	const chosen = set.watch === 'chosen' ? chosenIds(set.ids, kind.resource) : undefined;
	const noted = look.notes.organization;
	const [read, first] = await Promise.all([
		chosen === undefined
			? inList(kind, set, look)
			: lookedUp(kind, look.inTurn([...chosen].map((id) => ({ id }))), look),
		noted === undefined ? organizationOf(look) : undefined,
	]);
	const known = noted === undefined ? first : String(noted);
	const result: Found = { ...read, unwatched: new Map(), isElsewhere: false };
	if (known !== undefined) result.organization = known;
	if (read.gone.length === 0) return result;
	const organization = noted === undefined ? first : await organizationOf(look);
	if (organization === undefined)
		return { ...result, gone: [], unknown: [...read.unknown, ...read.gone] };
	const isElsewhere = organization !== known;
	const isKnown = (id: string): boolean => !isElsewhere && look.known.has(id);
	const isNothing = read.gone.length === chosen?.size && !read.gone.some(isKnown);
	if (isNothing) throw nothingChosen(kind, read.gone);
	return {
		...result,
		organization,
		isElsewhere,
		gone: read.gone.filter(isKnown),
		unwatched: new Map(
			chosen && read.gone.filter((id) => !isKnown(id)).map((id) => [id, NO_SUCH[kind.resource]]),
		),
	};
}

/**
 * Reads a list of the platform as far as it is watched.
 * @throws Problem, also when an entry is not a record
 */
export async function listed(
	{ path }: WatchedKind,
	{ watch, project }: WatchedSet,
	{ context }: Look,
): Promise<Map<string, IDataObject>> {
	const query: Query = watch === 'project' ? { project: checkedId(project, 'project') } : {};
	const records = new Map<string, IDataObject>();
	for await (const record of context.api.list(path, query)) {
		const { id } = record;
		if (typeof id === 'string' && id !== '') {
			records.set(id, record);
			continue;
		}
		throw new Problem('Chainstack returned a list with an entry that has no ID', {
			httpStatus: 200,
			hint: CHECK_BASE_URL,
		});
	}
	return records;
}

async function inList(kind: WatchedKind, set: WatchedSet, look: Look): Promise<LookedUp> {
	const records = await listed(kind, set, look);
	const missing = [...look.known.keys()].filter((id) => !records.has(id)).map((id) => ({ id }));
	if (set.watch === 'project' && records.size === 0) await assertProject(set.project, look);
	const asked = look.inTurn(missing).slice(0, MOST_MISSING);
	const inTurn = new Set(asked.map(({ id }) => id));
	const later = missing.filter(({ id }) => !inTurn.has(id)).map(({ id }) => id);
	const { records: lost, ...rest } = await lookedUp(kind, asked, look, 'mayFail');
	return {
		...rest,
		records: [...records.values(), ...lost],
		unknown: [...rest.unknown, ...later],
	};
}

/**
 * Reads the ids the user entered or chose.
 * @throws Problem for one that is not of that kind, or when there are none
 */
function chosenIds(text: string | readonly string[], resource: 'network' | 'node'): Set<string> {
	const ids = listedIn(text);
	if (ids.length > 0) return new Set(ids.map((id) => checkedId(id, resource)));
	const [field, example] = resource === 'node' ? ['Node IDs', 'ND'] : ['Network IDs', 'NW'];
	throw new Problem(`'${field}' is empty`, {
		hint: `Enter the IDs to watch, separated by commas, such as ${example}-123-456-789`,
	});
}

function nothingChosen({ resource }: WatchedKind, ids: readonly string[]): Problem {
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
async function assertProject(project: string, { context }: Look): Promise<void> {
	const id = checkedId(project, 'project');
	const isGone = await context.api.get(`/v2/projects/${id}/`, `project ${id}`).then(
		() => false,
		(error: unknown) => {
			const { httpStatus, isFromService } = asProblem(error);
			// The list was read: whatever else is wrong, there is nothing in it.
			return httpStatus === 404 && isFromService;
		},
	);
	if (!isGone) return;
	throw new Problem(`The API key has access to no project with the ID ${id}`, {
		hint: 'Choose the project again, and check that the API key in the credential belongs to its organization',
	});
}

import type { IDataObject } from 'n8n-workflow';

import { formatDuration } from '../text/duration';
import { valueExcerpt } from '../text/excerpt';
import { toProblem, Cancelled, Problem } from '../text/problem';
import type { PlatformClient } from './platformClient';
import type { Query } from './requestParts';

/** No more of them than this are named in a message. */
const MOST_NAMED = 5;

/** The choice for a thing that already exists. */
export type IfExists = 'create' | 'use';

/** Something to be created, and how to find it where it already exists. */
export interface Creation {
	/** Its kind, such as `network`. */
	thing: string;
	/** Its name; empty where the service gives one. */
	name: string;
	ifExists: IfExists;
	json: IDataObject;
	/** The list in which it can be found. */
	path: string;
	/** Filters of that list; a record that has such a field has to have this value. */
	query: Query;
	/** Where it is sent, if not to the list. */
	createPath?: string;
	/** The chain network of what is created, such as `ethereum-mainnet`, where records have it. */
	chain?: { wanted: unknown; of(record: IDataObject): unknown };
	/** The description of the only one without a name; where it is not given, a name is needed. */
	unnamed?: string;
	/** Ids that are known to come from other requests. */
	known: ReadonlySet<string>;
	/** Reads all of what was found, where the list does not show it. */
	readExisting?(id: unknown): Promise<IDataObject>;
	hint(message: string): void;
}

/**
 * Creates something, or returns what already exists, as the user chose. Records that were searched for carry
 * `alreadyExisted`.
 *
 * @throws Problem when nothing tells what to search for, several things match, the search fails, or the request does
 */
export async function createOrUse(api: PlatformClient, creation: Creation): Promise<IDataObject> {
	const {
		thing,
		name,
		ifExists,
		hint,
		path,
		createPath = path,
		query,
		json,
		known,
		unnamed,
	} = creation;
	const existing = await findExisting(api, creation);
	if (existing !== undefined) return existing;
	// Only what it names itself may have another name.
	const wanted = unnamed === undefined ? { ...query, name } : query;
	const list = () => api.list(path, { ...query, ...NEWEST_FIRST });
	const matches = (record: IDataObject): boolean =>
		hasFields(record, wanted) && !isOtherChain(record, creation);
	const search = { list, matches, name, known };
	const created = await createAndVerify(api, search, () => api.create(createPath, thing, { json }));
	const named = await correctName(api, creation, created);
	if (ifExists === 'use') return { ...named, alreadyExisted: false };
	hint(
		`This created a ${thing}, and each further run creates another. Before you go on building, pin this output, or set 'If It Already Exists' to Use It.`,
	);
	return named;
}

/**
 * Looks for what already exists, where the user chose to use it.
 * @returns what the operation returns then, `undefined` when there is none
 * @throws Problem, as {@link createOrUse}
 */
export async function findExisting(
	api: PlatformClient,
	creation: Creation,
): Promise<IDataObject | undefined> {
	const { thing, name, ifExists, unnamed, chain, readExisting, hint } = creation;
	if (ifExists !== 'use') return undefined;
	if (name === '' && unnamed === undefined)
		throw new Problem("'If It Already Exists' is set to Use It, but 'Name' is empty", {
			hint: `Give the ${thing} a name: an existing one is recognized by its name`,
		});
	const [found, ...others] = await listExisting(api, creation);
	if (found === undefined) return undefined;
	if (others.length > 0) throw makeSeveralProblem([found, ...others], creation);
	const used = (await readExisting?.(found.id)) ?? found;
	const subject = `${thing} ${String(found.id)}`;
	if (isOtherChain(used, creation))
		throw new Problem(
			`The ${subject} already has this name, but is on ${String(chain?.of(used))}, not on ${String(chain?.wanted)}`,
			{
				hint: "Choose another name, or set 'If It Already Exists' to Create Another. Nothing was created",
			},
		);
	if (used.status === 'failed')
		hint(
			`The ${subject} already exists, but its state is 'failed': it does not run. To get a new one, delete it and run this node again.`,
		);
	return { ...used, alreadyExisted: true };
}

/** @returns whether a record that {@link createOrUse} returned existed before */
export function hasExistedBefore(record: IDataObject): boolean {
	return record.alreadyExisted === true;
}

/** @returns whether a record belongs to another chain than the one asked for; what is unknown differs from nothing */
function isOtherChain(record: IDataObject, { chain }: Pick<Creation, 'chain'>): boolean {
	const [found, wanted] = [chain?.of(record) || undefined, chain?.wanted || undefined];
	return found !== undefined && wanted !== undefined && found !== wanted;
}

/** @returns whether a record is what a query asks for, as far as it shows that; the service may not know a filter */
function hasFields(record: IDataObject, query: Query): boolean {
	return Object.entries(query).every(([name, value]) => (record[name] ?? value) === value);
}

/** The service may name what it creates, and *Use It* recognizes it by the name that was asked for. */
async function correctName(
	api: PlatformClient,
	{ thing, name, path, ifExists, hint }: Creation,
	created: IDataObject,
): Promise<IDataObject> {
	const given = created.name;
	if (name === '' || typeof given !== 'string' || given === name) return created;
	const subject = `${thing} ${String(created.id)}`;
	if (ifExists === 'use') {
		const address = `${path}${encodeURIComponent(String(created.id))}/`;
		// It exists; that it has another name must not look as if it did not.
		const renamed = await api.update(address, subject, { name }).catch(() => undefined);
		if (renamed?.name === name) return { ...created, name };
	}
	hint(
		`The service named the ${subject} '${given}' instead of '${name}'. 'If It Already Exists: Use It' cannot recognize it by that name.`,
	);
	return created;
}

function makeSeveralProblem(
	found: readonly IDataObject[],
	{ thing, name, unnamed }: Pick<Creation, 'thing' | 'name' | 'unnamed'>,
): Problem {
	const ids = found.slice(0, MOST_NAMED).map(({ id }) => String(id));
	const more = found.length > MOST_NAMED ? ' and more' : '';
	const [what, choose] =
		name === ''
			? [`are ${unnamed}`, `Enter the 'Name' of one of them`]
			: [`are named '${name}'`, 'Choose another name'];
	return new Problem(`Several ${thing}s ${what}: ${ids.join(', ')}${more}`, {
		hint: `${choose}, rename or delete all but one, or set 'If It Already Exists' to Create Another. Nothing was created`,
	});
}

async function listExisting(api: PlatformClient, creation: Creation): Promise<IDataObject[]> {
	const { thing, name, path } = creation;
	const query = { ...creation.query, ...(name !== '' && { name }) };
	const found: IDataObject[] = [];
	try {
		for await (const record of api.list(path, query)) {
			if (!hasFields(record, query)) continue;
			// A name shows what is meant, whatever chain it is on; what has none is no match for it.
			if (name === '' ? isOtherChain(record, creation) : record.name !== name) continue;
			found.push(record);
			if (found.length > MOST_NAMED) break;
		}
	} catch (error) {
		const problem = toProblem(error);
		if (problem instanceof Cancelled) throw problem;
		throw problem.with({
			message: `It could not be determined whether the ${thing} already exists: ${problem.message}`,
			hint: `Nothing was created. ${problem.hint ?? ''}`.trim(),
		});
	}
	return found;
}

/** Check no further back than this many records: the list is sorted by age, newest first. */
const MOST_RECORDS = 100;

const NEWEST_FIRST = { order_by: '-created_at' } as const;

/** Creation times and Date headers are given to the second, or nearly so. */
const TOLERANCE_MS = 1000;

/** Where to look for traces of a request, and what they are. */
export interface TraceSearch {
	/** Reads the list, the newest first. */
	list(): AsyncIterable<IDataObject> | Promise<readonly IDataObject[]>;
	/** Decides whether a record matches, apart from its age and its name. */
	matches(record: IDataObject): boolean;
	name?: string;
	/** Ids that are known to come from other requests. */
	known: ReadonlySet<string>;
}

/**
 * Sends a request that creates something. If its outcome is unclear, searches once for what it may have created, and
 * reports what it found; it never decides that something was, or was not, created.
 *
 * @throws what `send` throws; a Problem with an unclear effect says what was found
 */
export async function createAndVerify<T>(
	api: PlatformClient,
	search: TraceSearch,
	send: () => Promise<T>,
): Promise<T> {
	const startedAt = api.clock.wallMs();
	try {
		return await send();
	} catch (error) {
		const problem = toProblem(error);
		if (problem.effect !== 'unclear') throw problem;
		const found = await findTraces(api, search, startedAt).catch(
			() => 'The list could not be read to check for it',
		);
		throw problem.with({ hint: `${found}. ${problem.hint ?? ''}`.trim() });
	}
}

async function findTraces(
	api: PlatformClient,
	search: TraceSearch,
	startedAt: number,
): Promise<string> {
	const found: Array<{ hasName: boolean; text: string }> = [];
	let read = 0;
	for await (const record of await search.list()) {
		read += 1;
		if (read > MOST_RECORDS) break;
		// The service's clock, not this machine's, is on the records.
		const age = Date.parse(String(record.created_at)) - (startedAt + api.clockOffsetMs);
		if (Number.isNaN(age) || age < -TOLERANCE_MS) continue;
		const id = String(record.id);
		if (search.known.has(id) || !search.matches(record)) continue;
		const hasName = !search.name || record.name === search.name;
		const other = hasName ? '' : ` under the name ${valueExcerpt(`'${String(record.name)}'`)}`;
		const text = `${id} was created ${formatDuration(Math.max(0, age))} after the request${other}; check it before repeating`;
		found.push({ hasName, text });
	}
	if (found.length === 0) return 'Right after the request, the list contained nothing that matches';
	// One that has the name is it; without such, the service may have chosen the name of any of them.
	const named = found.filter(({ hasName }) => hasName);
	return (named.length > 0 ? named : found).map(({ text }) => text).join('. ');
}

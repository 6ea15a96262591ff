import type { IDataObject } from 'n8n-workflow';

import { valueExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { toProblem, Cancelled, Problem } from '../text/problem';
import { getChainNetwork } from './chainNames';
import type { PlatformClient } from './platformClient';
import type { Query } from './query';
import { nameTraces, type TraceContext } from './traces';

/** No more of them than this are named in a message. */
const MOST_NAMED = 5;

/** The choice for a thing that already exists. */
export type IfExists = 'create' | 'use';

/** Something to be created, and how to find it where it already exists. */
export interface Creation {
	/** Its kind, such as `network`. */
	thing: string;
	/** The body of the request; its name is missing or empty where the service gives one. */
	json: IDataObject;
	/** The list in which it can be found. */
	path: string;
	/** Filters of that list; a record that has such a field has to have this value. */
	query: Query;
	/** Where it is created, and read as a whole, if not in that list. */
	createPath?: string;
	/** The chain network it is on, such as `ethereum-mainnet`, where records say theirs. */
	chain?: unknown;
	/** The description of the only one without a name; where it is not given, a name is needed. */
	unnamed?: string;
}

interface CreationContext extends TraceContext {
	hint(message: string): void;
}

/**
 * Creates something, or returns what already exists, as the user chose. Records that were searched for carry
 * `alreadyExisted`.
 *
 * @throws Problem when nothing tells what to search for, several things match, the search fails, or the request does
 */
export async function createOrUse(
	creation: Creation,
	ifExists: IfExists,
	context: CreationContext,
): Promise<IDataObject> {
	const { thing, json, path, query, createPath = path, unnamed } = creation;
	const { api, hint } = context;
	const existing = ifExists === 'use' ? await findExisting(creation, context) : undefined;
	if (existing !== undefined) return existing;
	const name = getName(creation);
	// Only what the service names itself may have another name.
	const wanted = unnamed === undefined ? { ...query, name } : query;
	const traces = {
		list: api.list(path, { ...query, order_by: '-created_at' }),
		matches: (record: IDataObject) =>
			hasFields(record, wanted) && !findOtherChain(record, creation),
		name,
	};
	const created = await api.create(createPath, thing, { json }).catch(nameTraces(traces, context));
	const named = await correctName(created, creation, ifExists, context);
	if (ifExists === 'use') return { ...named, alreadyExisted: false };
	hint(
		`This created a ${thing}, and each further run creates another. Before you go on building, pin this output, or set 'If It Already Exists' to Use It.`,
	);
	return named;
}

/**
 * Looks for what already exists.
 * @returns what {@link createOrUse} returns then, `undefined` when there is none
 * @throws Problem, as that does
 */
export async function findExisting(
	creation: Creation,
	{ api, hint }: CreationContext,
): Promise<IDataObject | undefined> {
	const { thing, chain, createPath, unnamed } = creation;
	if (getName(creation) === '' && unnamed === undefined)
		throw new Problem("'If It Already Exists' is set to Use It, but 'Name' is empty", {
			hint: `Give the ${thing} a name: an existing one is recognized by its name`,
		});
	const [found, ...others] = await listExisting(creation, api).catch((error: unknown) => {
		const problem = toProblem(error);
		if (problem instanceof Cancelled) throw problem;
		throw problem.with({
			message: `It could not be determined whether the ${thing} already exists: ${problem.message}`,
			hint: `Nothing was created. ${problem.hint ?? ''}`.trim(),
		});
	});
	if (found === undefined) return undefined;
	if (others.length > 0) throw makeSeveralProblem([found, ...others], creation);
	const subject = `${thing} ${String(found.id)}`;
	const used = createPath ? await api.get(buildPath(createPath, found), subject) : found;
	const other = findOtherChain(used, creation);
	if (other !== undefined)
		throw new Problem(
			`The ${subject} already has this name, but is on ${valueExcerpt(String(other))}, not on ${valueExcerpt(String(chain))}`,
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

/** Reads what was created, as the request that created it returned it. @throws Problem */
export async function readAgain(
	id: string,
	{ thing, path, createPath = path }: Creation,
	api: PlatformClient,
): Promise<IDataObject> {
	return await api.get(buildPath(createPath, { id }), `${thing} ${id}`);
}

function getName({ json }: Creation): string {
	return String(json.name ?? '');
}

function buildPath(list: string, { id }: IDataObject): string {
	return `${list}${encodeURIComponent(String(id))}/`;
}

/** @returns whether a record is what a query asks for, as far as it shows that; the service may not know a filter */
function hasFields(record: IDataObject, query: Query): boolean {
	return Object.entries(query).every(([name, value]) => (record[name] ?? value) === value);
}

/** @returns the chain of a record, where that is another than the one asked for; what is unknown differs from nothing */
function findOtherChain(record: IDataObject, { chain }: Creation): unknown {
	const { configuration, blockchain, network } = record;
	// Nodes of version 2 name their chain; in version 1, `network` is an ID.
	const found = isRecord(configuration) ? configuration.network : blockchain && network;
	if (!found || !chain) return undefined;
	// Some answers leave out the protocol.
	const given = getChainNetwork({ ...record, network: found });
	const wanted = getChainNetwork({ ...record, network: String(chain) });
	return given === wanted ? undefined : found;
}

/** The service may name what it creates, and *Use It* recognizes it by the name that was asked for. */
async function correctName(
	created: IDataObject,
	creation: Creation,
	ifExists: IfExists,
	{ api, hint }: CreationContext,
): Promise<IDataObject> {
	const { thing, path } = creation;
	const name = getName(creation);
	const given = created.name;
	if (name === '' || typeof given !== 'string' || given === name) return created;
	const subject = `${thing} ${String(created.id)}`;
	if (ifExists === 'use') {
		// It exists; that it has another name must not look as if it did not.
		const renamed = api.update(buildPath(path, created), subject, { name });
		if ((await renamed.catch(() => undefined))?.name === name) return { ...created, name };
	}
	hint(
		`The service named the ${subject} '${valueExcerpt(given)}' instead of '${valueExcerpt(name)}'. 'If It Already Exists: Use It' cannot recognize it by that name.`,
	);
	return created;
}

function makeSeveralProblem(found: readonly IDataObject[], creation: Creation): Problem {
	const name = getName(creation);
	const ids = found.slice(0, MOST_NAMED).map(({ id }) => String(id));
	const more = found.length > MOST_NAMED ? ' and more' : '';
	const what = name === '' ? `are ${creation.unnamed}` : `are named '${valueExcerpt(name)}'`;
	const choose = name === '' ? "Enter the 'Name' of one of them" : 'Choose another name';
	return new Problem(`Several ${creation.thing}s ${what}: ${ids.join(', ')}${more}`, {
		hint: `${choose}, rename or delete all but one, or set 'If It Already Exists' to Create Another. Nothing was created`,
	});
}

async function listExisting(creation: Creation, api: PlatformClient): Promise<IDataObject[]> {
	const name = getName(creation);
	const query = { ...creation.query, ...(name !== '' && { name }) };
	const found: IDataObject[] = [];
	for await (const record of api.list(creation.path, query)) {
		if (!hasFields(record, query)) continue;
		// A name shows what is meant, whatever chain it is on; what has none is no match for it.
		if (name === '' ? findOtherChain(record, creation) : record.name !== name) continue;
		found.push(record);
		if (found.length > MOST_NAMED) break;
	}
	return found;
}

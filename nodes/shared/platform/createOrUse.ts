import type { IDataObject } from 'n8n-workflow';

import { asProblem, Cancelled, Problem } from '../pure/problem';
import { createOrFindTraces, type TraceSearch } from './createOrFindTraces';
import type { PlatformClient } from './platformClient';

/** What to do when something of the same name already exists. */
export type IfExists = 'create' | 'use';

/** What is created, and how to find what already exists. */
export interface Creation extends TraceSearch {
	/** What it is, such as `network`. */
	thing: string;
	/** Its name; empty where the service gives one. */
	name: string;
	ifExists?: IfExists;
	/** Filters of the list that narrow down what already exists, besides `query`. */
	existingQuery?: TraceSearch['query'];
	/**
	 * Checks what was found.
	 * @returns what the operation returns
	 * @throws Problem when it turns out not to be what was asked for
	 */
	useExisting?(found: IDataObject): IDataObject | Promise<IDataObject>;
}

/** No more of them than this are named in a message. */
const MOST_NAMED = 5;

/**
 * Creates something, or returns what already has its name, as the user chose. Records that were searched for carry
 * `alreadyExisted`.
 *
 * @throws Problem when there is no name to search for, several things have it, the search fails, or `send` fails
 */
export async function createOrUse(
	api: PlatformClient,
	creation: Creation,
	send: () => Promise<IDataObject>,
): Promise<IDataObject> {
	if (creation.ifExists !== 'use') return await createOrFindTraces(api, creation, send);
	const found = await lookForExisting(api, creation);
	if (found === undefined) {
		return { ...(await createOrFindTraces(api, creation, send)), alreadyExisted: false };
	}
	const { useExisting = (record) => record } = creation;
	return { ...(await useExisting(found)), alreadyExisted: true };
}

/** @returns whether a record that {@link createOrUse} returned existed before */
export function alreadyExisted(record: IDataObject): boolean {
	return record.alreadyExisted === true;
}

/**
 * @param found chain network of what was found, such as `ethereum-mainnet`
 * @param wanted the one that was asked for; if either is unknown they are not compared
 * @throws Problem when what has the right name belongs to another chain
 */
export function checkSameChain(subject: string, found: unknown, wanted: unknown): void {
	if (typeof found !== 'string' || typeof wanted !== 'string') return;
	if (found === '' || wanted === '' || found === wanted) return;
	throw new Problem(`The ${subject} already has this name, but is on ${found}, not on ${wanted}`, {
		hint: "Choose another name, or set 'If It Already Exists' to Create Another. Nothing was created",
	});
}

async function lookForExisting(
	api: PlatformClient,
	creation: Creation,
): Promise<IDataObject | undefined> {
	const { thing, name } = creation;
	if (name === '') {
		throw new Problem("'If It Already Exists' is set to Use It, but 'Name' is empty", {
			hint: `Give the ${thing} a name: an existing one is recognized by its name`,
		});
	}
	const found = await findExisting(api, creation);
	if (found.length < 2) return found[0];
	const ids = found.slice(0, MOST_NAMED).map(({ id }) => String(id));
	const more = found.length > MOST_NAMED ? ' and more' : '';
	throw new Problem(`Several ${thing}s are named '${name}': ${ids.join(', ')}${more}`, {
		hint: `Rename or delete all but one, choose another name, or set 'If It Already Exists' to Create Another. Nothing was created`,
	});
}

async function findExisting(api: PlatformClient, creation: Creation): Promise<IDataObject[]> {
	const { thing, name, path, query, existingQuery, matches } = creation;
	const found: IDataObject[] = [];
	try {
		for await (const record of api.list(path, { ...query, ...existingQuery, name })) {
			if (record.name !== name || !matches(record)) continue;
			found.push(record);
			if (found.length > MOST_NAMED) break;
		}
	} catch (error) {
		const problem = asProblem(error);
		if (problem instanceof Cancelled) throw problem;
		throw problem.with({
			message: `It could not be determined whether the ${thing} already exists: ${problem.message}`,
			hint: `Nothing was created. ${problem.hint ?? ''}`.trim(),
		});
	}
	return found;
}

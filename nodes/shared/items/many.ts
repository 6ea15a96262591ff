import type { IDataObject } from 'n8n-workflow';

import type { Property } from './propertyTypes';

/** Results an AI agent gets of a list unless it asks for another number: more would fill its context. */
const TOOL_LIMIT = 20;

/** Default of the field Limit. */
const DEFAULT_LIMIT = 50;

/** The two fields of every list: all results, or at most so many. */
export const returnAllProperties = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
] as const satisfies readonly Property[];

/** The switch between all fields and the few that most workflows need. */
export const simplifyProperty = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Property;

/**
 * Reads a list as far as it is wanted; pages beyond the limit are never asked for.
 * @param isTool whether an AI agent asks
 */
export async function takeUpToLimit(
	list: AsyncIterable<IDataObject>,
	{ returnAll, limit }: { returnAll: boolean; limit: number },
	isTool: boolean,
): Promise<IDataObject[]> {
	const most = returnAll
		? Infinity
		: isTool && limit === DEFAULT_LIMIT
			? TOOL_LIMIT
			: Math.max(1, Math.floor(limit));
	const taken: IDataObject[] = [];
	for await (const record of list) {
		taken.push(record);
		if (taken.length >= most) break;
	}
	return taken;
}

/** @returns the entries of a query that have a value */
export function filledIn(
	query: Readonly<Record<string, string | number | boolean | undefined>>,
): Record<string, string | number | boolean> {
	return Object.fromEntries(
		Object.entries(query).filter(
			(entry): entry is [string, string | number | boolean] =>
				entry[1] !== undefined && entry[1] !== '',
		),
	);
}

/** @returns the fields of that name a record has, in the order given */
export function pick(record: IDataObject, ...names: readonly string[]): IDataObject {
	return Object.fromEntries(
		names.filter((name) => name in record).map((name) => [name, record[name]]),
	);
}

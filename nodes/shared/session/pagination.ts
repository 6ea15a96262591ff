import type { IDataObject } from 'n8n-workflow';

import type { Property } from '../parameters/propertyTypes';

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

import type { IDataObject } from 'n8n-workflow';

import type { Property } from '../parameters/propertyTypes';

/** How many results of a list an AI agent gets unless somebody chose a number: more would fill its context. */
const TOOL_LIMIT = 20;

/** The two fields of every list: all results, or how many at most. */
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
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		traits: { agentDefault: TOOL_LIMIT },
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
] as const satisfies readonly Property[];

/** Reads a list as far as it is needed; pages beyond the limit are never requested. */
export async function takeUpToLimit(
	list: AsyncIterable<IDataObject>,
	{ returnAll, limit }: { returnAll: boolean; limit: number },
): Promise<IDataObject[]> {
	const most = returnAll ? Infinity : limit;
	const taken: IDataObject[] = [];
	for await (const record of list) {
		taken.push(record);
		if (taken.length >= most) break;
	}
	return taken;
}

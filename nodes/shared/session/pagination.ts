import type { IDataObject } from 'n8n-workflow';

import type { Property } from '../parameters/propertyTypes';

/** How many results of a list an AI agent gets unless it asks for another number: more would fill its context. */
const TOOL_LIMIT = 20;

/** Default of the field Limit. */
const DEFAULT_LIMIT = 50;

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
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
] as const satisfies readonly Property[];

/**
 * The values of an operation an AI agent runs: a limit that nobody chose is lower than in a workflow.
 * @param isChosen whether the limit comes from an expression, as from `$fromAI`: then the agent asked for that many,
 * even if that happens to be the default
 */
export function valuesForAgent<V extends Readonly<Record<string, unknown>>>(
	values: V,
	isChosen: boolean,
): V {
	return values.limit === DEFAULT_LIMIT && !isChosen ? { ...values, limit: TOOL_LIMIT } : values;
}

/** Reads a list as far as it is needed; pages beyond the limit are never requested. */
export async function takeUpToLimit(
	list: AsyncIterable<IDataObject>,
	{ returnAll, limit }: { returnAll: boolean; limit: number },
): Promise<IDataObject[]> {
	const most = returnAll ? Infinity : Math.max(1, Math.floor(limit));
	const taken: IDataObject[] = [];
	for await (const record of list) {
		taken.push(record);
		if (taken.length >= most) break;
	}
	return taken;
}

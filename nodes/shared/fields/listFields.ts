import type { IDataObject } from 'n8n-workflow';

import { buildQuery, type Query } from '../managementApi/query';
import type { OperationContext } from '../run/session';
import { field, type Property } from '../values/field';
import { nameLocator } from './locator';

/** How many results of a list an AI agent gets unless somebody chose a number: more would fill its context. */
const TOOL_LIMIT = 20;

/** The two fields of every list: all results, or how many at most. */
export const returnAllProperties = [
	field('boolean', 'Return All', 'returnAll', {
		description: 'Whether to return all results or only up to a given limit',
	}),
	field('number', 'Limit', 'limit', {
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		traits: { agentDefault: TOOL_LIMIT },
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
] as const satisfies readonly Property[];

/** The orders in which the platform's lists can be requested. */
export const sortProperty = field('options', 'Sort', 'sort', {
	options: [
		{ name: 'Name (A to Z)', value: 'name' },
		{ name: 'Name (Z to A)', value: '-name' },
		{ name: 'Newest First', value: '-created_at' },
		{ name: 'Oldest First', value: 'created_at' },
		{ name: 'Unsorted', value: '' },
	],
	default: '',
	description: 'The order of the results',
});

/** The filters of a list. */
export const defineFilters = <const Own extends readonly Property[]>(...options: Own) =>
	field('collection', 'Filters', 'filters', { placeholder: 'Add Filter', options });

/**
 * A filter by what another field chooses.
 * @param what what is listed then, such as `nodes of this project`
 */
export const filterBy = <const P extends Property>(property: P, what: string) => ({
	...property,
	required: false as const,
	description: `Only ${what}`,
});

/**
 * A filter by a text.
 * @param what what is listed then, such as `nodes of this name`
 * @param example a value it may have
 */
export const textFilter = <const N extends string>(
	name: N,
	displayName: string,
	what: string,
	example?: string,
) =>
	field('string', displayName, name, {
		...(example !== undefined && { placeholder: `e.g. ${example}` }),
		description: `Only ${what}`,
	});

/** A filter by several texts, separated by commas, or in a list; see {@link textFilter}. */
export const textsFilter = <const N extends string>(
	name: N,
	displayName: string,
	what: string,
	example: string,
) =>
	field('string', displayName, name, {
		placeholder: `e.g. ${example}`,
		traits: { takesList: true },
		description: `Only ${what}, separated by commas`,
	});

/** A filter by organization; see {@link textFilter}. */
export const organizationFilter = (what: string) =>
	({
		...textFilter('organization', 'Organization ID', what, 'RG-123-456'),
		traits: { identifies: 'organization' },
	}) as const satisfies Property;

/**
 * A filter by status; see {@link textFilter}.
 * @param names of the statuses, separated by commas; the service writes them in small letters
 */
export const statusFilter = (what: string, usual: string, names: string) =>
	field('options', 'Status', 'status', {
		options: names.split(',').map((name) => ({ name, value: name.toLowerCase() })),
		default: usual,
		description: `Only ${what} in this state`,
	});

/** A filter by protocol; see {@link textFilter}. */
export const protocolFilter = (what: string) =>
	nameLocator('Protocol', 'protocol', {
		search: 'searchProtocols',
		example: 'ethereum',
		description: `Only ${what}`,
	});

/** A list that is read page by page, and says how many records it has where that is known. */
type CountedList = (noteCount: (count: number) => void) => AsyncIterable<IDataObject>;

/**
 * Reads a list as far as it is needed; pages beyond the limit are not requested. An agent, which would take a part for
 * the whole, is told how many there are.
 * @param list what reads it, or the records themselves where they came at once
 */
export async function takeUpToLimit(
	list: CountedList | readonly IDataObject[],
	{ returnAll, limit }: { returnAll: boolean; limit: number },
	{ isTool, listedPart }: Pick<OperationContext, 'isTool' | 'listedPart'>,
): Promise<IDataObject[]> {
	const most = returnAll ? Infinity : limit;
	const taken: IDataObject[] = [];
	let total = typeof list === 'function' ? undefined : list.length;
	for await (const record of typeof list === 'function' ? list((count) => (total = count)) : list) {
		// Only one record beyond the limit says that there are more where they were not counted.
		if (taken.length === most) {
			listedPart();
			return taken;
		}
		taken.push(record);
		if (taken.length === most && (!isTool || total !== undefined)) break;
	}
	if (total !== undefined && total > taken.length) listedPart(total);
	return taken;
}

/**
 * Reads a list of the management API, as {@link takeUpToLimit} does.
 * @param filters the values of fields by which the service filters and sorts
 */
export function readList(
	path: string,
	filters: Partial<Query>,
	values: { returnAll: boolean; limit: number },
	context: Pick<OperationContext, 'api' | 'isTool' | 'listedPart'>,
): Promise<IDataObject[]> {
	const query = buildQuery(filters);
	return takeUpToLimit((noteCount) => context.api.list(path, query, noteCount), values, context);
}

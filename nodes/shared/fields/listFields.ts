import { choices, field, type Property } from '../values/field';
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
 * A filter by the value of another field.
 * @param what the listed records, such as `nodes of this project`
 */
export const filterBy = <const P extends Property>(property: P, what: string) => ({
	...property,
	required: false as const,
	description: `Only ${what}`,
});

/**
 * A filter by a text.
 * @param what the listed records, such as `nodes of this name`
 * @param example a value it may have
 */
export const textFilter = <const N extends string>(
	name: N,
	displayName: string,
	what: string,
	example?: string,
) =>
	field('string', displayName, name, {
		placeholder: example === undefined ? undefined : `e.g. ${example}`,
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
 * @param statuses the name of each, by the value that the service has for it; the values are stored in workflows
 */
export const statusFilter = (what: string, usual: string, statuses: Record<string, string>) =>
	field('options', 'Status', 'status', {
		options: choices(statuses),
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

import type { Property } from '../values/propertyTypes';

/** The filters of a list. */
export const filtersOf = <const Own extends readonly Property[]>(...options: Own) =>
	({
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options,
	}) as const satisfies Property;

/** Fields that few need when they create something. */
export const additionalFieldsOf = <const Own extends readonly Property[]>(...options: Own) =>
	({
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options,
	}) as const satisfies Property;

/** The fields of something that can be changed. */
export const updateFieldsOf = <const Own extends readonly Property[]>(...options: Own) =>
	({
		...additionalFieldsOf(...options),
		displayName: 'Update Fields',
		name: 'updateFields',
		description: 'The fields to change',
	}) as const satisfies Property;

/**
 * A filter by a text.
 * @param example a value it may have
 */
export const textFilter = <const N extends string>(
	name: N,
	displayName: string,
	description: string,
	example?: string,
) =>
	({
		displayName,
		name,
		type: 'string',
		default: '',
		...(example !== undefined && { placeholder: `e.g. ${example}` }),
		description,
	}) as const satisfies Property;

/** A filter by several texts, separated by commas, or in a list; see {@link textFilter}. */
export const textsFilter = <const N extends string>(...filter: Parameters<typeof textFilter<N>>) =>
	({ ...textFilter(...filter), traits: { takesList: true } }) as const satisfies Property;

import { Problem } from '../text/problem';
import { field, type Property } from '../values/field';

/** The filters of a list. */
export const defineFilters = <const Own extends readonly Property[]>(...options: Own) =>
	field('collection', 'Filters', 'filters', { placeholder: 'Add Filter', options });

/** Fields that few need when they create something. */
export const defineAdditionalFields = <const Own extends readonly Property[]>(...options: Own) =>
	field('collection', 'Additional Fields', 'additionalFields', {
		placeholder: 'Add Field',
		options,
	});

/** The fields of something that can be changed. */
export const updateFieldsOf = <const Own extends readonly Property[]>(...options: Own) =>
	({
		...defineAdditionalFields(...options),
		displayName: 'Update Fields',
		name: 'updateFields',
		description: 'The fields to change',
	}) as const satisfies Property;

/** @throws Problem when none of the {@link updateFieldsOf} has a value, so that nothing would change */
export function checkChanges<T extends object>(changes: T): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new Problem("'Update Fields' contains nothing to change, so nothing was sent", {
		hint: 'Add at least one field, and give it a value',
	});
}

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
	field('string', displayName, name, {
		...(example !== undefined && { placeholder: `e.g. ${example}` }),
		description,
	});

/** A filter by several texts, separated by commas, or in a list; see {@link textFilter}. */
export const textsFilter = <const N extends string>(...filter: Parameters<typeof textFilter<N>>) =>
	({ ...textFilter(...filter), traits: { takesList: true } }) as const satisfies Property;

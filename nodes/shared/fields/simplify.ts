import type { IDataObject } from 'n8n-workflow';

import type { Property } from '../values/propertyTypes';

/** The switch between all fields and the few that most workflows need. */
export const simplifyProperty = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Property;

/** @returns the fields with these names that a record has, in the order given */
export function pick(record: IDataObject, ...names: readonly string[]): IDataObject {
	return Object.fromEntries(
		names.filter((name) => name in record).map((name) => [name, record[name]]),
	);
}

import type { Property } from '../values/propertyTypes';

/** The orders in which the platform's lists can be requested. */
export const sortProperty = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'Name (A to Z)', value: 'name' },
		{ name: 'Name (Z to A)', value: '-name' },
		{ name: 'Newest First', value: '-created_at' },
		{ name: 'Oldest First', value: 'created_at' },
		{ name: 'Unsorted', value: '' },
	],
	default: '',
	description: 'The order of the results',
} as const satisfies Property;

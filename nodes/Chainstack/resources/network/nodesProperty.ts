import type { Property } from '../../../shared/parameters/propertyTypes';
import { nodeFields } from '../node/nodeFields';

/** The nodes a network is created with. */
export const nodesProperty = {
	displayName: 'Nodes',
	name: 'nodes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Node',
	description: 'The nodes the network starts with, at least one',
	options: [
		{
			displayName: 'Node',
			name: 'node',
			values: nodeFields,
		},
	],
} as const satisfies Property;

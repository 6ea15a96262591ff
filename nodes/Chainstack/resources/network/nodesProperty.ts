import { providerProperty, regionProperty } from '../../../shared/locators/regions';
import type { Property } from '../../../shared/parameters/propertyTypes';
import { archiveField, nameField, nodeOptions, typeField } from '../node/nodeFields';

const rowFields = [
	{ ...nameField, displayName: 'Node Name' },
	{ ...typeField, displayName: 'Node Type' },
	// Not marked as required: within a row n8n 1 has no way to declare that an option replaces them. Which one is
	// missing is reported before anything is sent.
	providerProperty,
	// The editor would mark an empty list that it fills itself, next to a message that does not name it.
	{ ...regionProperty, allowArbitraryValues: true },
	archiveField,
	{
		displayName: 'Node Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: nodeOptions,
	},
] as const satisfies readonly Property[];

/** The nodes a network is created with. No network is without a node, so one is there to be filled in. */
export const nodesProperty = {
	displayName: 'Nodes',
	name: 'nodes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {
		node: [{ name: '', type: '', provider: '', region: '', archive: false, options: {} }],
	},
	required: true,
	placeholder: 'Add Node',
	description: 'The nodes the network starts with, at least one',
	options: [
		{
			displayName: 'Node',
			name: 'node',
			values: rowFields,
		},
	],
} as const satisfies Property;

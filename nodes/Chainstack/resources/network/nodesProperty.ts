import { requiredProviderProperty, requiredRegionProperty } from '../../../shared/fields/regions';
import { field, type Property } from '../../../shared/values/field';
import { archiveField, nameField, rowOptions, typeField } from '../node/nodeFields';

const rowFields = [
	{ ...nameField, displayName: 'Node Name' },
	{ ...typeField, displayName: 'Node Type' },
	requiredProviderProperty,
	requiredRegionProperty,
	archiveField,
	field('collection', 'Node Options', 'options', {
		placeholder: 'Add option',
		options: rowOptions,
	}),
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
	options: [{ displayName: 'Node', name: 'node', values: rowFields }],
} as const satisfies Property;

import {
	customProviderProperty,
	customRegionProperty,
	providerProperty,
	regionProperty,
} from '../../../shared/locators/regions';
import type { Property } from '../../../shared/items/propertyTypes';

/** The fields of one node, in the order in which people decide them. */
const nodeFields = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Mainnet node',
		description: 'Name of the node',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{
				name: 'Dedicated',
				value: 'dedicated',
				description: 'A node of your own; offered for all protocols',
			},
			{
				name: 'Shared',
				value: 'shared',
				description:
					'Offered for Avalanche, Bitcoin, BNB Smart Chain, Ethereum, Fantom, Polygon PoS and Tezos',
			},
		],
		default: 'dedicated',
		description: 'Whether the node is yours alone',
	},
	{
		displayName: 'Role',
		name: 'role',
		type: 'options',
		options: [{ name: 'Peer', value: 'peer' }],
		default: 'peer',
		description: 'Role of the node in the network',
	},
	providerProperty,
	customProviderProperty,
	regionProperty,
	customRegionProperty,
	{
		displayName: 'Archive',
		name: 'archive',
		type: 'boolean',
		default: false,
		description:
			'Whether the node keeps the whole history of the chain instead of the recent states only',
	},
	{
		displayName: 'Configuration (JSON)',
		name: 'configuration',
		type: 'json',
		default: '',
		placeholder: 'e.g. { "client": "nitro" }',
		description: 'Further settings of the protocol; wins over Archive',
	},
] as const satisfies readonly Property[];

/** The nodes a network is created with. */
export const nodesProperty = {
	displayName: 'Nodes',
	name: 'nodes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, minRequiredFields: 1 },
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

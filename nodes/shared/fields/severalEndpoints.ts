import { choices, field, type Property } from '../values/field';
import { networkLocator, projectLocator } from './locator';
import { nodeRows } from './nodeRows';

/** Where an operation finds several endpoints: the first fields of such an operation. */
export const endpointsProperties = [
	field('options', 'Endpoints', 'endpoints', {
		options: choices({
			addresses: [
				'Addresses',
				'A list of addresses; their keys are masked in everything that is shown',
			],
			nodes: ['Chosen Nodes', 'Nodes of the organization; their addresses and keys are looked up'],
			network: [
				'Running Nodes of a Network',
				'The list is read once per run; addresses and keys come with it',
			],
			project: [
				'Running Nodes of a Project',
				'The list is read once per run. All have to be of one chain.',
			],
		}),
		default: 'nodes',
		description: 'The endpoints among which the call is made',
	}),
	field('string', 'Addresses', 'addresses', {
		typeOptions: { rows: 4 },
		traits: { takesList: true },
		displayOptions: { show: { endpoints: ['addresses'] } },
		placeholder: 'e.g. https://ethereum-mainnet.core.chainstack.com/your-key',
		description:
			'HTTPS addresses of node endpoints, one per line, the preferred one first. Keys in them are saved with the workflow; nodes of the organization need no keys here.',
	}),
	...nodeRows({ show: { endpoints: ['nodes'] } }),
	{
		...networkLocator,
		description: 'The network whose running nodes are called',
		displayOptions: { show: { endpoints: ['network'] } },
	},
	{
		...projectLocator,
		description: 'The project whose running nodes are called',
		displayOptions: { show: { endpoints: ['project'] } },
	},
] as const satisfies readonly Property[];

import { FAMILIES } from '../families';
import { choices, field, type Property } from '../values/field';
import { nodeLocator } from './locator';

/** Where a JSON-RPC operation finds its endpoint: the first fields of each such operation. */
export const endpointProperties = [
	field('options', 'Endpoint Source', 'endpointSource', {
		options: choices({
			node: ['Node', 'A node of the organization; its address and key are looked up'],
			credential: ['Credential', "The credential's node endpoint and endpoint key"],
			url: ['URL', 'An address you enter, for example by expression'],
		}),
		default: 'node',
		description: 'Where the address of the node endpoint comes from',
	}),
	{
		...nodeLocator,
		// n8n's own message for a required field would hide the one that also names the credential's endpoint.
		required: false,
		displayOptions: { show: { endpointSource: ['node'] } },
	},
	field('string', 'Endpoint URL', 'url', {
		required: true,
		displayOptions: { show: { endpointSource: ['url'] } },
		placeholder: 'e.g. https://hyperliquid-mainnet.core.chainstack.com/your-key/evm',
		description:
			'HTTPS address of the node endpoint. A key in it is saved with the workflow; the sources Credential and Node keep it out.',
	}),
] as const satisfies readonly Property[];

/** Options that decide the path of the endpoint, in alphabetical order with the others of an operation. */
export const CUSTOM_PATH = field('string', 'Custom Path', 'customPath', {
	displayOptions: { show: { path: ['custom'] } },
	placeholder: 'e.g. ext/bc/C/rpc',
	description: 'The path after the key',
});

/** See {@link CUSTOM_PATH}. */
export const PATH = field('options', 'Path', 'path', {
	options: choices({
		automatic: ['Automatic', 'The path the host needs: /evm, or none for nodes of other chains'],
		custom: ['Custom', 'A path you enter'],
		none: ['None', 'Nothing after the key'],
	}),
	default: 'automatic',
	description: 'What follows the key in the address',
});

/** How an endpoint is asked; see {@link CUSTOM_PATH}. */
export const PROTOCOL = field('options', 'Protocol', 'protocol', {
	options: [
		{
			name: 'Automatic',
			value: 'automatic' as const,
			description: 'Follows from the network of the node, or from the host name; otherwise EVM',
		},
		...FAMILIES.map(({ title, name, asks }) => ({
			name: title,
			value: name,
			description: `Uses ${asks}`,
		})),
	].sort((a, b) => a.name.localeCompare(b.name, 'en')),
	default: 'automatic',
	description:
		'The protocol that the node of the endpoint uses, which decides how its readiness is checked',
});

import type { FamilyName } from '../addresses/chains';
import { FAMILIES } from '../families';
import {
	BATCH_SIZE,
	MAX_RETRIES,
	MAX_RETRY_WAIT,
	REQUESTS_PER_SECOND,
	RPC_MAX_CONCURRENCY,
	RPC_TIMEOUT,
} from './requestFields';
import { choices, field, type Property } from '../values/field';
import { nodeLocator } from './locator';
import { defineOptions } from './options';

/** The choice of the endpoint: the first fields of each JSON-RPC operation. */
export const endpointProperties = [
	field('options', 'Endpoint Source', 'endpointSource', {
		options: choices({
			node: ['Node', 'A node of the organization; its address and key are looked up'],
			credential: ['Credential', "The credential's node endpoint and endpoint key"],
			url: ['URL', 'An address you enter, for example by expression'],
		}),
		default: 'node',
		description: 'Source of the address of the node endpoint',
		builderHint: {
			propertyHint:
				"Keep 'node', and set nodeId. 'url' stores the key of the endpoint in the workflow: only for endpoints of other services.",
		},
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

/** The path of the endpoint, if {@link PATH} is Custom. */
export const CUSTOM_PATH = field('string', 'Custom Path', 'customPath', {
	displayOptions: { show: { path: ['custom'] } },
	placeholder: 'e.g. ext/bc/C/rpc',
	description: 'The path after the key',
});

/** The path after the key in the address of the endpoint. */
export const PATH = field('options', 'Path', 'path', {
	options: choices({
		automatic: ['Automatic', 'The path the host needs: /evm, or none for nodes of other chains'],
		custom: ['Custom', 'A path you enter'],
		none: ['None', 'Nothing after the key'],
	}),
	default: 'automatic',
	description: 'The part of the address after the key',
});

/** Limits of all calls to node endpoints, besides how often they are repeated, and how long each may take. */
export const ENDPOINT_LIMITS = [BATCH_SIZE, REQUESTS_PER_SECOND, RPC_MAX_CONCURRENCY] as const;

/** Options of all calls to node endpoints. */
export const ENDPOINT_OPTIONS = [
	CUSTOM_PATH,
	field('string', 'Label', 'label', {
		traits: { decidesNothing: true },
		description: 'Text to include in the output, to tell many endpoints apart',
	}),
	PATH,
	field('options', 'Protocol', 'protocol', {
		options: [
			{
				name: 'Automatic',
				value: 'automatic' as const,
				description: 'Follows from the network of the node, or from the host name; otherwise EVM',
			},
			...Object.entries(FAMILIES).map(([value, { title, asks }]) => ({
				name: title,
				value: value as FamilyName,
				description: `Uses ${asks}`,
			})),
		].sort((a, b) => a.name.localeCompare(b.name, 'en')),
		default: 'automatic',
		description:
			'The protocol that the node of the endpoint uses, which decides how its readiness is checked',
	}),
] as const;

/** Options of operations that call a node endpoint: their own, and those of all such operations. */
export const rpcOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions(
		[...own, ...ENDPOINT_OPTIONS],
		[...ENDPOINT_LIMITS, MAX_RETRIES, MAX_RETRY_WAIT, RPC_TIMEOUT],
	);

/** The same for operations that wait for a node endpoint: the next poll repeats a failed request. */
export const rpcWaitOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions([...own, ...ENDPOINT_OPTIONS], [...ENDPOINT_LIMITS, RPC_TIMEOUT]);

/**
 * Declares the field that decides when an endpoint is ready: by its own statement, or by everything Check Health checks.
 * @param text the additional checks of Health, and the purpose of the field
 */
export const checkField = ({ health, description }: { health: string; description: string }) =>
	field('options', 'Check', 'check', {
		options: choices({
			health: ['Health', health],
			sync: ['Sync', 'Only whether the node reports being synced'],
		}),
		default: 'sync',
		description,
	});

/** Declares the field for the age of the newest block above which a node lags. */
export const maxBlockAge = (description: string) =>
	field('number', 'Max Block Age (Seconds)', 'maxBlockAge', {
		typeOptions: { minValue: 1 },
		default: 60,
		description,
	});

/** Declares the field for the distance above which a node lags. */
export const maxBlocksBehind = (description: string) =>
	field('number', 'Max Blocks Behind', 'maxBlocksBehind', {
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 5,
		description,
	});

/** Declares the field for the chain that an endpoint has to belong to. */
export const expectedChain = (description: string) =>
	field('string', 'Expected Chain ID', 'expectedChainId', {
		placeholder: 'e.g. 1, 0x1, or eip155:1',
		description,
	});

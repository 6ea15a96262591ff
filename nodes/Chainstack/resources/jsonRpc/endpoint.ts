import type { IDataObject } from 'n8n-workflow';

import type { Tools } from '../../../shared/items/tools';
import type { Property, ValuesOf } from '../../../shared/items/propertyTypes';
import type { RpcEndpoint } from '../../../shared/jsonRpc/callQueue';
import { nodeLocator } from '../../../shared/locators/node';
import { endpointAddress, originOf, type EndpointPath } from '../../../shared/pure/endpointAddress';
import { Problem } from '../../../shared/pure/problem';
import { checkedId } from '../../../shared/pure/resourceIds';

/** Where a JSON-RPC operation finds its endpoint: the first fields of each such operation. */
export const endpointProperties = [
	{
		displayName: 'Endpoint Source',
		name: 'endpointSource',
		type: 'options',
		options: [
			{
				name: 'Credential',
				value: 'credential',
				description: "The credential's node endpoint and endpoint key",
			},
			{
				name: 'Node',
				value: 'node',
				description: 'A node of the organization; its address and key are looked up',
			},
			{ name: 'URL', value: 'url', description: 'An address you give, for instance by expression' },
		],
		default: 'credential',
		description: 'Where the address of the node endpoint comes from',
	},
	{ ...nodeLocator, displayOptions: { show: { endpointSource: ['node'] } } },
	{
		displayName: 'Endpoint URL',
		name: 'url',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { endpointSource: ['url'] } },
		placeholder: 'e.g. https://hyperliquid-mainnet.core.chainstack.com/<key>/evm',
		description:
			'HTTPS address of the node endpoint. A key in it is saved with the workflow; the sources Credential and Node keep it out.',
	},
] as const satisfies readonly Property[];

/** Options that decide the path of the endpoint, in alphabetical order with the others of an operation. */
export const CUSTOM_PATH = {
	displayName: 'Custom Path',
	name: 'customPath',
	type: 'string',
	default: '',
	displayOptions: { show: { path: ['custom'] } },
	placeholder: 'e.g. ext/bc/C/rpc',
	description: 'The path after the key',
} as const satisfies Property;

/** See {@link CUSTOM_PATH}. */
export const PATH = {
	displayName: 'Path',
	name: 'path',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'The path the host needs: /evm, or none for nodes of other chains',
		},
		{ name: 'Custom', value: 'custom', description: 'A path you give' },
		{ name: 'None', value: 'none', description: 'Nothing after the key' },
	],
	default: 'automatic',
	description: 'What follows the key in the address',
} as const satisfies Property;

/** An endpoint, or why a node of the organization has none at present. */
export type ResolvedEndpoint =
	| { endpoint: RpcEndpoint; nodeId?: string }
	| { absent: string; nodeId: string };

type EndpointValues = Readonly<ValuesOf<typeof endpointProperties>>;

/** Protocols whose nodes answer no EVM JSON-RPC. */
const NOT_EVM = new Set(['aptos', 'bitcoin', 'near', 'solana', 'starknet', 'sui', 'tezos', 'ton']);

/**
 * Finds the endpoint an item asks for.
 * @throws Problem when the address cannot be put together or the node cannot be looked up
 */
export async function resolveEndpoint(
	values: EndpointValues,
	options: Readonly<{ path?: string; customPath?: string }>,
	tools: Tools,
): Promise<ResolvedEndpoint> {
	const path = pathOf(options);
	const { endpointSource } = values;
	if (endpointSource === 'node')
		return await nodeEndpoint(checkedId(values.nodeId, 'node'), path, tools);
	const endpoint =
		endpointSource === 'url'
			? urlEndpoint(values.url, path, tools)
			: credentialEndpoint(path, tools);
	return { endpoint };
}

function credentialEndpoint(path: EndpointPath, tools: Tools): RpcEndpoint {
	const { nodeEndpoint, endpointKey } = tools.credential ?? { nodeEndpoint: '', endpointKey: '' };
	if (nodeEndpoint === '') {
		throw new Problem("This operation needs the 'Node Endpoint', but the credential has none", {
			hint: "Fill in 'Node Endpoint' and 'Endpoint Key' in the credential, or choose another endpoint source",
		});
	}
	const endpoint = ready(
		{ address: nodeEndpoint, key: endpointKey, path, field: 'Node Endpoint' },
		tools,
	);
	if (endpoint.secrets.every((secret) => secret === '')) {
		throw new Problem("This operation needs the 'Endpoint Key', but the credential has none", {
			hint: "Fill in 'Endpoint Key' in the credential; it is the secret part of the node's address in the Chainstack console",
		});
	}
	return endpoint;
}

function urlEndpoint(address: string, path: EndpointPath, tools: Tools): RpcEndpoint {
	// The credential's key is for the credential's host; any other address has to bring its own.
	const isOwnHost =
		originOf(address) !== undefined &&
		originOf(address) === originOf(tools.credential?.nodeEndpoint ?? '');
	return ready(
		{
			address,
			key: isOwnHost ? tools.credential?.endpointKey : undefined,
			path,
			field: 'Endpoint URL',
		},
		tools,
	);
}

async function nodeEndpoint(
	nodeId: string,
	path: EndpointPath,
	tools: Tools,
): Promise<ResolvedEndpoint> {
	const { details, protocol, status } = await tools.once(
		`node ${nodeId}`,
		async () => await lookUp(nodeId, tools),
	);
	if (NOT_EVM.has(protocol)) {
		throw new Problem(`The node ${nodeId} runs ${protocol}, which has no EVM JSON-RPC`, {
			hint: 'Choose a node of an EVM protocol, such as ethereum or hyperliquid',
		});
	}
	const address = details.https_endpoint;
	if (typeof address !== 'string' || address === '') {
		return { nodeId, absent: `the node has no endpoint yet (status ${status})` };
	}
	const key = typeof details.auth_key === 'string' ? details.auth_key : undefined;
	return {
		nodeId,
		endpoint: ready({ address, key, path, protocol, field: `https_endpoint of ${nodeId}` }, tools),
	};
}

/** A v1 node does not tell its protocol; its network does. */
async function lookUp(
	nodeId: string,
	{ api }: Tools,
): Promise<{ details: IDataObject; protocol: string; status: string }> {
	const node = await api.get(`/v1/nodes/${nodeId}/`, `node ${nodeId}`);
	const networkId = checkedId(node.network, 'network');
	const network = await api.get(`/v1/networks/${networkId}/`, `network ${networkId}`);
	return {
		details: (node.details ?? {}) as IDataObject,
		protocol: String(network.protocol),
		status: String(node.status),
	};
}

function ready(parts: Parameters<typeof endpointAddress>[0], tools: Tools): RpcEndpoint {
	const address = endpointAddress(parts);
	tools.keepSecret(...address.secrets);
	if (address.keyOverridden) {
		tools.hint(
			`'${parts.field}' contains another key than the credential; the one in the address was used.`,
		);
	}
	return { ...address, allowUnauthorizedCerts: tools.credential?.allowUnauthorizedCerts ?? false };
}

function pathOf(options: Readonly<{ path?: string; customPath?: string }>): EndpointPath {
	if (options.path === 'none') return { mode: 'none' };
	if (options.path !== 'custom') return { mode: 'automatic' };
	const path = options.customPath ?? '';
	if (path === '') {
		throw new Problem("'Custom Path' is empty", {
			hint: "Give the path after the key, or set 'Path' to None",
		});
	}
	return { mode: 'custom', path };
}

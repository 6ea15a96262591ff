import type { IDataObject } from 'n8n-workflow';

import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import {
	endpointAddress,
	originOf,
	type EndpointParts,
	type EndpointPath,
} from '../jsonRpc/endpointAddress';
import type { ValuesOf } from '../parameters/propertyTypes';
import { checkedId } from '../platform/resourceIds';
import { isRecord } from '../pure/json';
import { Problem } from '../pure/problem';
import type { OperationContext } from '../session/session';
import type { endpointProperties } from './endpointFields';

/** An endpoint, or why a node of the organization has none at present. */
export type ResolvedEndpoint =
	| { endpoint: RpcEndpoint; nodeId?: string; nodeStatus?: string }
	| { absent: string; nodeId: string; nodeStatus?: string };

type EndpointValues = Readonly<ValuesOf<typeof endpointProperties>>;

/** Protocols whose nodes answer no EVM JSON-RPC. */
const NOT_EVM = new Set([
	'aptos',
	'bitcoin',
	'near',
	'polkadot',
	'solana',
	'starknet',
	'stellar',
	'sui',
	'tezos',
	'ton',
	'xrp-ledger',
]);

/**
 * Finds the endpoint an item asks for.
 * @throws Problem when the address cannot be put together or the node cannot be looked up
 */
export async function resolveEndpoint(
	values: EndpointValues,
	options: Readonly<{ path?: string; customPath?: string }>,
	context: OperationContext,
): Promise<ResolvedEndpoint> {
	const path = pathOf(options);
	const { endpointSource } = values;
	if (endpointSource === 'node')
		return await nodeEndpoint(checkedId(values.nodeId, 'node'), path, context);
	const endpoint =
		endpointSource === 'url'
			? urlEndpoint(values.url, path, context)
			: credentialEndpoint(path, context);
	return { endpoint };
}

function credentialEndpoint(path: EndpointPath, context: OperationContext): RpcEndpoint {
	const { nodeEndpoint, endpointKey } = context.credential ?? { nodeEndpoint: '', endpointKey: '' };
	if (nodeEndpoint === '') {
		throw new Problem("This operation needs the 'Node Endpoint', but the credential has none", {
			hint: "Fill in 'Node Endpoint' and 'Endpoint Key' in the credential, or choose another endpoint source",
		});
	}
	const endpoint = ready(
		{ address: nodeEndpoint, key: endpointKey, path, field: 'Node Endpoint' },
		context,
	);
	if (endpoint.secrets.every((secret) => secret === '')) {
		throw new Problem("This operation needs the 'Endpoint Key', but the credential has none", {
			hint: "Fill in 'Endpoint Key' in the credential; it is the secret part of the node's address in the Chainstack console",
		});
	}
	return endpoint;
}

function urlEndpoint(address: string, path: EndpointPath, context: OperationContext): RpcEndpoint {
	const field = 'Endpoint URL';
	// The same for all items of an address, and the look at it costs more than all else about an item.
	const endpoint = context.remember(JSON.stringify(['url', address, path]), () => {
		// The credential's key is for the credential's host; any other address has to bring its own.
		const isOwnHost =
			originOf(address) !== undefined &&
			originOf(address) === originOf(context.credential?.nodeEndpoint ?? '');
		const key = isOwnHost ? context.credential?.endpointKey : undefined;
		return built({ address, key, path, field }, context);
	});
	return noted(endpoint, field, context);
}

async function nodeEndpoint(
	nodeId: string,
	path: EndpointPath,
	context: OperationContext,
): Promise<ResolvedEndpoint> {
	const key = `node ${nodeId}`;
	const { node, protocol } = await context.once(key, async (shared) => {
		const found = await lookUp(nodeId, shared);
		// A node that is being deployed gets its endpoint later: the next look has to see it.
		if (found.node.status !== 'running' || addressOf(found.node) === '') shared.forget(key);
		return found;
	});
	if (!isEvm(protocol)) {
		throw new Problem(`The node ${nodeId} runs ${protocol}, which has no EVM JSON-RPC`, {
			hint: 'Choose a node of an EVM protocol, such as ethereum or hyperliquid',
		});
	}
	return endpointOfNode(node, protocol, path, context);
}

/** A v1 node does not tell its protocol; its network does. */
async function lookUp(
	nodeId: string,
	{ api }: OperationContext,
): Promise<{ node: IDataObject; protocol: string }> {
	const node = await api.get(`/v1/nodes/${nodeId}/`, `node ${nodeId}`);
	const networkId = checkedId(node.network, 'network');
	const network = await api.get(`/v1/networks/${networkId}/`, `network ${networkId}`);
	return { node, protocol: String(network.protocol) };
}

/** @returns whether nodes of a protocol answer EVM JSON-RPC; what is not known is taken to do so */
export function isEvm(protocol: string): boolean {
	return !NOT_EVM.has(protocol);
}

/**
 * Takes the endpoint from a node the platform answered.
 * @throws Problem when its address is unusable
 */
export function endpointOfNode(
	node: IDataObject,
	protocol: string,
	path: EndpointPath,
	context: OperationContext,
): ResolvedEndpoint {
	const nodeId = String(node.id);
	const nodeStatus = String(node.status);
	const address = addressOf(node);
	if (address === '') {
		return { nodeId, nodeStatus, absent: `the node has no endpoint yet (status ${nodeStatus})` };
	}
	const { auth_key: authKey } = detailsOf(node);
	const key = typeof authKey === 'string' ? authKey : undefined;
	return {
		nodeId,
		nodeStatus,
		endpoint: ready(
			{ address, key, path, protocol, field: `https_endpoint of ${nodeId}` },
			context,
		),
	};
}

function detailsOf({ details }: IDataObject): Record<string, unknown> {
	return isRecord(details) ? details : {};
}

/** @returns the address of a node, or nothing while it has none */
function addressOf(node: IDataObject): string {
	const { https_endpoint: address } = detailsOf(node);
	return typeof address === 'string' ? address : '';
}

function ready(parts: EndpointParts, context: OperationContext): RpcEndpoint {
	const { address, key, path, protocol, field } = parts;
	const endpoint = context.remember(
		JSON.stringify(['endpoint', address, key, path, protocol]),
		() => built(parts, context),
	);
	return noted(endpoint, field, context);
}

function built(parts: EndpointParts, { credential }: OperationContext): RpcEndpoint {
	return {
		...endpointAddress(parts),
		allowUnauthorizedCerts: credential?.allowUnauthorizedCerts ?? false,
	};
}

/** What an item has to know of its endpoint, whether or not it is the first to use it. */
function noted(endpoint: RpcEndpoint, field: string, context: OperationContext): RpcEndpoint {
	context.keepSecret(...endpoint.secrets);
	if (endpoint.keyOverridden) {
		context.hint(
			`'${field}' contains another key than the credential; the one in the address was used.`,
		);
	}
	return endpoint;
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

import { isoTime } from '../clock.mts';
import type { SandboxContext } from '../context.mts';
import type { JsonObject, NetworkRecord, NodeRecord } from '../records.mts';
import { creatorView } from './creatorView.mts';

const apiNamespaces = ['net', 'eth', 'web3', 'txpool', 'debug'];
const withGraphql = new Set(['ethereum', 'bsc', 'polygon-pos', 'fantom']);
const withoutNamespaces = new Set(['near', 'solana', 'tezos', 'starknet', 'bitcoin']);
const withoutWebSocket = new Set(['tezos', 'starknet', 'bitcoin']);
const withoutMode = new Set([
	...['avalanche', 'harmony', 'fantom', 'solana', 'tezos', 'starknet', 'bitcoin'],
]);

/** A node as the v1 API shows it. */
export function nodeView({ store, rpcOrigin }: SandboxContext, node: NodeRecord): JsonObject {
	const network = store.networks.get(node.networkId);
	return {
		id: node.id,
		name: node.name,
		network: node.networkId,
		organization: store.organization.id,
		type: node.type,
		role: node.role,
		provider: node.provider,
		region: node.region,
		status: store.statusOfNode(node),
		configuration: node.configuration,
		details: {
			...generalDetails(node, network),
			...endpointDetails(rpcOrigin(), network),
			auth_username: node.auth.username,
			auth_password: node.auth.password,
			auth_key: node.auth.key,
		},
		creator: creatorView(store),
		created_at: isoTime(node.createdAt),
	};
}

/** A node as the v2 API shows it: the key is part of its addresses, and stands nowhere else. */
export function nodeViewV2({ store, rpcOrigin }: SandboxContext, node: NodeRecord): JsonObject {
	const network = store.networks.get(node.networkId);
	const { protocol = '' } = network ?? {};
	return {
		id: node.id,
		name: node.name,
		network: chainOf(network),
		protocol,
		project: network?.projectId,
		cloud: node.cloud,
		region: node.region,
		provider: node.provider,
		status: store.statusOfNode(node),
		details: {
			...(withoutNamespaces.has(protocol) ? {} : { api_namespaces: apiNamespaces }),
			...endpointDetails(`${rpcOrigin()}/${node.auth.key}`, network),
		},
		blockchain: node.blockchain,
	};
}

/** `ethereum-mainnet`: the chain a network belongs to. */
export function chainOf(network: NetworkRecord | undefined): string {
	return String(network?.configuration.network ?? `${network?.protocol}-mainnet`);
}

function generalDetails(node: NodeRecord, network: NetworkRecord | undefined): JsonObject {
	const { protocol = '' } = network ?? {};
	return {
		...(withoutMode.has(protocol)
			? {}
			: { mode: node.configuration.archive === true ? 'archive' : 'full' }),
		version: 'v1.7.1-sandbox',
		...(withoutNamespaces.has(protocol) ? {} : { api_namespaces: apiNamespaces }),
	};
}

function endpointDetails(https: string, network: NetworkRecord | undefined): JsonObject {
	const { protocol = '' } = network ?? {};
	const wss = https.replace(/^http/, 'ws');
	return {
		https_endpoint: https,
		...(withoutWebSocket.has(protocol) ? {} : { wss_endpoint: wss }),
		...(protocol === 'ethereum' ? { beacon_endpoint: `${https}/beacon` } : {}),
		...(withGraphql.has(protocol) ? { graphql_endpoint: `${https}/graphql` } : {}),
	};
}

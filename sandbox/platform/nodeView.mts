import { isoTime, type JsonObject, type NetworkRecord, type NodeRecord } from '../records.mts';
import { user } from '../seed.mts';
import type { Store } from '../state.mts';
import { blockchainOf, cloudOf, hasTrait } from './offer.mts';

const apiNamespaces = ['net', 'eth', 'web3', 'txpool', 'debug'];

/** The user who made things, as core objects show it. */
export function creatorView({ organization }: Store): JsonObject {
	return { ...user, organization: { ...organization } };
}

/** `ethereum-mainnet`: the chain a network belongs to. */
export function chainOf(network?: Pick<NetworkRecord, 'protocol' | 'configuration'>): string {
	return String(network?.configuration.network ?? `${network?.protocol}-mainnet`);
}

/** A network as the v1 API shows it, with its nodes. */
export function networkView(store: Store, network: NetworkRecord): JsonObject {
	const { id, name, projectId: project, protocol, configuration, createdAt } = network;
	return {
		id,
		name,
		project,
		protocol,
		configuration,
		details: {},
		status: store.statusOfNetwork(network),
		nodes: store.nodesOf(id).map((node) => nodeView(store, node)),
		creator: creatorView(store),
		created_at: isoTime(createdAt),
	};
}

/** A node as the v1 API shows it. */
export function nodeView(store: Store, node: NodeRecord): JsonObject {
	const { protocol } = store.networks.get(node.networkId) ?? {};
	const mode = node.configuration.archive === true ? 'archive' : 'full';
	const { api_namespaces, ...endpoints } = sharedDetails(protocol, store.rpcOrigin);
	const { id, name, type, role, provider, region, configuration } = node;
	return {
		id,
		name,
		network: node.networkId,
		organization: store.organization.id,
		type,
		role,
		provider,
		region,
		status: store.statusOfNode(node),
		configuration,
		details: {
			...(!hasTrait(protocol, 'no-mode') && { mode }),
			version: 'v1.7.1-sandbox',
			api_namespaces,
			...endpoints,
			auth_username: node.auth.username,
			auth_password: node.auth.password,
			auth_key: node.auth.key,
		},
		creator: creatorView(store),
		created_at: isoTime(node.createdAt),
	};
}

/** A node as the v2 API shows it: the key is part of its addresses, and stands nowhere else. */
export function nodeViewV2(store: Store, node: NodeRecord): JsonObject {
	const { id, name, region, provider, status } = nodeView(store, node);
	const network = store.networks.get(node.networkId);
	const chain = chainOf(network);
	return {
		id,
		name,
		network: chain,
		protocol: network?.protocol,
		project: network?.projectId,
		cloud: cloudOf(node.provider, node.region) ?? null,
		region,
		provider,
		status,
		details: sharedDetails(network?.protocol, `${store.rpcOrigin}/${node.auth.key}`),
		blockchain: blockchainOf(chain) ?? null,
	};
}

function sharedDetails(protocol: string | undefined, https: string): JsonObject {
	return {
		api_namespaces: hasTrait(protocol, 'no-namespaces') ? undefined : apiNamespaces,
		https_endpoint: https,
		...(!hasTrait(protocol, 'no-websocket') && { wss_endpoint: https.replace(/^http/, 'ws') }),
		...(protocol === 'ethereum' && { beacon_endpoint: `${https}/beacon` }),
		...(hasTrait(protocol, 'graphql') && { graphql_endpoint: `${https}/graphql` }),
	};
}

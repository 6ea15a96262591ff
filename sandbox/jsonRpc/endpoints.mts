import type { Caller } from '../accessRules.mts';
import { proxyError } from '../http/errors.mts';
import type { NodeAuth } from '../ids.mts';
import { chainIdOf } from '../platform/chainIds.mts';
import { speaksEthereum } from '../platform/choices.mts';
import { chainOf } from '../platform/nodeView.mts';
import type { Store } from '../state.mts';
import { answersJsonRpc } from '../transitions.mts';
import { chainId } from './evmClient.mts';

/** A node endpoint. All are at one address; the key tells them apart. */
export interface Endpoint {
	key: string;
	answering: boolean;
	/** What is served right after the key: `evm`, or the family of the protocol. */
	family: string;
	/** Families that are served at paths of their own beside it, by the first word of the path. */
	beside: Record<string, string>;
	/** Id of the chain; undefined where it is none of EVM. */
	chainId?: number;
	/** Paths after the key at which EVM JSON-RPC is served. */
	paths: string[];
	/** Id of the node; undefined for the endpoint that belongs to none. */
	nodeId?: string;
	/** Set for dedicated nodes, which have metrics. */
	dedicatedId?: string;
}

// The sandbox serves /evm on every node, since on a loopback host a client cannot know the chain.
const hyperliquidPaths = ['', 'evm', 'nanoreth'];
const generalPaths = ['', 'evm', 'ext/bc/C/rpc', 'jsonrpc'];

/** Families of protocols without EVM. */
const families: Record<string, string> = {
	...{ solana: 'solana', bitcoin: 'bitcoin', starknet: 'starknet', near: 'near', ton: 'ton' },
	...{ aptos: 'aptos', sui: 'sui', stellar: 'stellar', polkadot: 'polkadot' },
	'xrp-ledger': 'xrpl',
};

/** Families beside EVM, by protocol. */
const besides: Record<string, Record<string, string>> = {
	ethereum: { beacon: 'beacon' },
	gnosis: { beacon: 'beacon' },
	hyperliquid: { info: 'hypercore' },
	tron: { wallet: 'tron' },
};

/**
 * The node endpoints of one sandbox: that of every node, and one of Hyperliquid that always answers,
 * which belongs to the key the sandbox prints at start.
 */
export class Endpoints {
	readonly #store: Store;
	readonly #publicAuth: NodeAuth;

	constructor(store: Store, publicAuth: NodeAuth) {
		this.#store = store;
		this.#publicAuth = publicAuth;
	}

	/**
	 * The endpoint that a request opens with the key at the start of its path, or with user name and
	 * password as Basic auth.
	 * @returns the endpoint and the path after the key; undefined when nothing is opened
	 */
	find(
		url: string,
		authorization: string | undefined,
	): { endpoint: Endpoint; path: string } | undefined {
		const whole = url.replace(/\?.*$/s, '').replace(/^\//, '').replace(/\/$/, '');
		const [first, second, ...others] = whole.split('/');
		// The consensus layer has its path before the key.
		const ofBeacon = this.#endpoint((auth) => first === 'beacon' && auth.key === second);
		if (ofBeacon !== undefined) {
			return { endpoint: ofBeacon, path: ['beacon', ...others].join('/') };
		}
		const byKey = this.#endpoint((auth) => auth.key === first);
		if (byKey !== undefined) {
			return { endpoint: byKey, path: [second, ...others].join('/') };
		}
		const byLogin = this.#endpoint((auth) => authorization === basicAuth(auth));
		return byLogin && { endpoint: byLogin, path: whole };
	}

	/** Whether the access rules of the endpoint's node admit a caller. */
	admits({ nodeId }: Endpoint, caller: Caller): boolean {
		return nodeId === undefined || this.#store.accessRules.admits(nodeId, caller);
	}

	/**
	 * The key of the endpoint a test means by a node's id or by the key itself.
	 * @throws Error when there is no such endpoint
	 */
	keyOf(nodeKeyOrId: string): string {
		const node = this.#store.nodes.get(nodeKeyOrId);
		const key = node?.auth.key ?? this.#endpoint((auth) => auth.key === nodeKeyOrId)?.key;
		if (key === undefined) throw new Error(`There is no node or endpoint key ${nodeKeyOrId}`);
		return key;
	}

	#endpoint(opens: (auth: NodeAuth) => boolean): Endpoint | undefined {
		if (opens(this.#publicAuth)) {
			const { key } = this.#publicAuth;
			return {
				key,
				answering: true,
				family: 'evm',
				beside: besides.hyperliquid,
				chainId,
				paths: hyperliquidPaths,
			};
		}
		const node = [...this.#store.nodes.values()].find(({ auth }) => opens(auth));
		if (node === undefined) return undefined;
		const network = this.#store.networks.get(node.networkId);
		const protocol = network?.protocol ?? '';
		return {
			key: node.auth.key,
			nodeId: node.id,
			answering: answersJsonRpc(this.#store.statusOfNode(node)),
			family: speaksEthereum(protocol) ? 'evm' : (families[protocol] ?? ''),
			beside: besides[protocol] ?? {},
			chainId: chainIdOf(chainOf(network)) ?? chainId,
			paths: protocol === 'hyperliquid' ? hyperliquidPaths : generalPaths,
			...(node.type === 'dedicated' && { dedicatedId: node.id }),
		};
	}
}

/** An endpoint a request may use, and what it is asked for there. */
export interface OpenedEndpoint {
	endpoint: Endpoint;
	/** The family, unless it is EVM. */
	family?: string;
	/** The path after the key. */
	path: string;
}

/**
 * The endpoint a request may use.
 * @throws HttpError 401 without a valid key or login, 403 where an access rule does not admit the caller, 404 for another path, 503 while the node is down
 */
export function openEndpoint(
	endpoints: Endpoints,
	url: string,
	{ authorization, ...caller }: Caller & { authorization?: string },
): OpenedEndpoint {
	const found = endpoints.find(url, authorization);
	if (found === undefined) {
		throw proxyError(401, { 'www-authenticate': 'Basic realm="Restricted"' });
	}
	const { endpoint, path } = found;
	if (!endpoints.admits(endpoint, caller)) throw proxyError(403);
	const [word, ...others] = path.split('/');
	const family = endpoint.beside[word] ?? (endpoint.family === 'evm' ? undefined : endpoint.family);
	if (path === 'metrics' && endpoint.dedicatedId !== undefined) return { endpoint, path };
	if (family === undefined && !endpoint.paths.includes(path)) throw proxyError(404);
	if (!endpoint.answering) throw proxyError(503);
	return { endpoint, family, path: family === 'beacon' ? others.join('/') : path };
}

function basicAuth({ username, password }: NodeAuth): string {
	return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

import { proxyError } from '../http/errors.mts';
import { admits, type Caller } from '../platform/accessRules.mts';
import { chainOf } from '../platform/nodeView.mts';
import { chainIdOf, hasTrait } from '../platform/offer.mts';
import type { NodeAuth } from '../random.mts';
import type { Store } from '../state.mts';
import { chainId } from './evmClient.mts';

/** A node endpoint. All are at one address; the key tells them apart. */
export interface Endpoint {
	key: string;
	/** Id of the node; undefined for the endpoint that belongs to none. */
	nodeId?: string;
	protocol: string;
	isAnswering: boolean;
	/** Dedicated nodes have metrics. */
	isDedicated: boolean;
	/** Id of the chain; that of the client where it is none of EVM. */
	chainId: number;
}

// Paths after the key at which EVM JSON-RPC is served. The sandbox serves /evm on every node, since on
// a loopback host a client cannot know the chain.
const hyperliquidPaths = ['', 'evm', 'nanoreth'];
const generalPaths = ['', 'evm', 'ext/bc/C/rpc', 'jsonrpc'];

/** Families served beside EVM at paths of their own, by protocol and first word of the path. */
const besides: Record<string, Record<string, string>> = {
	ethereum: { beacon: 'beacon' },
	gnosis: { beacon: 'beacon' },
	hyperliquid: { info: 'hypercore' },
	tron: { wallet: 'tron' },
};

/** An endpoint a request may use, and what it is asked for there. */
interface OpenedEndpoint {
	endpoint: Endpoint;
	/** The family, `metrics`, or undefined for EVM. */
	family?: string;
	/** The path after the key. */
	path: string;
}

/**
 * The node endpoints of one sandbox: that of every node, and one of Hyperliquid that always answers,
 * which belongs to the key the sandbox prints at start.
 */
export class Endpoints {
	constructor(
		private readonly store: Store,
		private readonly publicAuth: NodeAuth,
	) {}

	/**
	 * The endpoint a request may use: it opens it with the key at the start of its path, or with user
	 * name and password as Basic auth.
	 * @throws HttpError 401 without a valid key or login, 403 where an access rule does not admit the caller, 404 for another path, 503 while the node is down
	 */
	open(
		url: string,
		{ authorization, ...caller }: Caller & { authorization?: string },
	): OpenedEndpoint {
		const found = this.#find(url, authorization);
		if (found === undefined) {
			throw proxyError(401, { 'www-authenticate': 'Basic realm="Restricted"' });
		}
		const { endpoint, path } = found;
		const { nodeId, protocol } = endpoint;
		if (nodeId !== undefined && !admits(this.store, nodeId, caller)) throw proxyError(403);
		if (path === 'metrics' && endpoint.isDedicated) return { endpoint, family: 'metrics', path };
		const [word, ...others] = path.split('/');
		const own = protocol === 'xrp-ledger' ? 'xrpl' : protocol;
		const family = besides[protocol]?.[word] ?? (hasTrait(protocol, 'no-evm') ? own : undefined);
		const paths = protocol === 'hyperliquid' ? hyperliquidPaths : generalPaths;
		if (family === undefined && !paths.includes(path)) throw proxyError(404);
		if (!endpoint.isAnswering) throw proxyError(503);
		return { endpoint, family, path: family === 'beacon' ? others.join('/') : path };
	}

	/**
	 * The key of the endpoint a test means by a node's id or by the key itself.
	 * @throws Error when there is no such endpoint
	 */
	keyOf(nodeKeyOrId: string): string {
		const node = this.store.nodes.get(nodeKeyOrId);
		const key = node?.auth.key ?? this.#endpoint((auth) => auth.key === nodeKeyOrId)?.key;
		if (key === undefined) throw new Error(`There is no node or endpoint key ${nodeKeyOrId}`);
		return key;
	}

	#find(url: string, authorization?: string): Omit<OpenedEndpoint, 'family'> | undefined {
		const whole = url.replace(/\?.*$/s, '').replace(/^\//, '').replace(/\/$/, '');
		const [first, second, ...others] = whole.split('/');
		// The consensus layer has its path before the key.
		const ofBeacon = this.#endpoint((auth) => first === 'beacon' && auth.key === second);
		if (ofBeacon) return { endpoint: ofBeacon, path: ['beacon', ...others].join('/') };
		const byKey = this.#endpoint((auth) => auth.key === first);
		if (byKey) return { endpoint: byKey, path: [second, ...others].join('/') };
		const byLogin = this.#endpoint((auth) => authorization === basicAuth(auth));
		return byLogin && { endpoint: byLogin, path: whole };
	}

	#endpoint(opens: (auth: NodeAuth) => boolean): Endpoint | undefined {
		const { store, publicAuth } = this;
		if (opens(publicAuth)) {
			const { key } = publicAuth;
			return { key, protocol: 'hyperliquid', isAnswering: true, isDedicated: false, chainId };
		}
		const node = [...store.nodes.values()].find(({ auth }) => opens(auth));
		if (node === undefined) return undefined;
		const network = store.networks.get(node.networkId);
		return {
			key: node.auth.key,
			nodeId: node.id,
			protocol: network?.protocol ?? '',
			isAnswering: ['running', 'error', 'maintenance'].includes(store.statusOfNode(node)),
			isDedicated: node.type === 'dedicated',
			chainId: chainIdOf(chainOf(network)) ?? chainId,
		};
	}
}

function basicAuth({ username, password }: NodeAuth): string {
	return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

import { proxyError } from '../http/errors.mts';
import type { NodeAuth } from '../ids.mts';
import { speaksEthereum } from '../platform/choices.mts';
import type { Store } from '../state.mts';
import { answersJsonRpc } from '../transitions.mts';

/** A node endpoint. All are at one address; the key tells them apart. */
export interface Endpoint {
	key: string;
	answering: boolean;
	ethereum: boolean;
	/** Paths after the key at which JSON-RPC is served. */
	paths: string[];
}

// The sandbox serves /evm on every node, since on a loopback host a client cannot know the chain.
const hyperliquidPaths = ['', 'evm', 'nanoreth'];
const generalPaths = ['', 'evm', 'ext/bc/C/rpc'];

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
		const [first, ...others] = whole.split('/');
		const byKey = this.#endpoint((auth) => auth.key === first);
		if (byKey !== undefined) return { endpoint: byKey, path: others.join('/') };
		const byLogin = this.#endpoint((auth) => authorization === basicAuth(auth));
		return byLogin && { endpoint: byLogin, path: whole };
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
			return { key, answering: true, ethereum: true, paths: hyperliquidPaths };
		}
		const node = [...this.#store.nodes.values()].find(({ auth }) => opens(auth));
		if (node === undefined) return undefined;
		const protocol = this.#store.networks.get(node.networkId)?.protocol ?? '';
		return {
			key: node.auth.key,
			answering: answersJsonRpc(this.#store.statusOfNode(node)),
			ethereum: speaksEthereum(protocol),
			paths: protocol === 'hyperliquid' ? hyperliquidPaths : generalPaths,
		};
	}
}

/**
 * The endpoint a request may use.
 * @throws HttpError 401 without a valid key or login, 404 for another path, 503 while the node is down
 */
export function openEndpoint(
	endpoints: Endpoints,
	url: string,
	authorization: string | undefined,
): Endpoint {
	const found = endpoints.find(url, authorization);
	if (found === undefined) {
		throw proxyError(401, { 'www-authenticate': 'Basic realm="Restricted"' });
	}
	if (!found.endpoint.paths.includes(found.path)) throw proxyError(404);
	if (!found.endpoint.answering) throw proxyError(503);
	return found.endpoint;
}

function basicAuth({ username, password }: NodeAuth): string {
	return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

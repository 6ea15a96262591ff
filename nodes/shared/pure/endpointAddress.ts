import { checkHttps } from './httpsOnly';
import { Problem } from './problem';
import { MASK } from './secretMask';

/** Which path follows the key: chosen from the host, none, or one the user gives. */
export type EndpointPath =
	| { mode: 'automatic' }
	| { mode: 'none' }
	| { mode: 'custom'; path: string };

/** What an endpoint is put together from. */
export interface EndpointParts {
	/** The address in any spelling: with or without scheme, key, path, query, user and password. */
	address: string;
	/** The key to put into the path, unless the address carries one. */
	key?: string;
	path: EndpointPath;
	/** Protocol of the node's network where known, such as `ethereum`. */
	protocol?: string;
	/** Display name of the field that holds the address, for messages. */
	field: string;
}

/** A node endpoint, ready to be called. */
export interface EndpointAddress {
	/** The one correct address; holds the key. */
	url: string;
	/** Value of the Authorization header when the address held user and password. */
	basic?: string;
	/** What may be shown of it: scheme, host, port, `/***` and the known path. */
	label: string;
	/** Everything in it that must never be shown. */
	secrets: string[];
	/** True when the address holds another key than the one given; the one in the address is used. */
	keyOverridden: boolean;
}

/** Path words of node endpoints (platform documentation, node address forms); anything else is a key. */
const PATH_WORDS =
	/^(evm|nanoreth|info|exchange|ws|rpc|jsonrpc|ext|bc|c|api|v\d+(_\d+)?|beacon|eth|graphql|metrics)$/i;

/** Paths of Hyperliquid that stand in the place of `/evm`; the first two answer no EVM JSON-RPC. */
const REPLACED_BY_EVM = /^(info|exchange|nanoreth|evm)$/i;

const EXAMPLE = 'https://hyperliquid-mainnet.core.chainstack.com/<key>/evm';

/**
 * Puts a node endpoint together from whatever people paste.
 * @throws Problem for WebSocket addresses, a bare key, plain http to another machine, or no address at all
 */
export function endpointAddress(parts: EndpointParts): EndpointAddress {
	const address = parsedAddress(parts.address, parts.field);
	const segments = address.pathname.split('/').filter((segment) => segment !== '');
	const words = segments.filter((segment) => PATH_WORDS.test(segment));
	const ownKeys = segments.filter((segment) => !PATH_WORDS.test(segment));
	const user = decodeURIComponent(address.username);
	const password = decodeURIComponent(address.password);
	const hasLogin = user !== '' || password !== '';
	const keys = ownKeys.length > 0 || hasLogin ? ownKeys : given(parts.key).map(encodeURIComponent);
	const suffix = pathWords(parts, address.hostname, words);
	const url = new URL(address.origin);
	url.pathname = `/${[...keys, ...suffix].join('/')}`;
	url.search = address.search;
	const login = Buffer.from(`${user}:${password}`).toString('base64');
	return {
		url: url.href,
		basic: hasLogin ? `Basic ${login}` : undefined,
		label: [address.origin, MASK, ...suffix.filter((word) => PATH_WORDS.test(word))].join('/'),
		secrets: [
			...keys,
			...keys.map(decodeURIComponent),
			user,
			password,
			...(hasLogin ? [login] : []),
			...address.searchParams.values(),
		],
		keyOverridden:
			ownKeys.length > 0 &&
			given(parts.key).some((key) => !ownKeys.some((own) => decodeURIComponent(own) === key)),
	};
}

/** @returns scheme, host and port of an address in any spelling, or `undefined` when it is none */
export function originOf(address: string): string | undefined {
	const text = withScheme(address.trim());
	return URL.canParse(text) ? new URL(text).origin : undefined;
}

function parsedAddress(text: string, field: string): URL {
	const trimmed = text.trim().replace(/\s+/g, '');
	if (trimmed === '') {
		throw new Problem(`'${field}' is empty`, {
			hint: `Paste the HTTPS address of a node, such as ${EXAMPLE}`,
		});
	}
	if (/^wss?:\/\//i.test(trimmed)) {
		throw new Problem(`'${field}' is a WebSocket address; this node uses HTTPS`, {
			hint: `Paste the HTTPS endpoint from the node's page in the Chainstack console, such as ${EXAMPLE}`,
		});
	}
	if (/^[\w-]+$/.test(trimmed) && trimmed.toLowerCase() !== 'localhost') {
		throw new Problem(`'${field}' holds no host; it looks like a key alone`, {
			hint: `Paste the whole HTTPS address, such as ${EXAMPLE}`,
		});
	}
	const full = withScheme(trimmed);
	if (!URL.canParse(full) || !/^https?:$/.test(new URL(full).protocol)) {
		throw new Problem(`'${field}' is not an HTTPS address`, {
			hint: `Paste the HTTPS address of a node, such as ${EXAMPLE}`,
		});
	}
	const address = new URL(full);
	checkHttps(address, field);
	return address;
}

function withScheme(text: string): string {
	return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

function pathWords(parts: EndpointParts, host: string, words: string[]): string[] {
	if (parts.path.mode === 'custom') return parts.path.path.split('/').filter((word) => word !== '');
	if (parts.path.mode === 'none') return [];
	const other = words.filter((word) => !REPLACED_BY_EVM.test(word));
	if (other.length > 0) return words;
	return servesEvmAtItsRoot(host, parts.protocol) ? [] : ['evm'];
}

/**
 * Nodes of other chains answer right after the key: hosts named for their chain, and the older
 * `p2pify.com` ones, which were handed out before Hyperliquid was offered.
 */
function servesEvmAtItsRoot(host: string, protocol: string | undefined): boolean {
	const chain = /^([a-z\d]+)-[\w-]*\.core\.chainstack\.com$/i.exec(host)?.[1].toLowerCase();
	if (chain !== undefined) return chain !== 'hyperliquid';
	return /(^|\.)p2pify\.com$/i.test(host) && protocol !== 'hyperliquid';
}

function given(key: string | undefined): string[] {
	const segments = (key ?? '')
		.trim()
		.split('/')
		.filter((segment) => segment !== '' && !PATH_WORDS.test(segment));
	return segments;
}

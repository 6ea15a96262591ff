import { canBeKey, findLoginSecrets } from '../redact/canBeKey';
import { MASK } from '../redact/secretMask';
import { safeDecode } from '../text/strings';
import {
	FIXED_PATHS,
	findChainOfNetwork,
	findFamilyOfProtocol,
	findNetworkOfHost,
	getFamilyPath,
	type Chain,
	type FamilyName,
} from './chains';
import { findOrigin, parsePastedAddress } from './pastedAddress';

/** The parts an endpoint is built from. */
export interface EndpointParts {
	/** The address in any spelling: with or without scheme, key, path, query, user and password. */
	address: string;
	/** The key to put into the path, unless the address carries one. */
	key?: string;
	/** An address at the one host that may get the key; any host where it is absent. */
	keyHost?: string;
	/** What follows the key, with a query where it has one; chosen from the host where it is absent. */
	path?: string;
	/** Protocol of the node's network where known, such as `ethereum`. */
	protocol?: string;
	/** Name of the node's network where known, such as `ethereum-sepolia-testnet`. */
	network?: string;
	/** The family of chains the user has chosen; otherwise network, protocol, path and host decide. */
	family?: FamilyName;
	/** Display name of the field that holds the address, for messages. */
	field: string;
}

/** A node endpoint, ready to be called. */
export interface EndpointAddress {
	/** The one correct address; holds the key. */
	url: string;
	/** Scheme, host and port of the address. */
	origin: string;
	/** Value of the Authorization header when the address held user and password. */
	basic?: string;
	/** The part that may be shown: scheme, host, port, `/***` and the known path. */
	label: string;
	/** Everything in it that must never be shown. */
	secrets: string[];
	/** Whether anything in it, or given with it, can identify the caller: a key, a login or a query. */
	hasKey: boolean;
	/** The address as it was pasted, where a path was appended that the host may not have. */
	asPasted?: { url: string; label: string };
	/** True when the address holds a different key from the one given; the one in the address is used. */
	keyOverridden: boolean;
	/** How the node is queried. */
	family: FamilyName;
	/** The chain it belongs to according to network or host name. */
	chain?: Chain;
}

/** Path words of node endpoints (platform documentation, node address forms); anything else is a key. */
const PATH_WORD =
	/^(evm|nanoreth|info|exchange|ws|rpc|jsonrpc|ext|bc|c|p|x|api|v\d+(_\d+)?|beacon|eth|graphql|metrics|wallet|walletsolidity)$/i;

/** Comes before the key for the consensus layer (platform documentation, Ethereum tooling). */
const BEACON = 'beacon';

/** Paths of Hyperliquid, of which `/evm` is the one for EVM JSON-RPC. */
const HYPERLIQUID_PATH = /^(evm|info|exchange|nanoreth)$/i;

/**
 * Builds a node endpoint from whatever people paste.
 * @throws Problem for WebSocket addresses, a bare key, plain http to another machine, or no address at all
 */
export function buildEndpointAddress(parts: EndpointParts): EndpointAddress {
	const address = parsePastedAddress(parts.address, parts.field);
	const login = readBasicLogin(address);
	const [customPath, ...customQuery] = parts.path?.split('?') ?? [];
	const custom = customPath === undefined ? undefined : splitCustomPath(customPath);
	const { head, words, ownKeys } = splitPath(address.pathname, custom);
	const queryKeys = querySecrets(address);
	const { key, keyHost } = parts;
	const isKeyForHost = keyHost === undefined || findOrigin(keyHost) === address.origin;
	const givenKeys = isKeyForHost ? keySegments(key) : [];
	const isComplete =
		ownKeys.length > 0 || login !== undefined || givenKeys.some((key) => queryKeys.includes(key));
	const keyed = isComplete ? head : givenKeys.map(encodeURIComponent);
	const place = findPlace(parts, address.hostname, [...head, ...words]);
	const suffix = custom ?? chooseSuffix(place, words);
	const prefix = custom === undefined ? place.prefix : [];
	const own = place.family === BEACON ? keyed.filter((segment) => segment !== BEACON) : keyed;
	const search = [address.search, customQuery.join('?')].filter((each) => each !== '').join('&');
	const at = (path: string[]): { url: string; label: string } => {
		const url = new URL(address.origin);
		url.pathname = `/${[...prefix, ...own, ...path].join('/')}`;
		url.search = search;
		const shown = path.filter((word) => PATH_WORD.test(word));
		return { url: url.href, label: [address.origin, ...prefix, MASK, ...shown].join('/') };
	};
	const isAppended = custom === undefined && place.isGuess && suffix.join() !== words.join();
	return {
		...at(suffix),
		origin: address.origin,
		basic: login?.basic,
		...(isAppended && { asPasted: at(words) }),
		secrets: [...findSecrets(ownKeys), ...givenKeys, ...(login?.secrets ?? []), ...queryKeys],
		hasKey: isComplete || givenKeys.length > 0 || queryKeys.some((value) => value !== ''),
		keyOverridden: ownKeys.length > 0 && givenKeys.some((key) => !ownKeys.includes(key)),
		family: place.family,
		chain: place.chain,
	};
}

/**
 * Splits a path: up to and including the key, and the words after it; without a key all are words. A
 * custom path that is already at the end belongs to neither.
 */
function splitPath(
	path: string,
	custom: string[] = [],
): { head: string[]; words: string[]; ownKeys: string[] } {
	const all = path.split('/').filter((segment) => segment !== '');
	const endsInCustom =
		custom.length > 0 && all.slice(-custom.length).join('/') === custom.join('/');
	const segments = endsInCustom ? all.slice(0, -custom.length) : all;
	const isKey = (segment: string): boolean => !PATH_WORD.test(segment);
	const afterKey = segments.reduce((after, each, place) => (isKey(each) ? place + 1 : after), 0);
	return {
		head: segments.slice(0, afterKey),
		words: segments.slice(afterKey),
		ownKeys: segments.filter(isKey).map(safeDecode),
	};
}

/** Dot segments would lead out of the path that follows the key. */
function splitCustomPath(path: string): string[] {
	return path.split('/').filter((segment) => !['', '.', '..'].includes(segment));
}

/** Path segments that can be keys, or follow a name that says so; ordinary words such as `starknet` are not. */
function findSecrets(segments: string[]): string[] {
	return segments.filter(
		(segment, place) => canBeKey(segment) || NAMES_KEY.test(segments[place - 1] ?? ''),
	);
}

/** Names of keys in addresses. */
const NAMES_KEY = /^(api[-_]?)?(key|token|auth|secret|password)s?$/i;

/** Values of a query that are, or may be, keys; ordinary settings such as `network=mainnet` are not. */
function querySecrets({ searchParams }: URL): string[] {
	return [...searchParams]
		.filter(
			([name, value]) =>
				/key|token|auth|secret|pass/i.test(name) || (value.length >= 16 && canBeKey(value)),
		)
		.map(([, value]) => value);
}

interface ResolvedPath {
	family: FamilyName;
	chain?: Chain;
	/** Before the key. */
	prefix: string[];
	/** After the key. */
	path: string[];
	/** Nothing is known about the host, so the path may be wrong. */
	isGuess: boolean;
}

function findPlace(parts: EndpointParts, host: string, words: string[]): ResolvedPath {
	const { protocol, network = findNetworkOfHost(host) } = parts;
	const chosen = parts.family ?? findFamilyOfPath(words);
	const chain = network === undefined ? undefined : findChainOfNetwork(network, chosen);
	// A host that is named after a chain not known yet still belongs to that protocol.
	const named = protocol ?? findNetworkOfHost(host)?.replace(/-.*/, '');
	const family = chosen ?? chain?.family ?? findFamilyOfProtocol(named ?? '') ?? 'evm';
	const isOld = /(^|\.)p2pify\.com$/i.test(host);
	const path = getFamilyPath(family, { chain, protocol: named });
	// On other hosts, EVM JSON-RPC is expected where the specification has it.
	const isElsewhere = !isOld && findNetworkOfHost(host) === undefined;
	const isGuess = path === '' && family === 'evm' && isElsewhere;
	const suffix = isGuess ? 'evm' : path;
	return {
		family,
		chain,
		prefix: family === BEACON && !isOld ? [BEACON] : [],
		path: suffix.split('/').filter((segment) => segment !== ''),
		isGuess,
	};
}

/** Paths that only one family has. */
function findFamilyOfPath(words: string[]): FamilyName | undefined {
	if (words.includes(BEACON)) return 'beacon';
	return words.some((word) => /^wallet(solidity)?$/.test(word)) ? 'tron' : undefined;
}

/** A path in the address is kept unless the family has one that is always the same. */
function chooseSuffix({ family, path }: ResolvedPath, words: string[]): string[] {
	if (family in FIXED_PATHS) return path;
	return words.some((word) => !HYPERLIQUID_PATH.test(word)) ? words : path;
}

function readBasicLogin(address: URL): { basic: string; secrets: string[] } | undefined {
	const user = safeDecode(address.username);
	const password = safeDecode(address.password);
	if (user === '' && password === '') return undefined;
	const encoded = Buffer.from(`${user}:${password}`).toString('base64');
	return { basic: `Basic ${encoded}`, secrets: [...findLoginSecrets(user, password), encoded] };
}

/** A key may be pasted with slashes, with the path after it, or as a whole address. */
function keySegments(key: string | undefined): string[] {
	const text = (key ?? '').trim();
	const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
	const path = isAddress ? safeDecode(new URL(text).pathname) : text;
	return path.split('/').filter((segment) => segment !== '' && !PATH_WORD.test(segment));
}

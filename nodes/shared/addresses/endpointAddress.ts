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
import { joinUrl } from './urls';

/** The parts an endpoint is built from. */
export interface EndpointParts {
	/** The address in any spelling: with or without scheme, key, path, query, user and password. */
	address: string;
	/** The key to put into the path, unless the address carries one. */
	key?: string;
	/** An address at the one host that may get the key; any host where it is absent. */
	keyHost?: string;
	/** The path after the key, with a query where it has one; chosen from the host where it is absent. */
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

/** Names of keys in addresses. */
const NAMES_KEY = /^(api[-_]?)?(key|token|auth|secret|password)s?$/i;

/**
 * Builds a node endpoint from whatever people paste.
 * @throws Problem for WebSocket addresses, a bare key, plain http to another machine, or no address at all
 */
export function buildEndpointAddress(parts: EndpointParts): EndpointAddress {
	const address = parsePastedAddress(parts.address, parts.field);
	const { origin } = address;
	const login = readBasicLogin(address);
	const [customPath, ...customQuery] = parts.path?.split('?') ?? [];
	const custom = customPath === undefined ? undefined : splitPath(customPath);
	const { head, words } = splitAtKey(address.pathname, custom);
	const ownKeys = head.filter(isKey).map(safeDecode);
	const queryKeys = findQueryKeys(address);
	const { key, keyHost } = parts;
	const isKeyForHost = keyHost === undefined || findOrigin(keyHost) === origin;
	const givenKeys = isKeyForHost ? readGivenKeys(key) : [];
	const isComplete =
		ownKeys.length > 0 || login !== undefined || givenKeys.some((key) => queryKeys.includes(key));
	const place = findPlace(parts, address.hostname, [...head, ...words]);
	const { family, chain } = place;
	// A path in the address is kept unless the family has one that is always the same.
	const isOther = words.some((word) => !HYPERLIQUID_PATH.test(word));
	const suffix = custom ?? (isOther && !(family in FIXED_PATHS) ? words : place.path);
	const prefix = custom === undefined ? place.prefix : [];
	const keyed = isComplete ? head : givenKeys.map(encodeURIComponent);
	const own = keyed.filter((segment) => family !== BEACON || segment !== BEACON);
	const base = new URL(origin);
	base.pathname = [...prefix, ...own].join('/');
	base.search = address.search;
	const at = (path: string[]): { url: string; label: string } => {
		const shown = path.filter((segment) => !isKey(segment));
		return {
			url: joinUrl(base.href, [path.join('/'), ...customQuery].join('?')),
			label: [origin, ...prefix, MASK, ...shown].join('/'),
		};
	};
	const isAppended = custom === undefined && place.isGuess && suffix.join() !== words.join();
	return {
		...at(suffix),
		origin,
		basic: login?.basic,
		...(isAppended && { asPasted: at(words) }),
		secrets: [...findKeys(ownKeys), ...givenKeys, ...(login?.secrets ?? []), ...queryKeys],
		hasKey: isComplete || givenKeys.length > 0 || queryKeys.some((value) => value !== ''),
		keyOverridden: ownKeys.length > 0 && givenKeys.some((key) => !ownKeys.includes(key)),
		family,
		chain,
	};
}

/** @returns the segments of a path; dot segments would lead out of what precedes it */
function splitPath(path: string): string[] {
	return path.split('/').filter((segment) => !['', '.', '..'].includes(segment));
}

function isKey(segment: string): boolean {
	return !PATH_WORD.test(segment);
}

/**
 * Splits a path: up to and including the key, and the words after it; without a key all are words. A
 * custom path that is already at the end belongs to neither.
 */
function splitAtKey(path: string, custom: string[] = []): { head: string[]; words: string[] } {
	const all = splitPath(path);
	const start = Math.max(0, all.length - custom.length);
	const segments = all.slice(start).join('/') === custom.join('/') ? all.slice(0, start) : all;
	const afterKey = segments.reduce((after, each, place) => (isKey(each) ? place + 1 : after), 0);
	return { head: segments.slice(0, afterKey), words: segments.slice(afterKey) };
}

/** Path segments that can be keys, or follow a name that says so; ordinary words such as `starknet` are not. */
function findKeys(segments: string[]): string[] {
	return segments.filter(
		(segment, place) => canBeKey(segment) || NAMES_KEY.test(segments[place - 1] ?? ''),
	);
}

/** Values of a query that are, or may be, keys; ordinary settings such as `network=mainnet` are not. */
function findQueryKeys({ searchParams }: URL): string[] {
	const isSecret = (name: string, value: string): boolean =>
		/key|token|auth|secret|pass/i.test(name) || (value.length >= 16 && canBeKey(value));
	return [...searchParams].filter((pair) => isSecret(...pair)).map(([, value]) => value);
}

interface Place {
	family: FamilyName;
	chain?: Chain;
	/** Before the key. */
	prefix: string[];
	/** After the key. */
	path: string[];
	/** Nothing is known about the host, so the path may be wrong. */
	isGuess: boolean;
}

function findPlace(parts: EndpointParts, host: string, words: string[]): Place {
	const ofHost = findNetworkOfHost(host);
	// A host that is named after a chain not known yet still belongs to that protocol.
	const { network = ofHost, protocol = ofHost?.replace(/-.*/, '') ?? '' } = parts;
	const chosen = parts.family ?? findFamilyOfPath(words);
	const chain = network === undefined ? undefined : findChainOfNetwork(network, chosen);
	const family = chosen ?? chain?.family ?? findFamilyOfProtocol(protocol) ?? 'evm';
	const isOld = /(^|\.)p2pify\.com$/i.test(host);
	const path = getFamilyPath(family, { chain, protocol });
	// Of other hosts it is assumed, as of Hyperliquid's at the platform, that EVM JSON-RPC is below `/evm`.
	const isGuess = path === '' && family === 'evm' && !isOld && ofHost === undefined;
	return {
		family,
		chain,
		prefix: family === BEACON && !isOld ? [BEACON] : [],
		path: splitPath(isGuess ? 'evm' : path),
		isGuess,
	};
}

/** Paths that only one family has. */
function findFamilyOfPath(words: string[]): FamilyName | undefined {
	if (words.includes(BEACON)) return BEACON;
	return words.some((word) => /^wallet(solidity)?$/.test(word)) ? 'tron' : undefined;
}

function readBasicLogin(address: URL): { basic: string; secrets: string[] } | undefined {
	const user = safeDecode(address.username);
	const password = safeDecode(address.password);
	if (user === '' && password === '') return undefined;
	const encoded = Buffer.from(`${user}:${password}`).toString('base64');
	return { basic: `Basic ${encoded}`, secrets: [...findLoginSecrets(user, password), encoded] };
}

/** A key may be pasted with slashes, with the path after it, or as a whole address. */
function readGivenKeys(key = ''): string[] {
	const text = key.trim();
	const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
	return splitPath(isAddress ? safeDecode(new URL(text).pathname) : text).filter(isKey);
}

import { maskHostKeys } from '../redact/hostKeys';
import { MASK } from '../redact/secretMask';
import type { Chain, FamilyName } from './chains';
import { findKeys, isKey } from './endpointKeys';
import { BEACON, chooseSuffix, findPlace } from './endpointPlace';
import { parsePastedAddress } from './pastedAddress';
import { joinUrl, splitPath } from './urls';

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
	/** The part that may be shown: scheme, host, port, `/***` in place of a key, and the known path. */
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

/**
 * Builds a node endpoint from whatever people paste.
 * @throws Problem for WebSocket addresses, a bare key, plain http to another machine, or no address at all
 */
export function buildEndpointAddress(parts: EndpointParts): EndpointAddress {
	const address = parsePastedAddress(parts.address, parts.field);
	const custom = readCustomPath(parts.path);
	const { head, words } = splitAtKey(address.pathname, custom?.segments);
	const keys = findKeys(address, head, parts);
	const place = findPlace(parts, address.hostname, [...head, ...words]);
	const suffix = custom?.segments ?? chooseSuffix(place, words);
	const prefix = custom === undefined ? place.prefix : [];
	const keyed = keys.isComplete ? head : keys.given.map(encodeURIComponent);
	const start = {
		address,
		prefix,
		keyed,
		family: place.family,
		query: custom?.query,
		isMasked: keys.hasAny,
	};
	const isAppended = custom === undefined && place.isGuess && suffix.join() !== words.join();
	return {
		...locate(start, suffix),
		origin: address.origin,
		basic: keys.login?.basic,
		asPasted: isAppended ? locate(start, words) : undefined,
		secrets: keys.secrets,
		hasKey: keys.hasAny,
		keyOverridden: keys.isOverridden,
		family: place.family,
		chain: place.chain,
	};
}

/** A path that the user has chosen, and the query after it. */
interface CustomPath {
	segments: string[];
	query: string[];
}

function readCustomPath(path: string | undefined): CustomPath | undefined {
	if (path === undefined) return undefined;
	const [pathname, ...query] = path.split('?');
	return { segments: splitPath(pathname), query };
}

/** All of an address but the path after the key. */
interface AddressStart {
	address: URL;
	/** Before the key. */
	prefix: string[];
	/** Up to and including the key. */
	keyed: string[];
	family: FamilyName;
	/** What a custom path has after its question marks. */
	query?: string[];
	/** Whether it holds anything that must not be shown. */
	isMasked: boolean;
}

/** @returns the whole address with a path, and what may be shown of it */
function locate(start: AddressStart, path: string[]): { url: string; label: string } {
	const { address, prefix, keyed, family, query = [], isMasked } = start;
	const own = keyed.filter((segment) => family !== BEACON || segment !== BEACON);
	const base = new URL(address.origin);
	base.pathname = [...prefix, ...own].join('/');
	base.search = address.search;
	const shown = path.filter((segment) => !isKey(segment));
	const origin = maskHostKeys(address.origin, address.hostname);
	return {
		url: joinUrl(base.href, [path.join('/'), ...query].join('?')),
		label: [origin, ...prefix, ...(isMasked ? [MASK] : []), ...shown].join('/'),
	};
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

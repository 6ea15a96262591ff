import {
	FIXED_PATHS,
	findChainOfNetwork,
	findFamilyOfProtocol,
	findNetworkOfHost,
	getFamilyPath,
	type Chain,
	type FamilyName,
} from './chains';
import { splitPath } from './urls';

/** Comes before the key for the consensus layer (platform documentation, Ethereum tooling). */
export const BEACON = 'beacon';

/** Paths of Hyperliquid, of which `/evm` is the one for EVM JSON-RPC. */
const HYPERLIQUID_PATH = /^(evm|info|exchange|nanoreth)$/i;

/** What a host serves, and where. */
export interface Place {
	family: FamilyName;
	chain?: Chain;
	/** Before the key. */
	prefix: string[];
	/** After the key. */
	path: string[];
	/** Nothing is known about the host, so the path may be wrong. */
	isGuess: boolean;
}

/** What is known about a host besides its name. */
interface HostFacts {
	network?: string;
	protocol?: string;
	family?: FamilyName;
}

/** @param words the segments of the path of the address */
export function findPlace(facts: HostFacts, host: string, words: string[]): Place {
	const ofHost = findNetworkOfHost(host);
	const isOld = /(^|\.)p2pify\.com$/i.test(host);
	const served = findServed(facts, ofHost, words);
	const { family, chain } = served;
	const path = getFamilyPath(family, served);
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

/** @returns what a host serves: what was chosen or is known of it, what its path or its name says, EVM otherwise */
function findServed(facts: HostFacts, ofHost: string | undefined, words: string[]) {
	const { network = ofHost, protocol = findProtocolOfNetwork(ofHost) } = facts;
	const chosen = facts.family ?? findFamilyOfPath(words);
	const chain = network === undefined ? undefined : findChainOfNetwork(network, chosen);
	const family = chosen ?? chain?.family ?? findFamilyOfProtocol(protocol) ?? 'evm';
	return { family, chain, protocol };
}

/** A host that is named after a chain not known yet still belongs to that protocol. */
function findProtocolOfNetwork(network = ''): string {
	return network.replace(/-.*/, '');
}

/** Paths that only one family has. */
function findFamilyOfPath(words: string[]): FamilyName | undefined {
	if (words.includes(BEACON)) return BEACON;
	return words.some((word) => /^wallet(solidity)?$/.test(word)) ? 'tron' : undefined;
}

/** A path in the address is kept unless the family has one that is always the same. */
export function chooseSuffix({ family, path }: Place, words: string[]): string[] {
	const isOther = words.some((word) => !HYPERLIQUID_PATH.test(word));
	return isOther && !(family in FIXED_PATHS) ? words : path;
}

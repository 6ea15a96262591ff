import { omitUndefined } from '../text/json';
import { CHAIN_TABLE } from './chainTable';

/** Families of chains whose nodes are queried in the same way. Stored in workflows. */
const FAMILY_NAMES = [
	'evm',
	'aptos',
	'beacon',
	'bitcoin',
	'cosmos',
	'hypercore',
	'near',
	'polkadot',
	'solana',
	'starknet',
	'stellar',
	'sui',
	'ton',
	'tron',
	'xrpl',
] as const;

/** A family of chains whose nodes are queried in the same way. */
export type FamilyName = (typeof FAMILY_NAMES)[number];

/** Known facts about a chain. */
export interface Chain {
	/** Such as `ethereum-sepolia`. */
	network: string;
	/** As the console of the platform says it, such as `Ethereum Sepolia Testnet`. */
	name: string;
	family: FamilyName;
	/** Whether it is a test network, to whose name the platform's lists add "-testnet". */
	isTest: boolean;
	/** Ids it returns, usually one: decimal for EVM. Empty where unknown. */
	ids: readonly string[];
	/** How far its healthy nodes are behind at times, in milliseconds. */
	usualLagMs?: number;
	/** Time between its blocks, for what cannot be observed. A wrong one must accuse nobody. */
	blockTimeMs?: number;
	/** For how long it produces no blocks when there are no transactions, in milliseconds. */
	pauseMs?: number;
	/** Path after the key, without slashes at its ends, unless its family has a fixed one. */
	path: string;
	/** For how many blocks a full node keeps the state. */
	fullModeBlocks?: number;
	/** The first block that has state on any node; absent where that is the first block of the chain. */
	stateFrom?: number;
}

/** The facts that a row of the table may have. */
const FACT_NAMES = new Set(['lag', 'block', 'pause', 'path', 'keeps', 'stateFrom']);

/** The chains of the table, in its order. */
export const CHAINS: readonly Chain[] = CHAIN_TABLE.trim().split('\n').map(parseRow);

/** Names of protocols in the platform's lists that differ from those of its networks. */
const RENAMED = new Map([
	['polygon-pos', 'polygon'],
	['avalanche-testnet', 'avalanche-fuji'],
	['xrpl', 'xrp-ledger'],
	['bnb', 'bsc'],
	['zksync-era', 'zksync'],
	['worldchain', 'world-chain'],
]);

/** The paths of families that are queried by paths of their own below one that is always the same. */
export const FIXED_PATHS: Readonly<Partial<Record<FamilyName, string>>> = {
	aptos: 'v1',
	beacon: '',
	hypercore: 'info',
	ton: 'api/v2',
	tron: 'wallet',
};

/** Protocols that the platform sells on request, whose interface is not documented. */
const NOT_SERVED = new Set(['cardano', 'tezos']);

/**
 * Finds the chain of a network.
 * @param network name such as `ethereum-sepolia-testnet`, in the platform's or its hosts' spelling
 * @param family where the network has more than one
 */
export function findChainOfNetwork(network: string, family?: FamilyName): Chain | undefined {
	const name = normalizeName(network);
	const shortened = name.replace(/-testnet$/, '');
	return CHAINS.find((chain) => {
		// The test network of a main network is another chain, which may not be in the table.
		const isNamed = chain.network === name || (chain.isTest && chain.network === shortened);
		return isNamed && (family === undefined || chain.family === family);
	});
}

/** @returns the chain with this id, of those with EVM JSON-RPC */
export function findChainById(chainId: string): Chain | undefined {
	return CHAINS.find(({ family, ids }) => family === 'evm' && ids.includes(chainId));
}

/** @returns the name of the network in a host of the platform, such as `hyperliquid-mainnet` */
export function findNetworkOfHost(host: string): string | undefined {
	return /^([a-z\d]+-[\w-]*)\.core\.chainstack\.com$/i.exec(host)?.[1].toLowerCase();
}

/**
 * @returns what nodes of a protocol of the platform's networks serve; EVM JSON-RPC where it is not known, and
 * `undefined` where nothing that can be queried is known
 */
export function findFamilyOfProtocol(protocol: string): FamilyName | undefined {
	if (NOT_SERVED.has(normalizeName(protocol))) return undefined;
	return listChainsOfProtocol(protocol)[0]?.family ?? 'evm';
}

/** @returns the path after the key at which a family answers at the platform's hosts */
export function getFamilyPath(
	family: FamilyName,
	{ chain, protocol = '' }: { chain?: Chain; protocol?: string },
): string {
	const similar = listChainsOfProtocol(protocol).find((each) => each.family === family);
	return FIXED_PATHS[family] ?? (chain ?? similar)?.path ?? '';
}

/** Networks of a protocol that are not listed themselves are treated like its first listed one. */
function listChainsOfProtocol(protocol: string): Chain[] {
	const name = normalizeName(protocol);
	return CHAINS.filter(({ network }) => network === name || network.startsWith(`${name}-`));
}

function normalizeName(text: string): string {
	const name = text.toLowerCase().replace(/[^a-z\d]+/g, '-');
	for (const [from, to] of RENAMED) {
		if (name === from || name.startsWith(`${from}-`)) return to + name.slice(from.length);
	}
	return name;
}

/** @throws Error for a row that is not in the form of the table */
function parseRow(row: string): Chain {
	const [network, family, kind, ids, ...rest] = row.trim().split(' ');
	const pairs = rest.filter((each) => each.includes('=')).map((each) => each.split('='));
	const facts = new Map(pairs.map(([name, value]) => [name, value]));
	const number = (name: string): number | undefined => {
		const value = facts.get(name);
		return value === undefined ? undefined : Number(value);
	};
	const isKnown = pairs.every(([name]) => FACT_NAMES.has(name));
	if (!isFamilyName(family) || !['main', 'test'].includes(kind) || !isKnown)
		throw new Error(`A row of the table of chains cannot be read: ${row}`);
	return omitUndefined({
		network,
		name: rest.filter((each) => !each.includes('=')).join(' '),
		family,
		isTest: kind === 'test',
		ids: ids === '-' ? [] : ids.split(','),
		usualLagMs: number('lag'),
		blockTimeMs: number('block'),
		pauseMs: number('pause'),
		path: facts.get('path') ?? '',
		fullModeBlocks: number('keeps'),
		stateFrom: number('stateFrom'),
	});
}

function isFamilyName(text: string): text is FamilyName {
	return FAMILY_NAMES.some((name) => name === text);
}

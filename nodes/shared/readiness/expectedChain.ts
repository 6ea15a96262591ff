import { CHAINS, findChainById, type FamilyName } from '../addresses/chains';
import { shortenChainId } from '../families/sui';
import { valueExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';
import type { EndpointReport } from './endpointReport';

/** Families whose chains are identified by hashes. */
const HAS_HASHES = new Set<FamilyName>(['bitcoin', 'polkadot', 'solana', 'sui']);

/** Prefix of the id in CAIP-2, where that is not the name of the family (ChainAgnostic, namespaces). */
const NAMESPACES: Readonly<Partial<Record<FamilyName, string>>> = {
	evm: 'eip155',
	beacon: 'eip155',
	hypercore: 'eip155',
	bitcoin: 'bip122',
	ton: 'tvm',
};

/** Names of chains in CAIP-2, and what their nodes return instead (ChainAgnostic, namespaces; docs.sui.io). */
const NAMED: Readonly<Record<string, string>> = {
	'polkadot:91b171bb158e2d3848fa23a9f1c25182': 'Polkadot',
	'stellar:pubnet': 'Public Global Stellar Network ; September 2015',
	'stellar:testnet': 'Test SDF Network ; September 2015',
	'sui:mainnet': '35834a8a',
	'sui:testnet': '4c78adac',
};

/** CAIP-2 cuts the hashes that identify chains after this many characters. */
const CAIP_LENGTH = 32;

/**
 * @param text what the user gave: a number, decimal or hexadecimal, the spelling of the nodes, or CAIP-2
 * @returns the id; decimal for EVM, otherwise as it was given
 * @throws Problem when it is not the id of an EVM chain
 */
export function checkChainId(text: string, family: FamilyName): string {
	const trimmed = text.trim();
	if (NAMESPACES[family] !== 'eip155') return trimmed;
	const id = normalizeChainId(trimmed, family);
	if (/^[1-9]\d{0,77}$/.test(id)) return id;
	throw new Problem(
		`'Expected Chain ID' must be a number of at least 1, decimal or hexadecimal, but it is '${valueExcerpt(trimmed)}'`,
		{ hint: 'Ethereum is 1, Base 8453, BNB Smart Chain 56' },
	);
}

/**
 * Judges whether an endpoint is on the right chain. What the node says counts; where it says nothing, the chain that
 * its address stands for.
 * @param byUser the id that the user expects; otherwise that of its address is right, where that is known
 * @returns a fault, or a doubt, if there is one
 */
export function judgeChain(
	{ chainId, chainMark, endpoint }: Pick<EndpointReport, 'chainId' | 'chainMark' | 'endpoint'>,
	byUser: string | undefined,
): { wrong?: string; note?: string } {
	const { family, chain } = endpoint;
	const expected = byUser === undefined ? (chain?.ids ?? []) : [byUser];
	const right = new Set(expected.map((id) => normalizeChainId(id, family)));
	const isRight = (id: string): boolean => right.has(normalizeChainId(id, family));
	const said = [chainId, chainMark].filter((id) => id !== undefined);
	if (right.size === 0 || said.some(isRight)) return {};
	const names = expected.map(formatChain).join(' or ');
	if (said.length > 0 && isComparable(expected, said))
		return { wrong: `it is on ${formatChain(said[0])}, not on ${names}` };
	if (byUser === undefined) return {};
	// Nodes of one network have the same chain in each of their interfaces.
	const ofNetwork = CHAINS.filter(({ network }) => network === chain?.network);
	const byAddress = said.length > 0 ? [] : ofNetwork.flatMap(({ ids }) => ids);
	if (byAddress.some(isRight)) return {};
	if (byAddress.length > 0)
		return { wrong: `its address is that of ${formatChain(byAddress[0])}, not of ${names}` };
	return { note: `it could not be confirmed that it is on ${names}` };
}

/** A hash and a name say nothing about each other: one of the two questions was not answered. */
function isComparable(expected: readonly string[], said: readonly string[]): boolean {
	const isHash = (id: string): boolean => /^(bip122:|polkadot:|0x)?[\da-f]{32,}$/i.test(id);
	return expected.some((id) => said.some((other) => isHash(other) === isHash(id)));
}

/** @returns the one spelling in which ids of a chain are compared; decimal for those that are numbers */
function normalizeChainId(text: string, family: FamilyName): string {
	const name = NAMED[text.toLowerCase()] ?? text;
	const namespaces = [NAMESPACES[family] ?? family, family].map((each) => `${each}:`);
	const prefix = namespaces.find((each) => name.toLowerCase().startsWith(each)) ?? '';
	const id = name.slice(prefix.length);
	if (!HAS_HASHES.has(family)) return parseNumber(id, family)?.toString() ?? id.toLowerCase();
	const hash = family === 'sui' ? (shortenChainId(id) ?? id) : id;
	const short = hash.replace(/^0x/i, '').slice(0, CAIP_LENGTH);
	// The letters of base58 differ in their case.
	return family === 'solana' ? short : short.toLowerCase();
}

function parseNumber(id: string, family: FamilyName): bigint | undefined {
	if (/^(-?\d{1,78}|0x[\da-f]{1,64})$/i.test(id)) {
		const number = BigInt(id);
		// TON numbers its chains with 32 bits and a sign.
		return family === 'ton' ? BigInt.asIntN(32, number) : number;
	}
	// Starknet: `SN_MAIN` is the number 0x534e5f4d41494e.
	const isText = family === 'starknet' && /^[\x21-\x7e]{1,31}$/.test(id);
	return isText ? BigInt(`0x${Buffer.from(id).toString('hex')}`) : undefined;
}

/** @returns a chain in a message: its id, with its name where it is an EVM chain that is known */
export function formatChain(chainId: string): string {
	const known = findChainById(chainId);
	return known === undefined ? `chain ${chainId}` : `chain ${chainId} (${known.name})`;
}

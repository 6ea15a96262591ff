import { deploymentOptions, type DeploymentOption } from './deploymentTable.mts';

type Place = Pick<DeploymentOption, 'provider' | 'region' | 'cloud'>;

// Places the v1 API documents. Their v2 ids are made up.
const documentedPlaces: Place[] = [
	{ provider: 'gcloud', region: 'asia-southeast1', cloud: 'CC-0001' },
	{ provider: 'aws', region: 'ap-southeast-1', cloud: 'CC-0002' },
	{ provider: 'aws', region: 'us-west-2', cloud: 'CC-0003' },
	{ provider: 'aws', region: 'us-east-1', cloud: 'CC-0004' },
	{ provider: 'azure', region: 'uksouth', cloud: 'CC-0005' },
	{ provider: 'vzo', region: 'eu3', cloud: 'CC-0006' },
	// In no list of the documentation, but its own examples use it.
	{ provider: 'vzo', region: 'eu1', cloud: 'CC-0007' },
];

const places: Place[] = [...documentedPlaces, ...deploymentOptions];

/** Protocols the v1 API documents. */
const documentedProtocols = [
	'ethereum',
	'polygon-pos',
	'bsc',
	'avalanche',
	'arbitrum',
	'near',
	'aurora',
	'gnosis',
	'cronos',
	'fantom',
	'starknet',
	'harmony',
	'tezos',
	'fuse',
	'bitcoin',
];

// The documentation allows shared nodes for seven protocols, yet its own examples create them for
// the others here; a sandbox that refuses the vendor's examples would teach the wrong thing.
const sharedProtocols = new Set([
	...['ethereum', 'polygon-pos', 'bsc', 'avalanche', 'fantom', 'tezos', 'bitcoin'],
	...['arbitrum', 'near', 'aurora', 'gnosis', 'cronos', 'fuse', 'solana', 'starknet'],
]);

const archiveRequired = new Set([
	...['ethereum', 'polygon-pos', 'bsc', 'avalanche', 'fantom', 'tezos', 'harmony'],
]);

// JSON-RPC of the Ethereum kind does not exist on these, so their endpoints know no eth_ method.
const otherMachines = new Set([
	...['bitcoin', 'near', 'starknet', 'tezos', 'solana', 'ton', 'sui', 'aptos', 'stellar'],
	...['polkadot', 'xrp-ledger'],
]);

export const nodeTypes = ['shared', 'dedicated'];
export const nodeRoles = ['peer'];

/** Protocols a network may have: the documented ones and those on offer today. */
export const protocols = new Set([
	...documentedProtocols,
	...deploymentOptions.map((option) => option.protocol),
]);

/** Regions by provider: the documented ones and those on offer today. */
export const regionsByProvider: Record<string, Set<string>> = {};
for (const { provider, region } of places) {
	(regionsByProvider[provider] ??= new Set()).add(region);
}

/** The v2 id (CC-…) of a provider's region; null when there is none. */
export function cloudOf(provider: string, region: string): string | null {
	const found = places.find((place) => place.provider === provider && place.region === region);
	return found?.cloud ?? null;
}

/** The v2 id (BC-…) of a chain such as `ethereum-mainnet`; null when v2 does not offer it. */
export function blockchainOf(chain: string): string | null {
	return deploymentOptions.find(({ network }) => network === chain)?.blockchain ?? null;
}

/** Whether nodes of this protocol may be shared. */
export function mayBeShared(protocol: string): boolean {
	return sharedProtocols.has(protocol) || !documentedProtocols.includes(protocol);
}

/** Whether a node of this protocol must say in its configuration if it is an archive node. */
export function needsArchive(protocol: string): boolean {
	return archiveRequired.has(protocol);
}

/** Whether nodes of this protocol answer Ethereum's JSON-RPC methods. */
export function speaksEthereum(protocol: string): boolean {
	return !otherMachines.has(protocol);
}

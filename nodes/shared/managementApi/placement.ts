import { valueExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';

/**
 * Protocols of a network, whether their nodes may be shared instead of dedicated, and whether they have an archive
 * setting (platform documentation, API reference and node configuration).
 */
export const PROTOCOLS = [
	{ name: 'Arbitrum', value: 'arbitrum', canBeShared: false, hasArchive: true },
	{ name: 'Aurora', value: 'aurora', canBeShared: false, hasArchive: true },
	{ name: 'Avalanche', value: 'avalanche', canBeShared: true, hasArchive: true },
	{ name: 'Bitcoin', value: 'bitcoin', canBeShared: true, hasArchive: false },
	{ name: 'BNB Smart Chain', value: 'bsc', canBeShared: true, hasArchive: true },
	{ name: 'Cronos', value: 'cronos', canBeShared: false, hasArchive: true },
	{ name: 'Ethereum', value: 'ethereum', canBeShared: true, hasArchive: true },
	{ name: 'Fantom', value: 'fantom', canBeShared: true, hasArchive: true },
	{ name: 'Fuse', value: 'fuse', canBeShared: false, hasArchive: true },
	{ name: 'Gnosis', value: 'gnosis', canBeShared: false, hasArchive: true },
	{ name: 'Harmony', value: 'harmony', canBeShared: false, hasArchive: true },
	{ name: 'NEAR', value: 'near', canBeShared: false, hasArchive: true },
	{ name: 'Polygon PoS', value: 'polygon-pos', canBeShared: true, hasArchive: true },
	{ name: 'Starknet', value: 'starknet', canBeShared: false, hasArchive: false },
	{ name: 'Tezos', value: 'tezos', canBeShared: true, hasArchive: true },
] as const;

/** Chain networks that are documented (platform documentation, API reference, list networks, `public_network`). */
const CHAIN_NETWORKS = [
	'arbitrum-goerli',
	'arbitrum-mainnet',
	'aurora-mainnet',
	'aurora-testnet',
	'avalanche-mainnet',
	'avalanche-testnet',
	'bitcoin-mainnet',
	'bitcoin-testnet',
	'bsc-mainnet',
	'bsc-testnet',
	'cronos-mainnet',
	'cronos-testnet',
	'ethereum-mainnet',
	'ethereum-rinkeby-testnet',
	'ethereum-ropsten-testnet',
	'fantom-mainnet',
	'fantom-testnet',
	'fuse-mainnet',
	'fuse-testnet',
	'gnosis-mainnet',
	'gnosis-testnet',
	'harmony-devnet',
	'harmony-mainnet',
	'near-mainnet',
	'near-testnet',
	'polygon-pos-mainnet',
	'polygon-pos-testnet',
	'starknet-mainnet',
	'starknet-testnet',
	'tezos-mainnet',
	'tezos-testnet',
];

/** @returns whether a protocol is documented to have several chain networks */
export function hasChoiceOfChains(protocol: string): boolean {
	const own = CHAIN_NETWORKS.filter((network) => network.startsWith(`${protocol}-`));
	return own.length > 1;
}

/** Providers and the regions each has (platform documentation, API reference). */
export const PROVIDERS = [
	{
		name: 'Amazon Web Services',
		value: 'aws',
		abbreviation: 'AWS',
		regions: ['ap-southeast-1', 'us-east-1', 'us-west-2'],
	},
	{ name: 'Microsoft Azure', value: 'azure', regions: ['uksouth'] },
	{ name: 'Google Cloud', value: 'gcloud', regions: ['asia-southeast1'] },
	{ name: 'Virtuozzo', value: 'vzo', regions: ['eu3'] },
];

/** Types of a node (platform documentation, API reference). */
export const NODE_TYPES = [
	{ name: 'Dedicated', value: 'dedicated' },
	{ name: 'Shared', value: 'shared' },
] as const;

/** Roles of a node (platform documentation, API reference). */
export const NODE_ROLES = [{ name: 'Peer', value: 'peer' }] as const;

/** Protocols whose nodes may be shared. */
export const SHARED_PROTOCOLS = PROTOCOLS.filter(({ canBeShared }) => canBeShared);

const ALL_REGIONS = PROVIDERS.flatMap(({ regions }) => regions.map((value) => ({ value })));

/** Where a node is to run and what kind it is; fields that are not given are not checked. */
export type Placement = { allowUndocumentedValues?: boolean } & Partial<
	Record<'protocol' | 'type' | 'provider' | 'region', string>
>;

/** The end of a hint about a field whose value is not documented. */
type Advise = (field: string) => string;

/** Where the operation takes documented values only. */
export const adviseNothing: Advise = () => '';

/**
 * Checks a placement against the documented values and combinations. Where undocumented ones are accepted, what is
 * combined with what is left to the service.
 * @param advise what to do where the account has more than is documented, if there is anything to do
 * @throws Problem that names the value and the allowed values
 */
export function checkPlacement(placement: Placement, advise: Advise = adviseFreeText): void {
	const { protocol, type, provider, region, allowUndocumentedValues = false } = placement;
	const isChecked = (value?: string): boolean => !allowUndocumentedValues || value === '';
	expectOneOf('Type', type, NODE_TYPES);
	if (isChecked(protocol)) expectOneOf('Protocol', protocol, PROTOCOLS, advise);
	if (isChecked(provider)) expectOneOf('Provider', provider, PROVIDERS, advise);
	if (type === 'shared' && !allowUndocumentedValues) checkShared(protocol, advise);
	if (isChecked(region)) checkRegion(region, provider, advise);
}

function checkShared(protocol: string | undefined, advise: Advise): void {
	if (protocol === undefined || SHARED_PROTOCOLS.some(({ value }) => value === protocol)) return;
	throw new Problem(
		`Nodes for the protocol '${valueExcerpt(protocol)}' can only be dedicated, not shared`,
		{
			hint: `Set the type to 'dedicated'. Shared nodes are available for ${listValues(SHARED_PROTOCOLS)}${advise('Protocol')}`,
		},
	);
}

function checkRegion(
	region: string | undefined,
	provider: string | undefined,
	advise: Advise,
): void {
	const chosen = PROVIDERS.find(({ value }) => value === provider);
	if (chosen === undefined || region === undefined)
		return expectOneOf('Region', region, ALL_REGIONS, advise);
	if (chosen.regions.includes(region)) return;
	const hint = `${formatProvider(chosen)} has ${chosen.regions.join(', ')}${advise('Region')}`;
	const owner = PROVIDERS.find(({ regions }) => regions.includes(region));
	const shown = valueExcerpt(region);
	const flaw = `The region '${shown}' is not a region of '${provider}'`;
	if (owner === undefined) throw new Problem(region === '' ? "'Region' is empty" : flaw, { hint });
	throw new Problem(
		`The region '${region}' belongs to the provider '${owner.value}', not to '${provider}'`,
		{ hint: `'${region}' is a region of ${formatProvider(owner)}. ${hint}` },
	);
}

/** The panel's name for a provider, with the value that expressions and agents give. */
function formatProvider({ name, value }: { name: string; value: string }): string {
	return `${name} ('${value}')`;
}

function listValues(facts: ReadonlyArray<{ value: string }>): string {
	return facts.map(({ value }) => value).join(', ');
}

/** Where the operation takes free text: the options that allow it. */
function adviseFreeText(field: string): string {
	return `. If your account offers more, turn on 'Allow Undocumented Values' and enter the value in 'Custom ${field}'`;
}

function expectOneOf(
	field: string,
	found: string | undefined,
	allowed: ReadonlyArray<{ value: string }>,
	advise: Advise = adviseNothing,
): void {
	if (found === undefined || allowed.some(({ value }) => value === found)) return;
	const flaw =
		found === ''
			? `'${field}' is empty`
			: `'${valueExcerpt(found)}' is not a valid value for '${field}'`;
	throw new Problem(flaw, { hint: `Allowed: ${listValues(allowed)}${advise(field)}` });
}

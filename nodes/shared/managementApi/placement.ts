import { Problem } from '../text/problem';

/**
 * Protocols of a network, whether their nodes may be shared instead of dedicated (both specification section
 * 2), and whether their nodes have an archive setting (platform documentation, node configuration).
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

/** Providers and the regions each has (specification section 2). */
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
] as const;

/** Types of a node (specification section 2). */
export const NODE_TYPES = [
	{ name: 'Dedicated', value: 'dedicated' },
	{ name: 'Shared', value: 'shared' },
] as const;

/** Roles of a node (specification section 2). */
export const NODE_ROLES = [{ name: 'Peer', value: 'peer' }] as const;

/** Protocols whose nodes may be shared. */
export const SHARED_PROTOCOLS = PROTOCOLS.filter(({ canBeShared }) => canBeShared);

const ALL_REGIONS: readonly string[] = PROVIDERS.flatMap(({ regions }) => regions);

/** Where a node is to run and what kind it is; fields that are not given are not checked. */
export interface Placement {
	protocol?: string;
	type?: string;
	role?: string;
	provider?: string;
	region?: string;
	allowUndocumentedValues?: boolean;
}

/**
 * Checks a placement against the documented values and combinations. Where undocumented ones are accepted, what is
 * combined with what is left to the service.
 * @throws Problem that names the value and the allowed values
 */
export function checkPlacement(placement: Placement): void {
	const { protocol, type, role, provider, region, allowUndocumentedValues } = placement;
	expectOneOf('Type', type, listValues(NODE_TYPES));
	expectOneOf('Role', role, listValues(NODE_ROLES));
	if (!allowUndocumentedValues || protocol === '')
		expectOneOf('Protocol', protocol, listValues(PROTOCOLS), makeFreeTextHint('Protocol'));
	if (!allowUndocumentedValues || provider === '')
		expectOneOf('Provider', provider, listValues(PROVIDERS), makeFreeTextHint('Provider'));
	if (!allowUndocumentedValues && protocol !== undefined && type === 'shared')
		checkShared(protocol);
	if (!allowUndocumentedValues || region === '') checkRegion(region, provider);
}

/** @returns the documented regions of a provider, or `undefined` when it is not documented */
export function findRegions(provider: unknown): readonly string[] | undefined {
	return PROVIDERS.find(({ value }) => value === provider)?.regions;
}

function checkShared(protocol: string): void {
	const allowed = listValues(SHARED_PROTOCOLS);
	if (allowed.includes(protocol)) return;
	throw new Problem(`Nodes for the protocol '${protocol}' can only be dedicated, not shared`, {
		hint: `Set the type to 'dedicated'. Shared nodes are available for ${allowed.join(', ')}. ${makeFreeTextHint('Protocol')}`,
	});
}

function checkRegion(region: string | undefined, provider: string | undefined): void {
	const regions = findRegions(provider);
	if (regions === undefined || region === undefined) {
		expectOneOf('Region', region, ALL_REGIONS, makeFreeTextHint('Region'));
		return;
	}
	if (regions.includes(region)) return;
	const name = formatProvider(provider);
	const hint = `${name} has ${regions.join(', ')}. ${makeFreeTextHint('Region')}`;
	if (region === '') throw new Problem("'Region' is empty", { hint });
	const owner = listValues(PROVIDERS).find((each) => findRegions(each)?.includes(region));
	const what =
		owner === undefined ? 'is not a region of' : `belongs to the provider '${owner}', not to`;
	const other = owner === undefined ? '' : `'${region}' is a region of ${formatProvider(owner)}. `;
	throw new Problem(`The region '${region}' ${what} '${provider}'`, { hint: other + hint });
}

/** The panel's name for a provider, with the value that expressions and agents give. */
function formatProvider(provider: string | undefined): string {
	const name = PROVIDERS.find(({ value }) => value === provider)?.name;
	return `${name} ('${provider}')`;
}

function listValues(facts: ReadonlyArray<{ value: string }>): string[] {
	return facts.map(({ value }) => value);
}

function makeFreeTextHint(field: string): string {
	return `If your account offers more, turn on 'Allow Undocumented Values' and enter the value in 'Custom ${field}'`;
}

function expectOneOf(
	field: string,
	value: string | undefined,
	allowed: readonly string[],
	hint?: string,
): void {
	if (value === undefined || allowed.includes(value)) return;
	const found =
		value === '' ? `'${field}' is empty` : `'${value}' is not a valid value for '${field}'`;
	throw new Problem(found, {
		hint: `Allowed: ${allowed.join(', ')}${hint === undefined ? '' : `. ${hint}`}`,
	});
}

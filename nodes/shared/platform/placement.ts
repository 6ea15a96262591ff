import { Problem } from '../pure/problem';

/** Protocols of a network (specification section 2). */
export const PROTOCOLS = [
	'arbitrum',
	'aurora',
	'avalanche',
	'bitcoin',
	'bsc',
	'cronos',
	'ethereum',
	'fantom',
	'fuse',
	'gnosis',
	'harmony',
	'near',
	'polygon-pos',
	'starknet',
	'tezos',
] as const;

/** Protocols for which nodes may be shared; all others are dedicated only (specification section 2). */
export const SHARED_PROTOCOLS: readonly string[] = [
	'avalanche',
	'bitcoin',
	'bsc',
	'ethereum',
	'fantom',
	'polygon-pos',
	'tezos',
];

/** Regions each provider has (specification section 2). */
export const REGIONS_BY_PROVIDER: Readonly<Record<string, readonly string[]>> = {
	aws: ['ap-southeast-1', 'us-east-1', 'us-west-2'],
	azure: ['uksouth'],
	gcloud: ['asia-southeast1'],
	vzo: ['eu3'],
};

/** Types of a node (specification section 2). */
export const NODE_TYPES: readonly string[] = ['dedicated', 'shared'];

/** Where a node is to run and what kind it is; fields that are not given are not checked. */
export interface Placement {
	protocol?: string;
	type?: string;
	role?: string;
	provider?: string;
	region?: string;
	/** Whether values from outside the documentation are accepted. */
	undocumentedAllowed: boolean;
	/** Fields that were given as free text; with `undocumentedAllowed` nothing is known about them. */
	freeText?: ReadonlyArray<'protocol' | 'provider' | 'region'>;
}

/**
 * Checks a placement against the documented combinations. Values from outside the documentation, if they
 * are accepted, go with everything.
 * @throws Problem that names the value and the allowed values
 */
export function checkPlacement(placement: Placement): void {
	const { protocol, type, role, provider, region } = placement;
	if (type !== undefined) expectOneOf('Type', type, NODE_TYPES);
	if (role !== undefined) expectOneOf('Role', role, ['peer']);
	if (protocol !== undefined && !isFree('protocol', placement, PROTOCOLS)) {
		expectOneOf('Protocol', protocol, PROTOCOLS, freeTextHint('Protocol'));
		if (type === 'shared') checkShared(protocol);
	}
	const providers = Object.keys(REGIONS_BY_PROVIDER);
	const isFreeProvider = isFree('provider', placement, providers);
	if (provider !== undefined && !isFreeProvider) {
		expectOneOf('Provider', provider, providers, freeTextHint('Provider'));
	}
	if (
		region === undefined ||
		isFree('region', placement, Object.values(REGIONS_BY_PROVIDER).flat())
	)
		return;
	if (region === '' || !isFreeProvider) checkRegion(region, isFreeProvider ? undefined : provider);
}

/** @returns whether a value is accepted although, or because, nothing is documented about it */
function isFree(
	field: 'protocol' | 'provider' | 'region',
	{ undocumentedAllowed, freeText = [], ...values }: Placement,
	documented: readonly string[],
): boolean {
	const value = values[field];
	if (!undocumentedAllowed || value === undefined || value === '') return false;
	return freeText.includes(field) || !documented.includes(value);
}

function checkShared(protocol: string): void {
	if (SHARED_PROTOCOLS.includes(protocol)) return;
	throw new Problem(`Nodes for the protocol '${protocol}' can only be dedicated, not shared`, {
		hint: `Set the type to 'dedicated'. Shared nodes exist for ${SHARED_PROTOCOLS.join(', ')}. ${freeTextHint('Protocol')}`,
	});
}

function checkRegion(region: string, provider: string | undefined): void {
	if (provider === undefined) {
		expectOneOf(
			'Region',
			region,
			Object.values(REGIONS_BY_PROVIDER).flat(),
			freeTextHint('Region'),
		);
		return;
	}
	const regions = REGIONS_BY_PROVIDER[provider];
	if (regions.includes(region)) return;
	const hint = `The provider '${provider}' has ${regions.join(', ')}. ${freeTextHint('Region')}`;
	if (region === '') throw new Problem("'Region' is empty", { hint });
	const owner = Object.keys(REGIONS_BY_PROVIDER).find((name) =>
		REGIONS_BY_PROVIDER[name].includes(region),
	);
	const what =
		owner === undefined ? 'is not a region of' : `belongs to the provider '${owner}', not to`;
	throw new Problem(`The region '${region}' ${what} '${provider}'`, { hint });
}

function freeTextHint(field: string): string {
	return `If your account offers more, turn on 'Allow Undocumented Values' and give the value as 'Custom ${field}'`;
}

function expectOneOf(
	field: string,
	value: string,
	allowed: readonly string[],
	hint?: string,
): void {
	if (allowed.includes(value)) return;
	const found = value === '' ? `'${field}' is empty` : `'${value}' is not a value of '${field}'`;
	throw new Problem(found, {
		hint: `Allowed: ${allowed.join(', ')}${hint === undefined ? '' : `. ${hint}`}`,
	});
}

import { Problem } from './problem';

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

const OPTION_HINT =
	"Choose one of the listed values, or turn on 'Allow Undocumented Values' if your account offers more";

/** Where a node is to run and what kind it is; fields that are not given are not checked. */
export interface Placement {
	protocol?: string;
	type?: string;
	role?: string;
	provider?: string;
	region?: string;
	/** True for values the user deliberately took from outside the documentation: they are not checked. */
	undocumentedAllowed: boolean;
}

/**
 * Checks a placement against the documented combinations.
 * @throws Problem that names the value and the allowed values
 */
export function checkPlacement(placement: Placement): void {
	const { protocol, type, role, provider, region, undocumentedAllowed } = placement;
	if (type !== undefined) expectOneOf('Type', type, NODE_TYPES);
	if (role !== undefined) expectOneOf('Role', role, ['peer']);
	if (undocumentedAllowed) return;
	if (protocol !== undefined) expectOneOf('Protocol', protocol, PROTOCOLS, OPTION_HINT);
	if (type === 'shared' && protocol !== undefined && !SHARED_PROTOCOLS.includes(protocol)) {
		throw new Problem(`Nodes for the protocol '${protocol}' can only be dedicated, not shared`, {
			hint: `Set the type to 'dedicated'. Shared nodes exist for ${SHARED_PROTOCOLS.join(', ')}. If your account offers more, turn on 'Allow Undocumented Values'`,
		});
	}
	if (provider !== undefined) {
		expectOneOf('Provider', provider, Object.keys(REGIONS_BY_PROVIDER), OPTION_HINT);
	}
	if (region !== undefined) checkRegion(region, provider);
}

function checkRegion(region: string, provider: string | undefined): void {
	if (provider === undefined) {
		expectOneOf('Region', region, Object.values(REGIONS_BY_PROVIDER).flat(), OPTION_HINT);
		return;
	}
	const regions = REGIONS_BY_PROVIDER[provider];
	if (regions.includes(region)) return;
	const owner = Object.keys(REGIONS_BY_PROVIDER).find((name) =>
		REGIONS_BY_PROVIDER[name].includes(region),
	);
	const what =
		owner === undefined ? 'is not a region of' : `belongs to the provider '${owner}', not to`;
	throw new Problem(`The region '${region}' ${what} '${provider}'`, {
		hint: `The provider '${provider}' has ${regions.join(', ')}. If your account offers more, turn on 'Allow Undocumented Values'`,
	});
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

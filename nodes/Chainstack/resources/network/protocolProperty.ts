import type { Property } from '../../../shared/parameters/propertyTypes';

/** The protocol of a network: the documented ones. */
export const protocolProperty = {
	displayName: 'Protocol',
	name: 'protocol',
	type: 'options',
	// Checked with the other values that have to fit it; an option accepts more than the documented ones.
	allowArbitraryValues: true,
	options: [
		{ name: 'Arbitrum', value: 'arbitrum' },
		{ name: 'Aurora', value: 'aurora' },
		{ name: 'Avalanche', value: 'avalanche' },
		{ name: 'Bitcoin', value: 'bitcoin' },
		{ name: 'BNB Smart Chain', value: 'bsc' },
		{ name: 'Cronos', value: 'cronos' },
		{ name: 'Ethereum', value: 'ethereum' },
		{ name: 'Fantom', value: 'fantom' },
		{ name: 'Fuse', value: 'fuse' },
		{ name: 'Gnosis', value: 'gnosis' },
		{ name: 'Harmony', value: 'harmony' },
		{ name: 'NEAR', value: 'near' },
		{ name: 'Polygon PoS', value: 'polygon-pos' },
		{ name: 'Starknet', value: 'starknet' },
		{ name: 'Tezos', value: 'tezos' },
	],
	default: 'ethereum',
	description: 'The blockchain protocol the network runs on',
} as const satisfies Property;

import type { Property } from '../../../shared/parameters/propertyTypes';
import { PROTOCOLS } from '../../../shared/platform/placement';

/** The protocol of a network: the documented ones. */
export const protocolProperty = {
	displayName: 'Protocol',
	name: 'protocol',
	type: 'options',
	// Checked with the other values that have to fit it; an option accepts more than the documented ones.
	allowArbitraryValues: true,
	options: PROTOCOLS.map(({ name, value }) => ({ name, value })),
	default: 'ethereum',
	description: 'The blockchain protocol the network runs on',
} as const satisfies Property;

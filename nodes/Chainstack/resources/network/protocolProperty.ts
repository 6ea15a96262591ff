import { FILLED_IN } from '../../../shared/fields/regions';
import { PROTOCOLS } from '../../../shared/managementApi/placement';
import type { Property } from '../../../shared/values/propertyTypes';

/** The protocol of a network: the documented ones. */
export const protocolProperty = {
	displayName: 'Protocol',
	name: 'protocol',
	type: 'options',
	// Checked with the other values that have to match it; an option accepts more than the documented ones.
	allowArbitraryValues: true,
	options: PROTOCOLS.map(({ name, value }) => ({ name, value })),
	// No default: nobody should buy what they did not choose.
	default: '',
	required: true,
	placeholder: 'Choose…',
	displayOptions: { hide: { '/options.customProtocol': FILLED_IN } },
	description: 'The blockchain protocol the network runs on',
} as const satisfies Property;

/** A protocol that the documentation does not list; used instead of the list. */
export const customProtocolProperty = {
	displayName: 'Custom Protocol',
	name: 'customProtocol',
	type: 'string',
	default: '',
	placeholder: 'e.g. solana',
	description:
		"A protocol that the API documentation does not list, used instead of Protocol. Requires the option 'Allow Undocumented Values'.",
} as const satisfies Property;

import { FILLED_IN } from '../../../shared/fields/regions';
import { PROTOCOLS } from '../../../shared/managementApi/placement';
import { field } from '../../../shared/values/field';

/** The protocol of a network: the documented ones. */
export const protocolProperty = field('options', 'Protocol', 'protocol', {
	// Checked with the other values that have to match it; an option accepts more than the documented ones.
	allowArbitraryValues: true,
	options: PROTOCOLS.map(({ name, value }) => ({ name, value })),
	// No default: nobody should buy what they did not choose.
	default: '',
	required: true,
	placeholder: 'Choose…',
	displayOptions: { hide: { '/options.customProtocol': FILLED_IN } },
	description: 'The blockchain protocol the network runs on',
});

/** A protocol that the documentation does not list; used instead of the list. */
export const customProtocolProperty = field('string', 'Custom Protocol', 'customProtocol', {
	placeholder: 'e.g. solana',
	description:
		"A protocol that the API documentation does not list, used instead of Protocol. Requires the option 'Allow Undocumented Values'.",
});

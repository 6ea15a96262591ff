import type { Property } from '../../../shared/parameters/propertyTypes';

/** Tells people beforehand that the service behind this resource may be gone. */
export const ipfsNotice = {
	displayName:
		'The vendor withdrew the documentation of IPFS storage in 2026. If it is off for your organization, the node shows the answer of the service as it is.',
	name: 'ipfsNotice',
	type: 'notice',
	default: '',
} as const satisfies Property;

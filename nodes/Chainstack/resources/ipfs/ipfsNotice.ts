import type { Property } from '../../../shared/values/propertyTypes';

/**
 * Warns that the service behind this resource may be gone: its documentation was withdrawn
 * in 2026. If it is off, the message of the service is shown.
 */
export const ipfsNotice = {
	displayName: 'IPFS storage may not be available in your organization.',
	name: 'ipfsNotice',
	type: 'notice',
	default: '',
} as const satisfies Property;

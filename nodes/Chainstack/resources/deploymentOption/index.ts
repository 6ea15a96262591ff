import type { Resource } from '../../../shared/run/operation';
import { getAll } from './getAll';

/** Blockchains that can be deployed, and where. */
export const deploymentOption: Resource = {
	name: 'Deployment Option',
	value: 'deploymentOption',
	description: 'Blockchains that can be deployed, and the clouds that offer them',
	operations: [getAll],
};

import type { Resource } from '../../../shared/items/operation';
import { create } from './create';

export const network: Resource = {
	name: 'Network',
	value: 'network',
	description: 'Blockchain networks and the nodes they start with',
	operations: [create],
};

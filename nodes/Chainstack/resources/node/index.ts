import type { Resource } from '../../../shared/items/operation';
import { update } from './update';

export const node: Resource = {
	name: 'Node',
	value: 'node',
	description: 'Blockchain nodes of the organization',
	operations: [update],
};

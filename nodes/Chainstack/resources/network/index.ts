import type { Resource } from '../../../shared/run/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const network: Resource = {
	name: 'Network',
	value: 'network',
	description: 'Blockchain networks and the nodes they start with',
	operations: [create, remove, get, getAll, update],
};

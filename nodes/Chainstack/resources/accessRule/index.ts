import type { Resource } from '../../../shared/run/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { updateAll } from './updateAll';

export const accessRule: Resource = {
	name: 'Access Rule',
	value: 'accessRule',
	description: 'Addresses and origins from which a node may be called',
	operations: [create, remove, get, getAll, update, updateAll],
};

import type { Resource } from '../../../shared/run/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getMembers } from './getMembers';
import { update } from './update';

export const project: Resource = {
	name: 'Project',
	value: 'project',
	description: 'Projects, which group the networks and nodes of the organization',
	operations: [create, remove, get, getAll, getMembers, update],
};

import type { Resource } from '../../../shared/run/operation';
import { create } from './create';
import { createInNetwork } from './createInNetwork';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getMetrics } from './getMetrics';
import { update } from './update';
import { waitUntilRunning } from './waitUntilRunning';

export const node: Resource = {
	name: 'Node',
	value: 'node',
	description: 'Blockchain nodes of the organization',
	operations: [create, createInNetwork, remove, get, getAll, getMetrics, update, waitUntilRunning],
};

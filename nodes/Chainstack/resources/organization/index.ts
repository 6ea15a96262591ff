import type { Resource } from '../../../shared/run/operation';
import { get } from './get';
import { update } from './update';

export const organization: Resource = {
	name: 'Organization',
	value: 'organization',
	description: 'The organization the API key belongs to',
	operations: [get, update],
};

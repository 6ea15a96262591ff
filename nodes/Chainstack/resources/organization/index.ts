import { platformOptions } from '../../../shared/fields/options';
import { defineOperation, type Resource } from '../../../shared/run/operation';

const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get organization',
	description: 'Retrieve name and ID of the organization the API key belongs to',
	effect: 'reads',
	properties: [platformOptions()],
	execute: (_values, { api }) => api.get('/v1/organization/', 'organization'),
});

/** The organization the API key belongs to. */
export const organization: Resource = {
	name: 'Organization',
	value: 'organization',
	description: 'The organization the API key belongs to',
	operations: [get],
};

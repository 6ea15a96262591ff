import { platformOptions } from '../../../shared/fields/options';
import { defineOperation, type Resource } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';

const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get organization',
	description: 'Retrieve name and ID of the organization the API key belongs to',
	effect: 'reads',
	properties: [platformOptions()],
	execute: (_values, { api }) => api.get('/v1/organization/', 'organization'),
});

const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update organization',
	description: 'Change the name of the organization that the API key belongs to',
	effect: 'updates',
	properties: [
		field('string', 'Name', 'name', {
			required: true,
			placeholder: 'e.g. Example Ltd',
			description: 'The new name of the organization',
		}),
		platformOptions(),
	],
	execute: ({ name }, { api }) => api.update('/v1/organization/', 'organization', { name }),
});

/** The organization the API key belongs to. */
export const organization: Resource = {
	name: 'Organization',
	value: 'organization',
	description: 'The organization the API key belongs to',
	operations: [get, update],
};

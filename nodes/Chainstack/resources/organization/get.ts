import { platformOptions } from '../../../shared/fields/options';
import { defineOperation } from '../../../shared/run/operation';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get organization',
	description: 'Retrieve name and ID of the organization the API key belongs to',
	effect: 'reads',
	properties: [platformOptions()],
	async execute(_values, { api }) {
		return await api.get('/v1/organization/', 'organization');
	},
});

import { defineOperation } from '../../../shared/items/operation';
import { PLATFORM_LIMITS } from '../../../shared/items/patience';
import { platformOptions } from '../options';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get organization',
	description: 'Retrieve name and ID of the organization the API key belongs to',
	effect: 'reads',
	limits: PLATFORM_LIMITS,
	properties: [platformOptions()],
	async execute(_values, { api }) {
		return await api.get('/v1/organization/', 'organization');
	},
});

import { platformOptions } from '../../../shared/fields/options';
import { defineOperation } from '../../../shared/run/operation';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';

export const update = defineOperation({
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
	async execute({ name }, { api }) {
		if (name === '')
			throw new Problem("'Name' is empty, so nothing was sent", {
				hint: 'Enter the new name of the organization',
			});
		return await api.update('/v1/organization/', 'organization', { name });
	},
});

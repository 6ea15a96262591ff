import {
	creationOptions,
	defineAdditionalFields,
	ifExistsProperty,
} from '../../../shared/fields/options';
import { field } from '../../../shared/values/field';
import { defineCreation } from '../defineCreation';

/** Name of a project. */
export const nameField = field('string', 'Name', 'name', {
	placeholder: 'e.g. Production',
	description: 'Name of the project',
});

/** Description of a project. */
export const descriptionField = field('string', 'Description', 'description', {
	traits: { mayBeEmptied: true },
	placeholder: 'e.g. Nodes that customers depend on',
	description: 'What the project is for',
});

export const create = defineCreation({
	name: 'Create',
	value: 'create',
	action: 'Create project',
	description: 'Add a project, in which networks and nodes can then be started',
	properties: [
		{ ...nameField, required: true },
		defineAdditionalFields(descriptionField),
		ifExistsProperty(
			'What to do when the organization already has a project of the same name, for example because this workflow ran before. The output then says whether it already existed.',
		),
		creationOptions(),
	],
	describe: ({ name, additionalFields: { description } }) => ({
		thing: 'project',
		path: '/v2/projects/',
		json: { name, ...(description && { description }) },
		query: { name },
	}),
	present: (project) => project,
});

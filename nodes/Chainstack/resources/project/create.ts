import { defineAdditionalFields } from '../../../shared/fields/collections';
import { creationOptions, ifExistsProperty } from '../../../shared/fields/options';
import type { Creation, IfExists } from '../../../shared/managementApi/createOrUse';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { makeCreationSteps } from '../creationSteps';

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

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create project',
	description: 'Add a project, in which networks and nodes can then be started',
	effect: 'creates',
	properties: [
		{ ...nameField, required: true },
		defineAdditionalFields(descriptionField),
		ifExistsProperty(
			'What to do when the organization already has a project of the same name, for example because this workflow ran before. The output then says whether it already existed.',
		),
		creationOptions(),
	],
	...makeCreationSteps(describeProject, (record) => record),
});

function describeProject({
	name,
	additionalFields: { description },
}: {
	name: string;
	ifExists: IfExists;
	additionalFields: { description?: string };
}): Creation {
	return {
		thing: 'project',
		path: '/v2/projects/',
		json: { name, ...(description && { description }) },
		query: { name },
	};
}

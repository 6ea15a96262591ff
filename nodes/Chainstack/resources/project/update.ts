import { updateFieldsOf } from '../../../shared/fields/collections';
import { platformOptions } from '../../../shared/fields/options';
import { projectLocator } from '../../../shared/fields/locator';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update project',
	description: 'Change the name or the description of a project',
	effect: 'updates',
	properties: [
		projectLocator,
		updateFieldsOf(
			field('string', 'Description', 'description', {
				traits: { mayBeEmptied: true },
				placeholder: 'e.g. Nodes that customers depend on',
				description: 'What the project is for; an empty text removes the current description',
			}),
			field('string', 'Name', 'name', {
				placeholder: 'e.g. Production',
				description: 'The new name of the project',
			}),
		),
		platformOptions(),
	],
	async execute({ project, updateFields: { name, description } }, { api }) {
		const id = checkId(project, 'project');
		if (!name && description === undefined)
			throw new Problem("'Update Fields' contains nothing to change, so nothing was sent", {
				hint: "Add at least one field, such as 'Name', and give it a value",
			});
		return await api.update(`/v2/projects/${id}/`, `project ${id}`, {
			...(name && { name }),
			...(description !== undefined && { description }),
		});
	},
});

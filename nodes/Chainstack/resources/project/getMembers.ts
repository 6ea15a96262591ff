import { platformOptions } from '../../../shared/fields/options';
import { returnAllProperties, readList } from '../../../shared/fields/listFields';
import { projectLocator } from '../../../shared/fields/locator';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';

export const getMembers = defineOperation({
	name: 'Get Members',
	value: 'getMembers',
	action: 'Get members of project',
	description: 'List who was invited to a project, with name and email address',
	effect: 'reads',
	properties: [projectLocator, ...returnAllProperties, platformOptions()],
	async execute({ project, returnAll, limit }, context) {
		const id = checkId(project, 'project');
		// Members exist only in version 1.
		return await readList(`/v1/projects/${id}/members/`, {}, { returnAll, limit }, context);
	},
});

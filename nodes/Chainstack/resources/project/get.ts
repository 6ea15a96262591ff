import { platformOptions } from '../../../shared/fields/options';
import { projectLocator } from '../../../shared/fields/locator';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get project',
	description: 'Retrieve name, description and number of networks of one project',
	effect: 'reads',
	properties: [projectLocator, platformOptions()],
	async execute({ project }, { api }) {
		const id = checkId(project, 'project');
		return await api.get(`/v2/projects/${id}/`, `project ${id}`);
	},
});

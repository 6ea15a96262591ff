import { projectLocator } from '../../../shared/locators/project';
import { checkedId } from '../../../shared/platform/resourceIds';
import { defineOperation } from '../../../shared/session/operation';
import { platformOptions } from '../options';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get project',
	description: 'Retrieve name, description and number of networks of one project',
	effect: 'reads',
	properties: [projectLocator, platformOptions()],
	async execute({ project }, { api }) {
		const id = checkedId(project, 'project');
		return await api.get(`/v2/projects/${id}/`, `project ${id}`);
	},
});

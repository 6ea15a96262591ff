import { defineOperation } from '../../../shared/items/operation';
import { PLATFORM_LIMITS } from '../../../shared/items/patience';
import { projectLocator } from '../../../shared/locators/project';
import { checkedId } from '../../../shared/pure/resourceIds';
import { platformOptions } from '../options';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get project',
	description: 'Retrieve name, description and number of networks of one project',
	effect: 'reads',
	limits: PLATFORM_LIMITS,
	properties: [projectLocator, platformOptions()],
	async execute({ project }, { api }) {
		const id = checkedId(project, 'project');
		return await api.get(`/v2/projects/${id}/`, `project ${id}`);
	},
});

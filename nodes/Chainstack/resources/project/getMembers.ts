import { projectLocator } from '../../../shared/locators/project';
import { checkedId } from '../../../shared/platform/resourceIds';
import { defineOperation } from '../../../shared/session/operation';
import { returnAllProperties, takeUpToLimit } from '../../../shared/session/pagination';
import { platformOptions } from '../options';

export const getMembers = defineOperation({
	name: 'Get Members',
	value: 'getMembers',
	action: 'Get members of project',
	description: 'List who was invited to a project, with name and email address',
	effect: 'reads',
	properties: [projectLocator, ...returnAllProperties, platformOptions()],
	async execute({ project, returnAll, limit }, { api }) {
		const id = checkedId(project, 'project');
		// Members exist only in version 1.
		const members = api.list(`/v1/projects/${id}/members/`);
		return await takeUpToLimit(members, { returnAll, limit });
	},
});

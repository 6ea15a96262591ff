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
	async execute({ project, returnAll, limit }, context) {
		const id = checkedId(project, 'project');
		// Members exist only in version 1.
		return await takeUpToLimit(
			(noteCount) => context.api.list(`/v1/projects/${id}/members/`, {}, noteCount),
			{ returnAll, limit },
			context,
		);
	},
});

import { platformOptions } from '../../../shared/fields/options';
import { projectLocator } from '../../../shared/fields/locator';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';

export const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete project',
	description: 'Permanently remove a project; its networks and nodes have to be deleted first',
	effect: 'updates',
	properties: [projectLocator, platformOptions()],
	async execute({ project }, { api }) {
		const id = checkId(project, 'project');
		const hint =
			'Delete its nodes and networks first (Node, Delete; Network, Delete), then the project';
		await api.remove(`/v2/projects/${id}/`, `project ${id}`, hint);
		return { deleted: true, id };
	},
});

import { nodeLocator } from '../../../shared/fields/node';
import { platformOptions } from '../../../shared/fields/options';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';

export const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete node',
	description: 'Stop a node and remove it permanently',
	effect: 'updates',
	properties: [nodeLocator, platformOptions()],
	async execute({ nodeId }, { api }) {
		const id = checkId(nodeId, 'node');
		await api.remove(`/v1/nodes/${id}/`, `node ${id}`);
		return { deleted: true, id };
	},
});

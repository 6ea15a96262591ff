import { nodeLocator } from '../../../shared/locators/node';
import { checkedId } from '../../../shared/platform/resourceIds';
import { defineOperation } from '../../../shared/session/operation';
import { platformOptions } from '../options';

export const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete node',
	description: 'Stop a node and remove it permanently',
	effect: 'updates',
	properties: [nodeLocator, platformOptions()],
	async execute({ nodeId }, { api }) {
		const id = checkedId(nodeId, 'node');
		await api.remove(`/v1/nodes/${id}/`, `node ${id}`);
		return { deleted: true, id };
	},
});

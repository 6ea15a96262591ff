import { networkLocator } from '../../../shared/fields/locator';
import { platformOptions } from '../../../shared/fields/options';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';

export const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete network',
	description: 'Permanently remove a network; its nodes have to be deleted first',
	effect: 'updates',
	properties: [networkLocator, platformOptions()],
	async execute({ networkId }, { api }) {
		const id = checkId(networkId, 'network');
		const hint = 'Delete its nodes first (Node, Delete), then the network';
		await api.remove(`/v1/networks/${id}/`, `network ${id}`, hint);
		return { deleted: true, id };
	},
});

import { networkLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { defineOperation, type Resource } from '../../../shared/run/operation';
import { create, nameField } from './create';
import { getAll } from './getAll';
import { presentNetwork } from './present';

const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete network',
	description: 'Permanently remove a network; its nodes have to be deleted first',
	effect: 'updates',
	properties: [networkLocator, platformOptions()],
	async execute({ networkId: id }, { api }) {
		const hint = 'Delete its nodes first (Node, Delete), then the network';
		await api.remove(`/v1/networks/${id}/`, `network ${id}`, hint);
		return { deleted: true, id };
	},
});

const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get network',
	description: 'Retrieve one network with its nodes and their state',
	effect: 'reads',
	properties: [networkLocator, simplifyProperty, platformOptions(INCLUDE_SECRETS)],
	async execute({ networkId: id, ...wanted }, context) {
		const network = await context.api.get(`/v1/networks/${id}/`, `network ${id}`);
		return presentNetwork(network, wanted, context);
	},
});

const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update network',
	description: 'Change the name of a network',
	effect: 'updates',
	properties: [
		networkLocator,
		{ ...nameField, required: true, description: 'The new name of the network' },
		simplifyProperty,
		platformOptions(INCLUDE_SECRETS),
	],
	async execute({ networkId: id, name, ...wanted }, context) {
		const network = await context.api.update(`/v1/networks/${id}/`, `network ${id}`, { name });
		return presentNetwork(network, wanted, context);
	},
});

/** Networks of the organization. */
export const network: Resource = {
	name: 'Network',
	value: 'network',
	description: 'Blockchain networks and the nodes they start with',
	operations: [create, remove, get, getAll, update],
};

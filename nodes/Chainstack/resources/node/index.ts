import { nodeLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { defineOperation, type Resource } from '../../../shared/run/operation';
import { create } from './create';
import { createInNetwork } from './createInNetwork';
import { getAll } from './getAll';
import { getDeploymentOptions } from './getDeploymentOptions';
import { getMetrics } from './getMetrics';
import { INCLUDE_PLACE, presentNode, readNodePlace } from './present';
import { update } from './update';
import { waitUntilRunning } from './waitUntilRunning';

const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete node',
	description: 'Stop a node and remove it permanently',
	effect: 'updates',
	properties: [nodeLocator, platformOptions()],
	async execute({ nodeId: id }, { api }) {
		await api.remove(`/v1/nodes/${id}/`, `node ${id}`);
		return { deleted: true, id };
	},
});

const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get node',
	description: 'Retrieve one node with its state and endpoint',
	effect: 'reads',
	properties: [nodeLocator, simplifyProperty, platformOptions(INCLUDE_SECRETS, INCLUDE_PLACE)],
	async execute({ nodeId: id, ...wanted }, context) {
		const { api } = context;
		const node = await api.get(`/v1/nodes/${id}/`, `node ${id}`);
		const place = wanted.options.includePlace
			? readNodePlace(await api.get(`/v2/nodes/${id}/`, `node ${id}`), node.type)
			: {};
		return await presentNode({ ...node, ...place }, wanted, context);
	},
});

/** Nodes of the organization. */
export const node: Resource = {
	name: 'Node',
	value: 'node',
	description: 'Blockchain nodes of the organization',
	operations: [
		create,
		createInNetwork,
		remove,
		get,
		getDeploymentOptions,
		getAll,
		getMetrics,
		update,
		waitUntilRunning,
	],
};

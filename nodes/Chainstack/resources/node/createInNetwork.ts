import { hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
import { readNetworkOfNode } from '../../../shared/endpoints/nodeFacts';
import { networkLocator } from '../../../shared/fields/locator';
import {
	creationOptions,
	ifExistsProperty,
	INCLUDE_SECRETS,
	simplifyProperty,
} from '../../../shared/fields/options';
import { readLimits } from '../../../shared/fields/waitProperties';
import { PROTOCOLS } from '../../../shared/managementApi/placement';
import { defineCreation } from '../defineCreation';
import { buildNodeBody, nodeFields, nodeOptions } from './nodeFields';
import { presentNode } from './present';
import { followNode, nodeWaitProperties, STOP_EARLY_AFTER_CREATION } from './waitForNode';

export const createInNetwork = defineCreation({
	name: 'Create in Network',
	value: 'createInNetwork',
	action: 'Create another node in existing network',
	description:
		'Add a node to a network you have; to join a chain without one, use Create, or Network, Create',
	properties: [
		networkLocator,
		...nodeFields,
		ifExistsProperty(
			'What to do when the network already has a node of the same name, for example because this workflow ran before. The output then says whether it already existed.',
		),
		...nodeWaitProperties,
		simplifyProperty,
		creationOptions(INCLUDE_SECRETS, ...nodeOptions, STOP_EARLY_AFTER_CREATION),
	],
	async describe({ networkId: network, ...node }, context) {
		readLimits(node);
		// Checked before the network is looked up, so that a simple mistake costs no request.
		buildNodeBody(node);
		const found = await readNetworkOfNode({ network }, context);
		// The network exists, so its protocol is available, whatever the documentation lists.
		const protocol = PROTOCOLS.find(({ value }) => value === found?.protocol)?.value;
		return {
			thing: 'node',
			path: '/v1/nodes/',
			json: { ...buildNodeBody(node, protocol), network },
			query: { network },
		};
	},
	async present(node, values, context) {
		if (!values.simplify) return node;
		const shown = await presentNode(node, values, context);
		return hintHiddenKey(shown, values.options.includeSecrets, context);
	},
	afterCreate: followNode,
});

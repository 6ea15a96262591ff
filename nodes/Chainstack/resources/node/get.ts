import { nodeLocator } from '../../../shared/locators/node';
import { checkedId } from '../../../shared/platform/resourceIds';
import { defineOperation } from '../../../shared/session/operation';
import { simplifyProperty } from '../../../shared/session/simplify';
import { INCLUDE_SECRETS, platformOptions } from '../options';
import { simplifiedNode } from './simplified';
import { withEndpointOf } from './withEndpoint';
import { withNetwork } from './withNetwork';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get node',
	description: 'Retrieve one node with its state and endpoint',
	effect: 'reads',
	properties: [nodeLocator, simplifyProperty, platformOptions(INCLUDE_SECRETS)],
	async execute({ nodeId, simplify, options }, context) {
		const id = checkedId(nodeId, 'node');
		const found = await context.api.get(`/v1/nodes/${id}/`, `node ${id}`);
		const node = await withEndpointOf(await withNetwork(found, context), context);
		return simplify ? simplifiedNode(node, options.includeSecrets) : node;
	},
});

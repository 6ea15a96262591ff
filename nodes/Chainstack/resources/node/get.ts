import type { IDataObject } from 'n8n-workflow';

import { nodeLocator } from '../../../shared/locators/node';
import { checkedId } from '../../../shared/platform/resourceIds';
import { defineOperation } from '../../../shared/session/operation';
import type { OperationContext } from '../../../shared/session/session';
import { pick, simplifyProperty } from '../../../shared/session/simplify';
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
	properties: [
		nodeLocator,
		simplifyProperty,
		platformOptions(INCLUDE_SECRETS, {
			displayName: 'Include Project and Cloud',
			name: 'includePlace',
			type: 'boolean',
			default: false,
			description:
				'Whether to also read the node from version 2 of the API, the only one that knows its project, cloud and blockchain',
		}),
	],
	async execute({ nodeId, simplify, options }, context) {
		const id = checkedId(nodeId, 'node');
		const found = await context.api.get(`/v1/nodes/${id}/`, `node ${id}`);
		const place = options.includePlace ? await placeOf(id, context) : {};
		const node = await withEndpointOf(await withNetwork(found, context), context);
		return { ...(simplify ? simplifiedNode(node, options.includeSecrets) : node), ...place };
	},
});

async function placeOf(id: string, { api }: OperationContext): Promise<IDataObject> {
	const node = await api.get(`/v2/nodes/${id}/`, `node ${id}`);
	return pick(node, 'protocol', 'project', 'cloud', 'blockchain');
}

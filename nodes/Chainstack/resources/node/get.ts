import type { IDataObject } from 'n8n-workflow';

import { addNetworkAndEndpoint, hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
import { nodeLocator } from '../../../shared/fields/node';
import { INCLUDE_SECRETS, platformOptions } from '../../../shared/fields/options';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { INCLUDE_PLACE, readNodePlace } from './place';
import { simplifyNode } from './simplified';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get node',
	description: 'Retrieve one node with its state and endpoint',
	effect: 'reads',
	properties: [nodeLocator, simplifyProperty, platformOptions(INCLUDE_SECRETS, INCLUDE_PLACE)],
	async execute({ nodeId, simplify, options }, context) {
		const id = checkId(nodeId, 'node');
		const found = await context.api.get(`/v1/nodes/${id}/`, `node ${id}`);
		const place = options.includePlace ? await readPlace(id, found.type, context) : {};
		const known = await addNetworkAndEndpoint(found, context);
		const node = hintHiddenKey({ ...known, ...place }, options.includeSecrets, context);
		return simplify ? simplifyNode(node, options.includeSecrets) : node;
	},
});

async function readPlace(
	id: string,
	type: unknown,
	{ api }: OperationContext,
): Promise<IDataObject> {
	return readNodePlace(await api.get(`/v2/nodes/${id}/`, `node ${id}`), type);
}

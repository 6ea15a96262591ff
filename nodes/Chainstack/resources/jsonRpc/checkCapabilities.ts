import type { IDataObject } from 'n8n-workflow';

import { buildWebSocketAddress } from '../../../shared/endpoints/nodeFacts';
import {
	lookUpNode,
	requireEndpoint,
	resolveEndpoint,
} from '../../../shared/endpoints/resolveEndpoint';
import { endpointProperties, rpcOptions } from '../../../shared/fields/endpointFields';
import { findCapabilities } from '../../../shared/readiness/capabilities';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';

export const checkCapabilities = defineOperation({
	name: 'Check Capabilities',
	value: 'checkCapabilities',
	action: 'Check capabilities of node',
	description:
		'Find out what an endpoint can do: how far back its state goes, whether it has debug and trace methods, and how large log ranges and batches may be',
	effect: 'reads',
	secretProperties: ['url'],
	properties: [
		...endpointProperties,
		rpcOptions(
			field('boolean', 'Find Limits', 'findLimits', {
				description:
					'Whether to find the largest batch by trying, up to 100 calls. Each call of a batch counts: without this option the check takes at most 60 calls, with it up to 150 more.',
			}),
		),
	],
	async execute(values, context) {
		const { options } = values;
		const resolved = await resolveEndpoint(values, options, context);
		const { endpoint, nodeId } = requireEndpoint(resolved);
		const found = nodeId === undefined ? undefined : await lookUpNode(nodeId, context);
		const socketUrl = found && buildWebSocketAddress(found.node, found.network);
		const capabilities = await findCapabilities(endpoint, socketUrl, context, options.findLimits);
		return {
			...capabilities,
			...(options.label && { label: options.label }),
			...(nodeId !== undefined && { nodeId }),
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
		} as IDataObject;
	},
});

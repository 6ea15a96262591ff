import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../../shared/pure/problem';
import { capabilitiesOf } from '../../../shared/readiness/capabilities/capabilities';
import { endpointProperties } from '../../../shared/readiness/endpointFields';
import { resolveEndpoint, socketAddressOf } from '../../../shared/readiness/resolveEndpoint';
import { defineOperation } from '../../../shared/session/operation';
import { rpcOptions } from '../options';

export const checkCapabilities = defineOperation({
	name: 'Check Capabilities',
	value: 'checkCapabilities',
	action: 'Check capabilities of node',
	description:
		'Find out what an endpoint can do: how far back its state goes, whether it has debug and trace methods, and how large log ranges and batches may be',
	effect: 'reads',
	secretProperties: ['url'],
	properties: [...endpointProperties, rpcOptions()],
	async execute(values, context) {
		const { options } = values;
		const resolved = await resolveEndpoint(values, options, context);
		if ('absent' in resolved) {
			throw new Problem(`${resolved.nodeId}: ${resolved.absent}`, {
				hint: 'Wait until the node is running, with Node, Wait Until Running',
			});
		}
		const { endpoint, nodeId } = resolved;
		const socketUrl = nodeId === undefined ? undefined : await socketAddressOf(nodeId, context);
		const found = await capabilitiesOf(endpoint, socketUrl, context);
		return {
			...found,
			...(options.label && { label: options.label }),
			...(nodeId !== undefined && { nodeId }),
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
		} as unknown as IDataObject;
	},
});

import type { IDataObject } from 'n8n-workflow';

import { checkedNumber } from '../../../shared/parameters/checkedNumber';
import type { Property } from '../../../shared/parameters/propertyTypes';
import { Problem } from '../../../shared/pure/problem';
import { endpointProperties } from '../../../shared/readiness/endpointFields';
import { resolveEndpoint } from '../../../shared/readiness/resolveEndpoint';
import { defineOperation } from '../../../shared/session/operation';
import { rpcOptions } from '../options';
import { readHealth, type HealthReading } from './health';

const MAX_BLOCK_AGE = {
	displayName: 'Max Block Age (Seconds)',
	name: 'maxBlockAge',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description:
		'How old the newest block may be. A node can say it is synchronized while its head stands still.',
} as const satisfies Property;

const MAX_BLOCKS_BEHIND = {
	displayName: 'Max Blocks Behind',
	name: 'maxBlocksBehind',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 5,
	description:
		'How many blocks a node that is synchronizing may be behind and still count as healthy',
} as const satisfies Property;

export const checkHealth = defineOperation({
	name: 'Check Health',
	value: 'checkHealth',
	action: 'Check health of node',
	description: 'Ask an endpoint whether it is synchronized and whether its newest block is recent',
	effect: 'reads',
	secretProperties: ['url'],
	properties: [
		...endpointProperties,
		MAX_BLOCK_AGE,
		MAX_BLOCKS_BEHIND,
		rpcOptions({
			displayName: 'Fail When Not Healthy',
			name: 'failWhenNotHealthy',
			type: 'boolean',
			default: false,
			description:
				'Whether an endpoint that is not healthy makes the item fail instead of answering so',
		}),
	],
	async execute(values, context) {
		const { options } = values;
		const limits = {
			maxBlockAgeSeconds: checkedNumber(MAX_BLOCK_AGE, values.maxBlockAge),
			maxBlocksBehind: checkedNumber(MAX_BLOCKS_BEHIND, values.maxBlocksBehind),
		};
		const resolved = await resolveEndpoint(values, options, context);
		const health = await readHealth(resolved, limits, context);
		if (!health.healthy && options.failWhenNotHealthy) throw unhealthy(health);
		return {
			...health,
			...(options.label && { label: options.label }),
			...(resolved.nodeId !== undefined && { nodeId: resolved.nodeId }),
			checkedAt: new Date().toISOString(),
		} as IDataObject;
	},
});

function unhealthy({ endpoint, reason, httpStatus }: HealthReading): Problem {
	return new Problem(`${endpoint || 'The node'} is not healthy: ${reason ?? ''}`, {
		httpStatus,
		hint: "Turn off 'Fail When Not Healthy' to get this as an answer instead",
	});
}

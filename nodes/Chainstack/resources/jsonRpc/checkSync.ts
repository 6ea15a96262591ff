import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../../shared/pure/problem';
import { askSyncing } from '../../../shared/readiness/askSyncing';
import { endpointProperties } from '../../../shared/readiness/endpointFields';
import { resolveEndpoint } from '../../../shared/readiness/resolveEndpoint';
import { defineOperation } from '../../../shared/session/operation';
import { rpcOptions } from '../options';

export const checkSync = defineOperation({
	name: 'Check Sync',
	value: 'checkSync',
	action: 'Check if node is ready',
	description:
		'Ask a node endpoint whether it is ready to be used: with eth_syncing, or the equivalent of its protocol',
	effect: 'reads',
	secretProperties: ['url'],
	properties: [
		...endpointProperties,
		rpcOptions(
			{
				displayName: 'Fail When Not Ready',
				name: 'failWhenNotReady',
				type: 'boolean',
				default: false,
				description:
					'Whether an endpoint that is not ready makes the item fail instead of being returned as a result',
			},
			{
				displayName: 'Request ID',
				name: 'requestId',
				type: 'number',
				typeOptions: { numberPrecision: 0 },
				default: 1,
				description: 'The integer ID of the JSON-RPC request, which the endpoint echoes',
			},
		),
	],
	async execute(values, context) {
		const { options } = values;
		const id = checkedRequestId(options.requestId ?? 1);
		const resolved = await resolveEndpoint(values, options, context);
		const answer = await askSyncing(resolved, id, context);
		const { state, reason, blocks, httpStatus } = answer;
		if (state !== 'ready' && options.failWhenNotReady) {
			throw new Problem(
				`${answer.endpoint || resolved.nodeId} is not ready: ${reason ?? progress(blocks)}`,
				{
					httpStatus,
					hint: `Its state is '${state}'. Turn off 'Fail When Not Ready' to get this as a result instead`,
				},
			);
		}
		return {
			ready: state === 'ready',
			state,
			result: answer.result as IDataObject,
			...blocks,
			latencyMs: answer.latencyMs,
			endpoint: answer.endpoint,
			...(answer.protocol !== undefined && { protocol: answer.protocol }),
			...(options.label && { label: options.label }),
			...(resolved.nodeId !== undefined && { nodeId: resolved.nodeId }),
			...(httpStatus !== undefined && { httpStatus }),
			attempts: answer.attempts,
			...(reason !== undefined && { reason }),
			id,
			jsonrpc: '2.0',
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
		};
	},
});

function progress({ blocksBehind }: IDataObject): string {
	return blocksBehind === undefined
		? 'it is syncing'
		: `it is syncing, ${String(blocksBehind)} blocks behind`;
}

function checkedRequestId(id: number): number {
	if (Number.isSafeInteger(id)) return id;
	throw new Problem(
		`'Request ID' must be an integer that JavaScript can represent exactly, but it is ${id}`,
		{
			hint: `Use an integer between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}; the usual value is 1`,
		},
	);
}

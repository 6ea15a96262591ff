import type { IDataObject } from 'n8n-workflow';

import { nameEndpoint, resolveEndpoint } from '../../../shared/endpoints/resolveEndpoint';
import { endpointProperties, rpcOptions } from '../../../shared/fields/endpointFields';
import { describeProgress, probeSync } from '../../../shared/readiness/health';
import { formatBlocks } from '../../../shared/readiness/probe';
import { defineOperation } from '../../../shared/run/operation';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';

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
			field('boolean', 'Fail When Not Ready', 'failWhenNotReady', {
				description:
					'Whether an endpoint that is not ready makes the item fail instead of being returned as a result',
			}),
			field('number', 'Request ID', 'requestId', {
				typeOptions: {
					minValue: Number.MIN_SAFE_INTEGER,
					maxValue: Number.MAX_SAFE_INTEGER,
					numberPrecision: 0,
				},
				default: 1,
				description: 'The integer ID of the JSON-RPC request, which the endpoint echoes',
			}),
		),
	],
	async execute(values, context) {
		const { options } = values;
		const id = options.requestId ?? 1;
		const resolved = await resolveEndpoint(values, options, context);
		const probe = await probeSync(resolved, id, context);
		const { state, endpoint, latencyMs, report, protocol, httpStatus } = probe;
		const { blocksBehind, startingBlock, currentBlock, highestBlock } = formatBlocks(report);
		const reason = probe.reason ?? (state === 'syncing' ? describeProgress(report) : undefined);
		if (state !== 'ready' && options.failWhenNotReady) {
			const why = probe.inWords ?? reason ?? state;
			throw new Problem(`${endpoint || resolved.nodeId} is not ready: ${why}`, {
				httpStatus,
				hint: `Its state is '${state}'. Turn off 'Fail When Not Ready' to get this as a result instead`,
			});
		}
		// Of an endpoint that did not answer, only the address says which chain it belongs to.
		const { chain } = report ?? ('endpoint' in resolved ? resolved.endpoint : {});
		return omitUndefined<IDataObject>({
			ready: state === 'ready',
			state,
			name: nameEndpoint(resolved, options.label),
			chain: chain?.name,
			blocksBehind,
			latencyMs,
			reason,
			nodeId: resolved.nodeId,
			endpoint,
			label: options.label || undefined,
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
			protocol: protocol === 'evm' ? undefined : protocol,
			startingBlock,
			currentBlock,
			highestBlock,
			result: probe.result as IDataObject,
			id,
			jsonrpc: '2.0',
			httpStatus,
			attempts: probe.attempts,
		});
	},
});

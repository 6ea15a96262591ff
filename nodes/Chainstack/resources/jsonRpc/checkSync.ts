import type { IDataObject } from 'n8n-workflow';

import { nameEndpoint, resolveEndpoint } from '../../../shared/endpoints/resolveEndpoint';
import { endpointProperties, rpcOptions } from '../../../shared/fields/endpointFields';
import { describeProgress, nameChain, probeSync } from '../../../shared/readiness/health';
import { formatBlocks, type ProbeResult } from '../../../shared/readiness/probe';
import { describeState } from '../../../shared/readiness/stateInWords';
import { defineOperation } from '../../../shared/run/operation';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';

export const checkSync = defineOperation({
	name: 'Check Sync',
	value: 'checkSync',
	action: 'Check if node is ready',
	description: 'Is it ready? One quick question to the node, in the way of its protocol',
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
		const resolved = await resolveEndpoint(values, options, context);
		const probe = await probeSync(resolved, options.requestId ?? 1, context);
		const { state, report } = probe;
		const reason = probe.reason ?? (state === 'syncing' ? describeProgress(report) : undefined);
		if (state !== 'ready' && options.failWhenNotReady) {
			const place = probe.endpoint || resolved.nodeId;
			throw makeNotReadyProblem(
				`${place} is not ready: ${probe.inWords ?? reason ?? state}`,
				probe,
			);
		}
		const name = nameEndpoint(resolved, options.label);
		const chain = nameChain(resolved, report);
		return omitUndefined<IDataObject>({
			summary: describeState({ name, chain, state, reason }),
			ready: state === 'ready',
			state,
			name,
			chain,
			reason: reason ?? '',
			blocksBehind: formatBlocks(report).blocksBehind,
			latencyMs: probe.latencyMs,
			nodeId: resolved.nodeId,
			endpoint: probe.endpoint,
			label: options.label || undefined,
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
			...describeAnswer(probe),
		});
	},
});

function makeNotReadyProblem(message: string, { state, httpStatus }: ProbeResult): Problem {
	return new Problem(message, {
		httpStatus,
		hint: `Its state is '${state}'. Turn off 'Fail When Not Ready' to get this as a result instead`,
	});
}

/** The answer itself. Its `id` and `jsonrpc` are the echo of a call of JSON-RPC. */
function describeAnswer({ protocol, report, result, answeredCall, ...about }: ProbeResult) {
	const { startingBlock, blockNumber, highestBlock } = formatBlocks(report);
	return {
		protocol: protocol === 'evm' ? undefined : protocol,
		startingBlock,
		blockNumber,
		highestBlock,
		result: result as IDataObject,
		id: answeredCall?.id,
		jsonrpc: answeredCall?.version,
		httpStatus: about.httpStatus,
		attempts: about.attempts,
	};
}

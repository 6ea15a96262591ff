import type { IDataObject } from 'n8n-workflow';

import { readEndpointOfNode, requireEndpoint } from '../../../shared/endpoints/resolveEndpoint';
import { nodeLocator } from '../../../shared/fields/locator';
import { platformOptions } from '../../../shared/fields/options';
import { readPlainAnswer } from '../../../shared/jsonRpc/answer';
import { classifyFailure, formatRpcError, type RpcAnswer } from '../../../shared/jsonRpc/fault';
import { defineOperation } from '../../../shared/run/operation';
import { omit } from '../../../shared/text/json';
import { Cancelled, Problem } from '../../../shared/text/problem';
import { toFieldName, parseGauges, type Gauge } from './prometheus';

const DEDICATED_ONLY =
	'Metrics are available for dedicated nodes on the Pro plan and above, starting a few seconds after the node starts';

export const getMetrics = defineOperation({
	name: 'Get Metrics',
	value: 'getMetrics',
	action: 'Get metrics of node',
	description:
		'Read the processor, memory, disk and block metrics of a dedicated node, as numbers with their units',
	effect: 'reads',
	properties: [nodeLocator, platformOptions()],
	async execute({ nodeId: id }, context) {
		const node = await context.api.get(`/v1/nodes/${id}/`, `node ${id}`);
		if (node.type === 'shared')
			throw new Problem(`The node ${id} is shared, and shared nodes have no metrics`, {
				hint: DEDICATED_ONLY,
			});
		// After the key of the node (platform documentation, dedicated node monitoring).
		const resolved = readEndpointOfNode(node, undefined, { path: 'metrics' }, context);
		const reply = await context.rpc.request(requireEndpoint(resolved).endpoint, {
			method: 'GET',
			path: '',
			retryOptions: context.retryOptions,
			read: (outcome): RpcAnswer => {
				const isSuccess =
					outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
				// The host rejects calls in JSON, also with status 200.
				const isPage = isSuccess && !outcome.text.trimStart().startsWith('{');
				return isPage ? { kind: 'result', result: outcome.text } : readPlainAnswer(outcome);
			},
		});
		const gauges = parseGauges(readPage(reply.answer, id, reply.httpStatus));
		if (gauges.length === 0)
			throw new Problem(`The node ${id} returned no metrics`, { hint: DEDICATED_ONLY });
		return {
			nodeId: id,
			name: node.name,
			// A gauge does not replace what says whose metrics these are.
			...omit(listFields(gauges), 'nodeId', 'name'),
			gauges,
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
		};
	},
});

/** How to go on where there is another reason than that the node has no metrics. */
const HINTS: Readonly<Record<string, string>> = {
	rateLimited: 'Read them at most once every 15 seconds',
	unreachable: 'Try again later',
};

/** @throws Problem that says what the node answered instead of its page */
function readPage(answer: RpcAnswer, id: string, httpStatus?: number): string {
	if (answer.kind === 'result') return String(answer.result);
	if (answer.kind === 'cancelled') throw new Cancelled();
	const reason = answer.kind === 'rpcError' ? formatRpcError(answer) : answer.reason;
	throw new Problem(`The metrics of ${id} cannot be read: ${reason}`, {
		httpStatus,
		isNetworkFault: answer.kind === 'unreachable' && httpStatus === undefined,
		hint: HINTS[answer.kind] ?? DEDICATED_ONLY,
		failure: classifyFailure(answer, httpStatus),
	});
}

/** Gauges by name, for those without labels of their own; block times as dates too. */
function listFields(gauges: readonly Gauge[]): IDataObject {
	const plain = gauges.filter(({ labels }) => labels === undefined);
	const fields = Object.fromEntries(plain.map(({ name, value }) => [toFieldName(name), value]));
	const time = new Date(Number(fields.blockTimestamp ?? NaN) * 1000);
	return { ...fields, ...(!Number.isNaN(time.getTime()) && { blockTime: time.toISOString() }) };
}

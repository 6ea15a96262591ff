import { probeMethod } from '../../families/finding';
import { toExactNumber } from '../../jsonRpc/quantities';
import type { RpcCalls, RpcEndpoint, RpcReply } from '../../jsonRpc/rpcClient';
import type { OperationContext } from '../../run/session';
import { omitUndefined } from '../../text/json';
import { probeEndpoint } from '../probe';
import { EndpointProbeClient } from '../probeClient';
import { findHistory } from './history';
import { findBatchSize, findLogsRange, probeWebSocket } from './limits';

const NO_TRANSACTION = `0x${'0'.repeat(64)}`;

/**
 * Finds out what an endpoint can do for a job. Only EVM endpoints are asked for more than chain and version.
 * @param socketUrl the WebSocket address, where there is one
 * @param findsLimits whether ever larger batches are tried, which takes 150 calls more
 * @returns the state as in Check Sync, findings where the endpoint answers, and in `calls` how many JSON-RPC calls and
 * plain requests were sent; each call of a batch counts
 * @throws Cancelled
 */
export async function findCapabilities(
	endpoint: RpcEndpoint,
	socketUrl: string | undefined,
	{ rpc, retryOptions }: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	findsLimits = false,
): Promise<Record<string, unknown>> {
	let calls = 0;
	const count = (reply: RpcReply, body?: unknown): RpcReply => {
		calls += reply.attempts * (Array.isArray(body) ? body.length : 1);
		return reply;
	};
	const counted: RpcCalls = {
		dialects: rpc.dialects,
		call: async (...call) => count(await rpc.call(...call)),
		request: async (at, request) => count(await rpc.request(at, request), request.body),
	};
	const context = { rpc: counted, retryOptions };
	const options = { head: true, chain: true, clientVersion: true };
	const probe = await probeEndpoint({ endpoint }, options, context);
	const { state, reason, report, protocol, latencyMs } = probe;
	const { chain, chainId, clientVersion, blockNumber } = report ?? {};
	const number = blockNumber === undefined ? undefined : toExactNumber(blockNumber);
	const facts = { chain: chain?.name, chainId, clientVersion, blockNumber: number };
	const about = { protocol, latencyMs, endpoint: endpoint.label };
	const base = omitUndefined({ state, reason, ...facts, ...about });
	if (protocol !== 'evm' || blockNumber === undefined) return { ...base, calls };
	const newest = Number(blockNumber);
	const ask = new EndpointProbeClient(endpoint, context);
	const [history, debug, trace, logs, batches, webSocket] = await Promise.all([
		findHistory(ask, newest, chain),
		probeMethod(ask.call('debug_traceTransaction', [NO_TRANSACTION, { tracer: 'callTracer' }])),
		probeMethod(ask.call('trace_transaction', [NO_TRANSACTION])),
		findLogsRange(ask, newest),
		findBatchSize(ask, findsLimits),
		socketUrl === undefined ? undefined : probeWebSocket(endpoint, socketUrl, context),
	]);
	return omitUndefined({ ...base, history, debug, trace, logs, batches, webSocket, calls });
}

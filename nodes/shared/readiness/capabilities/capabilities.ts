import { findChainById } from '../../addresses/chains';
import { buildEndpointAddress } from '../../addresses/endpointAddress';
import { SYNC_ONLY } from '../../families/family';
import { probeMethod, type Finding } from '../../families/finding';
import { toExactNumber } from '../../jsonRpc/quantities';
import type { RpcEndpoint, RpcReply } from '../../jsonRpc/rpcClient';
import type { OperationContext } from '../../run/session';
import { excerpt } from '../../text/excerpt';
import { omitUndefined } from '../../text/json';
import { toProblem } from '../../text/problem';
import { probeEndpoint } from '../probe';
import { EndpointProbeClient } from '../probeClient';
import { findHistory, type History } from './history';
import { findBatchSize, findLogsRange, probeWebSocket, type LimitFinding } from './limits';

/** The abilities of an endpoint. */
export interface Capabilities {
	/** The state as in Check Sync; there are findings only where the endpoint answers. */
	state: string;
	reason?: string;
	protocol: string;
	chain?: string;
	chainId?: string;
	clientVersion?: string;
	blockNumber?: number | string;
	history?: History;
	debug?: Finding;
	trace?: Finding;
	logs?: LimitFinding;
	batches?: LimitFinding;
	webSocket?: Finding & { httpStatus?: number };
	/** JSON-RPC calls and plain requests that were sent; each call of a batch counts. */
	calls: number;
	latencyMs: number;
	endpoint: string;
}

const NO_TRANSACTION = `0x${'0'.repeat(64)}`;

/**
 * Finds out what an endpoint can do for a job. Only EVM endpoints are asked for more than chain and version.
 * @param socketUrl the WebSocket address, where there is one
 * @param findsLimits whether ever larger batches are tried, which takes 150 calls more
 * @throws Cancelled
 */
export async function findCapabilities(
	endpoint: RpcEndpoint,
	socketUrl: string | undefined,
	context: Pick<OperationContext, 'rpc' | 'retryOptions' | 'clock'>,
	{ findsLimits = false }: { findsLimits?: boolean } = {},
): Promise<Capabilities> {
	let calls = 0;
	const count = ({ attempts }: Pick<RpcReply, 'attempts'>): void => {
		calls += attempts;
	};
	const options = { ...SYNC_ONLY, head: true, chain: true, clientVersion: true };
	const { report, state, reason, latencyMs } = await probeEndpoint({ endpoint }, options, context, {
		note: count,
	});
	const { family, label } = endpoint;
	const about = { protocol: family, latencyMs, endpoint: label };
	if (report === undefined) return { state, reason, ...about, calls };
	const { chainId, clientVersion, blockNumber } = report;
	const chain =
		(family === 'evm' && chainId ? findChainById(chainId) : undefined) ?? endpoint.chain;
	const facts = { state, reason, chain: chain?.name, chainId, clientVersion };
	const number = blockNumber === undefined ? undefined : toExactNumber(blockNumber);
	const base = omitUndefined({ ...facts, blockNumber: number, ...about });
	if (family !== 'evm' || blockNumber === undefined) return { ...base, calls };
	const newest = Number(blockNumber);
	const ask = new EndpointProbeClient(endpoint, context, count);
	const [history, debug, trace, logs, batches, socket] = await Promise.all([
		findHistory(ask, newest, chain),
		probeMethod(ask.call('debug_traceTransaction', [NO_TRANSACTION, { tracer: 'callTracer' }])),
		probeMethod(ask.call('trace_transaction', [NO_TRANSACTION])),
		findLogsRange(ask, newest),
		findBatchSize(endpoint, context, {
			findsLimits,
			count: (sent) => {
				calls += sent;
			},
		}),
		socketUrl === undefined ? undefined : probeSocket(endpoint, socketUrl, context, count),
	]);
	const found = { history, debug, trace, logs, batches, webSocket: socket };
	return omitUndefined({ ...base, ...found, calls });
}

/** An address that cannot be used says nothing about the rest of the endpoint. */
async function probeSocket(
	endpoint: RpcEndpoint,
	socketUrl: string,
	context: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	count: (reply: RpcReply) => void,
): Promise<Capabilities['webSocket']> {
	let address: RpcEndpoint;
	try {
		address = buildSocketEndpoint(endpoint, socketUrl);
	} catch (error) {
		return { result: 'failed', evidence: excerpt(toProblem(error).message) };
	}
	return await probeWebSocket(address, context, count);
}

/** The address as HTTP, with the path of the chain. */
function buildSocketEndpoint(endpoint: RpcEndpoint, socketUrl: string): RpcEndpoint {
	const { family, chain } = endpoint;
	const address = socketUrl.replace(/^ws(?=s?:)/i, 'http');
	const path = { mode: 'automatic' } as const;
	const parts = { address, path, family, network: chain?.network, field: 'wss_endpoint' };
	return { ...endpoint, ...buildEndpointAddress(parts) };
}

import { buildEndpointAddress } from '../addresses/endpointAddress';
import { ProbeError, settle, type ProbeClient } from '../families/family';
import {
	describeEvidence,
	describeRefusal,
	probeMethod,
	readAbility,
	type Finding,
} from '../families/finding';
import { makeFault } from '../families/readFields';
import type { Outcome } from '../http/outcome';
import { readPlainAnswer } from '../jsonRpc/answer';
import { readBatch } from '../jsonRpc/batch';
import { getMeaning, type RpcAnswer } from '../jsonRpc/fault';
import { toExactNumber, toHexQuantity } from '../jsonRpc/quantities';
import type { RpcCalls, RpcEndpoint, RpcReply } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/operationContext';
import { excerpt, jsonExcerpt } from '../text/excerpt';
import { omitUndefined } from '../text/json';
import { toProblem } from '../text/problem';
import { findHistory } from './history';
import { probeEndpoint } from './probe';
import { EndpointProbeClient } from './probeClient';

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
	const number = toExactNumber(blockNumber);
	const facts = { chain: chain?.name, chainId, clientVersion, blockNumber: number };
	const about = { protocol, latencyMs, endpoint: endpoint.label };
	const base = omitUndefined({ state, reason, ...facts, ...about });
	if (protocol !== 'evm' || blockNumber === undefined) return { ...base, calls };
	const newest = Number(blockNumber);
	const ask = new EndpointProbeClient(endpoint, context);
	const [history, debug, trace, logs, webSocket] = await Promise.all([
		findHistory(ask, newest, chain),
		probeMethod(ask.call('debug_traceTransaction', [NO_TRANSACTION, { tracer: 'callTracer' }])),
		probeMethod(ask.call('trace_transaction', [NO_TRANSACTION])),
		findLogsRange(ask, newest),
		socketUrl === undefined ? undefined : probeWebSocket(endpoint, socketUrl, context),
	]);
	// A trial of a batch may use up what the plan allows for a second, so it comes last, and is not repeated.
	const once = { rpc: counted, retryOptions: { ...retryOptions, maxRetries: 0 } };
	const left = (findsLimits ? MOST_CALLS_OF_ALL : MOST_CALLS) - calls;
	const batches = await findBatchSize(new EndpointProbeClient(endpoint, once), findsLimits, left);
	return omitUndefined({ ...base, history, debug, trace, logs, batches, webSocket, calls });
}

/** The most calls that a check takes, as its description says, and with a search for the largest batch. */
const MOST_CALLS = 60;
const MOST_CALLS_OF_ALL = 210;

/** How large something may be. */
export interface LimitFinding extends Finding {
	/** The largest size that was tried and answered. */
	max?: number;
}

/** Block ranges that are tried, including the plans' limits (platform documentation, limits). */
const RANGES = [100, 1000, 10_000, 100_000];

/** Batch sizes that are tried: small ones always, because each call counts; larger ones are not needed. */
const SIZES = [2, 10];
const LARGE_SIZES = [50, 100];

/** An address without a contract: it has no logs to send. */
const SILENT = '0x00000000000000000000000000000000000000ff';

/** Whether one size works; otherwise the evidence is the answer. */
interface Trial extends Finding {
	size: number;
}

function summarizeTrials(trials: readonly Trial[], unit: 'blocks' | 'calls'): LimitFinding {
	const sizes = trials.filter(({ result }) => result === 'available').map(({ size }) => size);
	const failed = trials.find(({ result }) => result !== 'available');
	const max = Math.max(...sizes);
	const evidence =
		failed === undefined
			? `${max} ${unit} work; more were not tried`
			: `${failed.size} ${unit} returned '${failed.evidence}'`;
	const hasNone = failed !== undefined && sizes.length === 0;
	return hasNone ? { result: failed.result, evidence } : { result: 'available', max, evidence };
}

/**
 * Finds the largest of several block ranges that eth_getLogs answers, all in one request.
 * @throws Cancelled
 */
export async function findLogsRange(ask: ProbeClient, newest: number): Promise<LimitFinding> {
	const all = newest + 1;
	const ranges = RANGES.filter((range) => range <= all);
	const trials = (ranges.length > 0 ? ranges : [all]).map(async (size): Promise<Trial> => {
		const fromBlock = toHexQuantity(newest - size + 1);
		const filter = { fromBlock, toBlock: toHexQuantity(newest), address: SILENT };
		const logs = await settle(ask.call('eth_getLogs', [filter]));
		if (Array.isArray(logs)) return { size, result: 'available', evidence: '' };
		const fault =
			logs instanceof ProbeError ? logs : makeFault(`no list, but ${jsonExcerpt(logs)}`, logs);
		return { size, ...describeRefusal(fault) };
	});
	return summarizeTrials(await Promise.all(trials), 'blocks');
}

/**
 * Finds the largest of several batch sizes that is answered call by call. Stops at the first that is not.
 * @param mostCalls how many may be sent; a call that was rejected before, and repeated, counts as well
 * @throws Cancelled
 */
export async function findBatchSize(
	ask: EndpointProbeClient,
	findsLimits: boolean,
	mostCalls = Infinity,
): Promise<LimitFinding> {
	const trials: Trial[] = [];
	let left = mostCalls;
	for (const size of findsLimits ? [...SIZES, ...LARGE_SIZES] : SIZES) {
		// The smallest one is always tried.
		if (trials.length > 0 && size > left) break;
		left -= size;
		const call = { jsonrpc: '2.0', method: 'eth_chainId', params: [] };
		const body = Array.from({ length: size }, (_, index) => ({ ...call, id: index + 1 }));
		const read = (outcome: Outcome): RpcAnswer => readSizes(outcome, size);
		const answer = await settle(ask.request({ method: 'POST', path: '', body, read }));
		if (answer instanceof ProbeError) {
			const result = REFUSES_BATCHES.has(answer.answer.kind) ? 'notAvailable' : 'failed';
			trials.push({ size, result, evidence: describeEvidence(answer) });
			break;
		}
		trials.push({ size, result: 'available', evidence: '' });
	}
	return summarizeTrials(trials, 'calls');
}

/** Answers that come from an endpoint which does not take batches, or none of that size. */
const REFUSES_BATCHES: ReadonlySet<RpcAnswer['kind']> = new Set([
	'rpcError',
	'invalidResponse',
] as const);

/** @returns a result where each call of a batch was answered, otherwise what was returned instead */
function readSizes(outcome: Outcome, size: number): RpcAnswer {
	const calls = Array.from({ length: size }, () => ({ method: 'eth_chainId' }));
	const { answers, isWhole } = readBatch(outcome, calls);
	const whole = isWhole ? readPlainAnswer(outcome) : undefined;
	if (whole?.kind === 'result')
		return { kind: 'invalidResponse', reason: 'one response for all of them' };
	if (whole !== undefined) return whole;
	const given = answers.filter((each) => each !== undefined);
	const refusal =
		given.find(({ kind }) => kind === 'rateLimited') ??
		given.find((each) => each.kind === 'rpcError' && getMeaning(each).kind !== 'unsupported');
	if (refusal !== undefined) return refusal;
	if (given.length === size) return { kind: 'result', result: size };
	return { kind: 'invalidResponse', reason: `${given.length} of ${size} responses` };
}

/**
 * Asks the WebSocket address over HTTP, with the path of the chain: a WebSocket server responds by asking for the
 * upgrade.
 * @throws Cancelled
 */
export async function probeWebSocket(
	endpoint: RpcEndpoint,
	socketUrl: string,
	context: Pick<OperationContext, 'rpc' | 'retryOptions'>,
): Promise<Finding & { httpStatus?: number }> {
	const { family, chain } = endpoint;
	const address = socketUrl.replace(/^ws(?=s?:)/i, 'http');
	const parts = { address, family, network: chain?.network, field: 'wss_endpoint' };
	let built: ReturnType<typeof buildEndpointAddress>;
	try {
		built = buildEndpointAddress(parts);
	} catch (error) {
		// An address that cannot be used says nothing about the rest of the endpoint.
		return { result: 'failed', evidence: excerpt(toProblem(error).message) };
	}
	const ask = new EndpointProbeClient({ ...endpoint, ...built }, context);
	const answer = await settle(ask.request({ method: 'GET', path: '', read: readUpgrade }));
	const [{ httpStatus }] = ask.replies;
	if (!(answer instanceof ProbeError))
		return { result: 'available', httpStatus, evidence: `responds with status ${httpStatus}` };
	const result = httpStatus === 404 ? 'notAvailable' : readAbility(answer);
	return omitUndefined({ result, httpStatus, evidence: excerpt(answer.message) });
}

function readUpgrade(outcome: Outcome): RpcAnswer {
	const isUpgrade = outcome.kind === 'answer' && ASKS_FOR_UPGRADE.has(outcome.status);
	return isUpgrade ? { kind: 'result', result: outcome.text } : readPlainAnswer(outcome);
}

/** Bad Request and Upgrade Required: WebSocket servers' responses to a plain request (RFC 6455, 4.2). */
const ASKS_FOR_UPGRADE = new Set([400, 426]);

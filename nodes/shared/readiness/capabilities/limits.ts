import { buildEndpointAddress } from '../../addresses/endpointAddress';
import { ProbeError, settle, type ProbeClient } from '../../families/family';
import { describeEvidence, readAbility, type Finding } from '../../families/finding';
import type { Outcome } from '../../http/outcome';
import { readPlainAnswer } from '../../jsonRpc/answer';
import { readBatch } from '../../jsonRpc/batch';
import { NO_SUCH_METHOD } from '../../jsonRpc/errorMember';
import type { RpcAnswer } from '../../jsonRpc/fault';
import type { RpcEndpoint, RpcReply } from '../../jsonRpc/rpcClient';
import type { OperationContext } from '../../run/session';
import { excerpt, jsonExcerpt } from '../../text/excerpt';
import { Cancelled, toProblem } from '../../text/problem';
import { EndpointProbeClient } from '../probeClient';

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

/**
 * Finds the largest of several block ranges that eth_getLogs answers, all in one request.
 * @throws Cancelled
 */
export async function findLogsRange(ask: ProbeClient, newest: number): Promise<LimitFinding> {
	const all = newest + 1;
	const ranges = RANGES.filter((range) => range <= all);
	const tried = await Promise.all(
		(ranges.length > 0 ? ranges : [all]).map(async (range) => {
			const fromBlock = `0x${(newest - range + 1).toString(16)}`;
			const filter = { fromBlock, toBlock: `0x${newest.toString(16)}`, address: SILENT };
			const logs = await settle(ask.call('eth_getLogs', [filter]));
			if (Array.isArray(logs)) return { range };
			return { range, fault: logs instanceof ProbeError ? logs : makeNoListError(logs) };
		}),
	);
	const answered = tried.filter(({ fault }) => fault === undefined);
	const max = Math.max(...answered.map(({ range }) => range));
	const refused = tried.find((each) => each.fault !== undefined);
	if (refused === undefined)
		return { result: 'available', max, evidence: `${max} blocks work; more were not tried` };
	const evidence = `${refused.range} blocks returned '${describeEvidence(refused.fault)}'`;
	if (answered.length > 0) return { result: 'available', max, evidence };
	const ability = readAbility(refused.fault);
	return { result: ability === 'available' ? 'failed' : ability, evidence };
}

function makeNoListError(result: unknown): ProbeError {
	const reason = `no list, but ${jsonExcerpt(result)}`;
	return new ProbeError({ kind: 'invalidResponse', reason });
}

/**
 * Finds the largest of several batch sizes that is answered call by call. Stops at the first that is not.
 * @throws Cancelled
 */
export async function findBatchSize(
	endpoint: RpcEndpoint,
	context: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	{ findsLimits, count }: { findsLimits: boolean; count(reply: RpcReply, size: number): void },
): Promise<LimitFinding> {
	let max = 1;
	for (const size of findsLimits ? [...SIZES, ...LARGE_SIZES] : SIZES) {
		const body = Array.from({ length: size }, (_, index) => ({
			jsonrpc: '2.0',
			method: 'eth_chainId',
			params: [],
			id: index + 1,
		}));
		const ask = new EndpointProbeClient(endpoint, context, (reply) => count(reply, size));
		const read = (outcome: Outcome): RpcAnswer => readSizes(outcome, size);
		const answered = await settle(ask.request({ method: 'POST', path: '', body, read }));
		const isFault = answered instanceof ProbeError;
		const flaw = isFault ? describeEvidence(answered) : describeFlaw(answered as number, size);
		if (flaw === undefined) {
			max = size;
			continue;
		}
		const isRefused = !isFault || REFUSALS.has(answered.answer.kind);
		const result = max > 1 ? 'available' : isRefused ? 'notAvailable' : 'failed';
		return { result, ...(max > 1 && { max }), evidence: `${size} calls returned '${flaw}'` };
	}
	return { result: 'available', max, evidence: `${max} calls work; more were not tried` };
}

/** Answers of an endpoint that does not take batches. */
const REFUSALS = new Set<RpcAnswer['kind']>(['rpcError', 'invalidResponse']);

/**
 * @returns how many calls of a batch were answered, 0 where it was answered as a whole; or what was returned for a
 * call instead: each of them would succeed alone
 */
function readSizes(outcome: Outcome, size: number): RpcAnswer {
	const { answers, isWhole } = readBatch(outcome, size);
	if (isWhole) {
		const whole = readPlainAnswer(outcome);
		return whole.kind === 'result' ? { ...whole, result: 0 } : whole;
	}
	const given = answers.filter((each) => each !== undefined);
	const limited = given.find(({ kind }) => kind === 'rateLimited');
	const refusal = given.find((each) => each.kind === 'rpcError' && each.code !== NO_SUCH_METHOD);
	return limited ?? refusal ?? { kind: 'result', result: given.length };
}

function describeFlaw(answered: number, size: number): string | undefined {
	if (answered === 0) return 'one response for all of them';
	return answered === size ? undefined : `${answered} of ${size} responses`;
}

/**
 * Asks the WebSocket address over HTTP, with the path of the chain: a WebSocket server responds by asking for the
 * upgrade.
 * @throws Cancelled
 */
export async function probeWebSocket(
	endpoint: RpcEndpoint,
	socketUrl: string,
	{ rpc, retryOptions }: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	note: (reply: RpcReply) => void = () => undefined,
): Promise<Finding & { httpStatus?: number }> {
	const { family, chain } = endpoint;
	const address = socketUrl.replace(/^ws(?=s?:)/i, 'http');
	const parts = { address, family, network: chain?.network, field: 'wss_endpoint' };
	let socket: RpcEndpoint;
	try {
		socket = { ...endpoint, ...buildEndpointAddress(parts) };
	} catch (error) {
		// An address that cannot be used says nothing about the rest of the endpoint.
		return { result: 'failed', evidence: excerpt(toProblem(error).message) };
	}
	const request = { method: 'GET', path: '', retryOptions, read: readUpgrade } as const;
	const reply = await rpc.request(socket, request);
	note(reply);
	const { answer, httpStatus } = reply;
	if (answer.kind === 'cancelled') throw new Cancelled();
	const status = httpStatus === undefined ? {} : { httpStatus };
	if (answer.kind === 'result')
		return { result: 'available', ...status, evidence: `responds with status ${httpStatus}` };
	const fault = new ProbeError(answer);
	const result = httpStatus === 404 ? 'notAvailable' : readAbility(fault);
	return { result, ...status, evidence: excerpt(fault.message) };
}

function readUpgrade(outcome: Outcome): RpcAnswer {
	const isUpgrade = outcome.kind === 'answer' && ASKS_FOR_UPGRADE.has(outcome.status);
	return isUpgrade ? { kind: 'result', result: outcome.text } : readPlainAnswer(outcome);
}

/** Bad Request and Upgrade Required: WebSocket servers' responses to a plain request (RFC 6455, 4.2). */
const ASKS_FOR_UPGRADE = new Set([400, 426]);

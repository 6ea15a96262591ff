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
import { Cancelled } from '../../text/problem';

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
	{ rpc, retryOptions }: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	{ findsLimits, count }: { findsLimits: boolean; count: (calls: number) => void },
): Promise<LimitFinding> {
	let max = 1;
	for (const size of findsLimits ? [...SIZES, ...LARGE_SIZES] : SIZES) {
		const body = Array.from({ length: size }, (_, index) => ({
			jsonrpc: '2.0',
			method: 'eth_chainId',
			params: [],
			id: index + 1,
		}));
		const { answer, attempts } = await rpc.request(endpoint, {
			method: 'POST',
			path: '',
			body,
			retryOptions,
			read: (outcome) => readSizes(outcome, size),
		});
		count(size * attempts);
		if (answer.kind === 'cancelled') throw new Cancelled();
		const flaw =
			answer.kind === 'result'
				? describeFlaw(answer.result as number, size)
				: describeEvidence(new ProbeError(answer));
		if (flaw === undefined) {
			max = size;
			continue;
		}
		const isRefused =
			answer.kind === 'result' || answer.kind === 'rpcError' || answer.kind === 'invalidResponse';
		const result = max > 1 ? 'available' : isRefused ? 'notAvailable' : 'failed';
		return { result, ...(max > 1 && { max }), evidence: `${size} calls returned '${flaw}'` };
	}
	return { result: 'available', max, evidence: `${max} calls work; more were not tried` };
}

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
 * Asks the WebSocket address over HTTP: a WebSocket server responds by asking for the upgrade.
 * @throws Cancelled
 */
export async function probeWebSocket(
	endpoint: RpcEndpoint,
	{ rpc, retryOptions }: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	note: (reply: RpcReply) => void = () => undefined,
): Promise<Finding & { httpStatus?: number }> {
	const reply = await rpc.request(endpoint, {
		method: 'GET',
		path: '',
		retryOptions,
		read: (outcome) => {
			const isUpgrade = outcome.kind === 'answer' && ASKS_FOR_UPGRADE.has(outcome.status);
			if (!isUpgrade) return readPlainAnswer(outcome);
			return { kind: 'result', result: outcome.text };
		},
	});
	note(reply);
	const { answer, httpStatus } = reply;
	if (answer.kind === 'cancelled') throw new Cancelled();
	const status = httpStatus === undefined ? {} : { httpStatus };
	if (answer.kind === 'result')
		return { result: 'available', ...status, evidence: `responds with status ${httpStatus}` };
	const fault = new ProbeError(answer);
	const ability = httpStatus === 404 ? 'notAvailable' : readAbility(fault);
	return { result: ability, ...status, evidence: excerpt(fault.message) };
}

/** Bad Request and Upgrade Required: WebSocket servers' responses to a plain request (RFC 6455, 4.2). */
const ASKS_FOR_UPGRADE = new Set([400, 426]);

import { findChainById, type Chain, type FamilyName } from '../addresses/chains';
import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import { FAMILIES } from '../families';
import { ProbeError, settle } from '../families/family';
import type { NodeReport, ProbeClient, ProbeOptions } from '../families/family';
import { makeFault } from '../families/readFields';
import { NO_SUCH_METHOD } from '../jsonRpc/errorMember';
import { describeFault, findLastingHint, type FaultAnswer } from '../jsonRpc/fault';
import { toExactNumber } from '../jsonRpc/quantities';
import { describePastedAddress } from '../jsonRpc/rpcClient';
import type { PlainRequest, RpcEndpoint, RpcReply } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/operationContext';
import { Cancelled } from '../text/problem';

/** Whether a node endpoint can be relied on, and if not, why. */
export type SyncState = 'ready' | 'syncing' | FaultAnswer['kind'];

/** A node's report about itself, with what follows from where and when it was made. */
export interface EndpointReport extends NodeReport {
	endpoint: RpcEndpoint;
	/** As the node says, or else its address. */
	chain?: Chain;
	/** Distinguishes its chain from all others; absent where that is not known. */
	chainKey?: string;
	/** When the answer with its newest block arrived, by the server's clock where the clocks differ; ms since 1970. */
	headAtMs: number;
	/** How old that block was then, in milliseconds, where that is known. */
	ageMs?: number;
}

/** The result of asking an endpoint for its state. */
export interface ProbeResult {
	/** Its own statement, or why it does not answer. */
	state: SyncState;
	/** The raw result that the state is read from, or null where there is none. */
	result: unknown;
	/** Why it is not ready, or what its answer lacked. */
	reason?: string;
	/** Without the HTTP status, for the message of an error; absent where the reason has none. */
	inWords?: string;
	/** Absent where it did not answer. */
	report?: EndpointReport;
	protocol?: FamilyName;
	/** The part of the address that may be shown; empty where there is none yet. */
	endpoint: string;
	latencyMs: number;
	/** The most attempts that one of its questions took. */
	attempts: number;
	httpStatus?: number;
	/** Set where the state is unlikely to change on its own: what to do about it. */
	lastingHint?: string;
	/** Which address answered, where it did only as it was pasted. */
	addressNote?: string;
}

/** Asks an endpoint the questions of a probe. */
export class EndpointProbeClient implements ProbeClient {
	/** All that came so far. */
	readonly replies: RpcReply[] = [];

	/** The one with the newest block, where that was asked for apart. */
	head?: RpcReply;

	/** @param id JSON-RPC id of the first call; the others follow it */
	constructor(
		private readonly endpoint: RpcEndpoint,
		private readonly context: Pick<OperationContext, 'rpc' | 'retryOptions'>,
		private id = 1,
	) {}

	get dialect(): string | undefined {
		return this.context.rpc.dialects.get(this.endpoint.origin);
	}

	set dialect(name: string) {
		this.context.rpc.dialects.set(this.endpoint.origin, name);
	}

	call(method: string, params?: unknown[], part?: 'head'): Promise<unknown> {
		const { endpoint, context, options } = this;
		const { version, omitsEmptyParams } = FAMILIES[endpoint.family];
		const sent = params ?? (omitsEmptyParams ? undefined : []);
		const request = { method, params: sent, id: this.id++, version, ...options };
		return this.readResult(context.rpc.call(endpoint, request), part);
	}

	readonly get: ProbeClient['get'] = (path) => this.request({ method: 'GET', path });

	readonly post: ProbeClient['post'] = (path, body, part) =>
		this.request({ method: 'POST', path, body }, part);

	/** See {@link ProbeClient}. */
	request(request: Omit<PlainRequest, 'retryOptions'>, part?: 'head'): Promise<unknown> {
		const { endpoint, context, options } = this;
		return this.readResult(context.rpc.request(endpoint, { ...request, ...options }), part);
	}

	private get options(): Pick<PlainRequest, 'isUrgent' | 'retryOptions'> {
		// Calls that follow an answer go before the first ones to other endpoints, so that a probe does not wait in between.
		return { isUrgent: this.replies.length > 0, retryOptions: this.context.retryOptions };
	}

	private async readResult(question: Promise<RpcReply>, part?: 'head'): Promise<unknown> {
		const reply = await question;
		this.replies.push(reply);
		if (part === 'head') this.head = reply;
		const { answer, mayHaveBeenProcessed } = reply;
		if (answer.kind === 'result') return answer.result;
		if (answer.kind === 'cancelled') throw new Cancelled(mayHaveBeenProcessed ? 'unclear' : 'none');
		throw new ProbeError(answer);
	}
}

/**
 * HTTP dates are whole seconds, and answers take time: clocks that differ by less agree. Where they do not, that of the
 * server counts, because clocks that date blocks are kept accurate. Milliseconds.
 */
const CLOCKS_AGREE_MS = 5000;

/** Clients accept blocks dated up to this far ahead (geth: 15 s). A later one shows a server with a late clock. */
const MOST_AHEAD_MS = 15_000;

/**
 * Chains date blocks two hours ahead of time at most (Bitcoin). What is further ahead than a day has another unit, or
 * comes from a broken clock; a clock of this machine or of the server may be hours late.
 */
const MOST_IN_FUTURE_MS = 24 * 3_600_000;

/**
 * Asks an endpoint as its family requires. A node that is not deployed yet gets a result without being asked.
 * @param id JSON-RPC id of the first call
 * @throws Cancelled; its effect is `unclear` when a question was under way
 */
export async function probeEndpoint(
	resolved: ResolvedEndpoint,
	options: ProbeOptions,
	context: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	id?: number,
): Promise<ProbeResult> {
	if ('absent' in resolved) {
		const { absent: reason } = resolved;
		return { state: 'unreachable', result: null, reason, endpoint: '', latencyMs: 0, attempts: 0 };
	}
	const { endpoint } = resolved;
	const ask = new EndpointProbeClient(endpoint, context, id);
	const { replies } = ask;
	const reading = FAMILIES[endpoint.family].probe(ask, options);
	const found = await settle(reading.then((report) => dateReport(report, endpoint, ask)));
	const asPasted = replies.find((reply) => reply.asPasted !== undefined)?.asPasted;
	const about = {
		protocol: endpoint.family,
		endpoint: (asPasted ?? endpoint).label,
		latencyMs: Math.max(0, ...replies.map(({ latencyMs }) => latencyMs)),
		attempts: Math.max(0, ...replies.map(({ attempts }) => attempts)),
	};
	if (found instanceof ProbeError) {
		const { answer, result } = found;
		const { httpStatus } = replies.find((reply) => reply.answer === answer) ?? replies[0] ?? {};
		const lastingHint = findLastingHint(answer, httpStatus);
		const why = describeCause(answer, endpoint.family);
		return { ...about, state: answer.kind, result, ...why, httpStatus, lastingHint };
	}
	const { isSyncing, result, reason } = found;
	return {
		...about,
		...{ state: isSyncing ? 'syncing' : 'ready', result, reason, report: found },
		httpStatus: replies[0].httpStatus,
		addressNote: asPasted && describePastedAddress(endpoint, asPasted),
	};
}

/** @throws ProbeError for a block without a usable time: it could stand still for ever and seem new */
function dateReport(
	report: NodeReport,
	endpoint: RpcEndpoint,
	{ replies, head = replies[0] }: EndpointProbeClient,
): EndpointReport {
	const { blockTimeMs: timeMs = -Infinity, blocksBehind, result } = report;
	const answered = [head, ...replies].find((reply) => reply.receivedAtMs !== undefined);
	const { receivedAtMs: hereMs = 0, clockAheadMs: aheadMs = 0 } = answered ?? {};
	const byServerMs = Math.abs(aheadMs) < CLOCKS_AGREE_MS ? hereMs : hereMs - aheadMs;
	if (timeMs > Math.max(hereMs, byServerMs) + MOST_IN_FUTURE_MS) {
		const time = new Date(timeMs).toISOString();
		throw makeFault(`the newest block is dated ${time}, which is in the future`, result);
	}
	// A block dated in the future by the server's clock shows that it is the server's clock that is late.
	const headAtMs = timeMs > byServerMs + MOST_AHEAD_MS ? hereMs : byServerMs;
	const { family } = endpoint;
	const { slotMs, chainsShareIds = false } = FAMILIES[family];
	const chain = findChain(endpoint, report);
	const name =
		report.chainMark ?? (chainsShareIds ? undefined : report.chainId) ?? endpoint.chain?.network;
	const chainKey = name === undefined ? undefined : `${family} ${name}`;
	const countedMs = slotMs && Number(blocksBehind ?? Infinity) * (chain?.blockTimeMs ?? slotMs);
	const ageMs = Math.max(0, report.blockAgeMs ?? countedMs ?? headAtMs - timeMs);
	return { ...report, endpoint, chain, chainKey, headAtMs, ...(ageMs < Infinity && { ageMs }) };
}

/** A node's own id takes precedence over its address. */
function findChain({ family, chain }: RpcEndpoint, { chainId }: NodeReport): Chain | undefined {
	if (family !== 'evm' || chainId === undefined) return chain;
	return findChainById(chainId) ?? (chain?.ids.length === 0 ? chain : undefined);
}

/** @returns why an answer is no usable result */
function describeCause(
	answer: FaultAnswer,
	family: FamilyName,
): Pick<ProbeResult, 'reason' | 'inWords'> {
	const reason = describeFault(answer);
	if (answer.kind !== 'rpcError') return { reason, inWords: answer.reason };
	if (answer.code !== NO_SUCH_METHOD) return { reason };
	const what =
		family === 'evm'
			? 'no EVM method here, check the path'
			: `no such method here, check the path, and whether it is a node of ${FAMILIES[family].title}`;
	return { reason: `${what}: ${reason}` };
}

/** @returns the block numbers of a report, as decimal texts where a number would not be exact; unknown ones are undefined */
export function formatBlocks(report?: NodeReport) {
	return {
		blocksBehind: toExactNumber(report?.blocksBehind),
		startingBlock: toExactNumber(report?.startingBlock),
		currentBlock: toExactNumber(report?.currentBlock),
		highestBlock: toExactNumber(report?.highestBlock),
	};
}

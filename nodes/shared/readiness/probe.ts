import type { IDataObject } from 'n8n-workflow';

import type { FamilyName } from '../addresses/chains';
import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import { getFamily } from '../families';
import { ProbeError, settle, type NodeReport, type ProbeOptions } from '../families/family';
import { makeFault } from '../families/readFields';
import { NO_SUCH_METHOD } from '../jsonRpc/errorMember';
import { describeFault, findLastingHint } from '../jsonRpc/fault';
import { toExactNumber } from '../jsonRpc/quantities';
import { describePastedAddress, type RpcEndpoint, type RpcReply } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/session';
import { formatDuration } from '../text/duration';
import { findMaxAgeSeconds } from './ageLimit';
import { EndpointProbeClient } from './probeClient';

/** Whether a node endpoint can be relied on, and if not, why. */
export type SyncState =
	| 'ready'
	| 'syncing'
	| 'rpcError'
	| 'invalidResponse'
	| 'unreachable'
	| 'unauthorized'
	| 'rateLimited';

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
	/** The node's report about itself; absent where it did not answer. */
	report?: NodeReport;
	/**
	 * When the answer with its newest block arrived, in milliseconds since 1970: by the clock of the server where the
	 * clocks differ, because clocks that date blocks are kept accurate.
	 */
	headAtMs: number;
	/** How old that block was then, in milliseconds, where that is known. */
	ageMs?: number;
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

type Context = Pick<OperationContext, 'rpc' | 'retryOptions' | 'clock'>;

/** HTTP dates are whole seconds, and answers take time: clocks that differ by less agree. Milliseconds. */
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
	context: Context,
	id?: number,
): Promise<ProbeResult> {
	if ('absent' in resolved) {
		const { absent: reason } = resolved;
		const nothing = { endpoint: '', latencyMs: 0, attempts: 0, headAtMs: context.clock.wallMs() };
		return { state: 'unreachable', result: null, reason, ...nothing };
	}
	const { endpoint } = resolved;
	const ask = new EndpointProbeClient(endpoint, context, id);
	const answered = await settle(getFamily(endpoint.family).probe(ask, options));
	const { replies, head = replies[0] } = ask;
	const moments = findMoments(replies, head, context);
	const outcome = answered instanceof ProbeError ? answered : checkTime(answered, moments);
	const isFault = outcome instanceof ProbeError;
	const deciding = isFault && replies.find(({ answer }) => answer === outcome.answer);
	const { httpStatus } = (deciding || replies[0]) ?? {};
	const asPasted = replies.find((reply) => reply.asPasted !== undefined)?.asPasted;
	const isAsPasted = asPasted !== undefined && !isFault;
	const shown = isFault
		? describeError(outcome, endpoint.family, moments, httpStatus)
		: describeReport(outcome, endpoint, moments);
	return {
		...shown,
		protocol: endpoint.family,
		endpoint: (asPasted ?? endpoint).label,
		latencyMs: Math.max(0, ...replies.map(({ latencyMs }) => latencyMs)),
		attempts: Math.max(0, ...replies.map(({ attempts }) => attempts)),
		httpStatus,
		addressNote: isAsPasted ? describePastedAddress(endpoint, asPasted) : undefined,
	};
}

/**
 * Asks an endpoint whether it is synchronized. Where the newest block has a time, one that is too old for the chain
 * counts as synchronizing: several families give no other sign.
 * @param id JSON-RPC id of the first call
 * @throws Cancelled
 */
export async function probeSync(
	resolved: ResolvedEndpoint,
	id: number,
	context: Context & Pick<OperationContext, 'once' | 'forget'>,
): Promise<ProbeResult> {
	const probe = await probeEndpoint(resolved, {}, context, id);
	const { report, ageMs } = probe;
	if (report === undefined || 'absent' in resolved) return probe;
	const isOld =
		ageMs !== undefined &&
		ageMs > 1000 * (await findMaxAgeSeconds(resolved.endpoint, probe, context));
	const says =
		report.isSyncing === 'unlessRecent' ? isOld || ageMs === undefined : report.isSyncing;
	const oldHead = isOld ? `its newest block is ${formatDuration(ageMs)} old` : undefined;
	const ownReason = report.isSyncing === 'unlessRecent' && !says ? undefined : report.reason;
	const reason = (says ? (ownReason ?? oldHead) : (oldHead ?? ownReason)) ?? probe.addressNote;
	const state = says || isOld ? 'syncing' : 'ready';
	return { ...probe, state, reason };
}

/** When the newest block was reported: by this machine's clock, and by that of the server where they differ. */
interface ReportTimes {
	hereMs: number;
	byServerMs: number;
}

function findMoments(
	replies: readonly RpcReply[],
	head: RpcReply | undefined,
	{ clock }: Pick<Context, 'clock'>,
): ReportTimes {
	const hereMs = head?.receivedAtMs ?? clock.wallMs();
	const aheadMs =
		[head, ...replies].find((each) => each?.clockAheadMs !== undefined)?.clockAheadMs ?? 0;
	const isSame = Math.abs(aheadMs) < CLOCKS_AGREE_MS;
	return { hereMs, byServerMs: isSame ? hereMs : hereMs - aheadMs };
}

/** @returns an error for a block without a usable time: it could stand still for ever and seem new */
function checkTime(
	report: NodeReport,
	{ hereMs, byServerMs }: ReportTimes,
): NodeReport | ProbeError {
	const { blockTimeMs = 0, result } = report;
	if (blockTimeMs <= Math.max(hereMs, byServerMs) + MOST_IN_FUTURE_MS) return report;
	const time = new Date(blockTimeMs).toISOString();
	return makeFault(`the newest block is dated ${time}, which is in the future`, result);
}

/** The part of a result that depends on what was answered. */
type Answered = Omit<ProbeResult, 'endpoint' | 'latencyMs' | 'attempts'>;

function describeReport(
	report: NodeReport,
	endpoint: RpcEndpoint,
	{ hereMs, byServerMs }: ReportTimes,
): Answered {
	const { blockTimeMs, reason, result, isSyncing } = report;
	// A block dated in the future by the server's clock shows that it is the server's clock that is late.
	const isServerLate = (blockTimeMs ?? 0) > byServerMs + MOST_AHEAD_MS;
	const headAtMs = isServerLate ? hereMs : byServerMs;
	const byTime = blockTimeMs === undefined ? undefined : headAtMs - blockTimeMs;
	const ageMs = readOwnAgeMs(report, endpoint) ?? byTime;
	return {
		state: isSyncing ? 'syncing' : 'ready',
		result,
		reason,
		report,
		headAtMs,
		ageMs: ageMs === undefined ? undefined : Math.max(0, ageMs),
	};
}

/** @returns the state that an answer without a usable result stands for */
function describeError(
	{ answer, result }: ProbeError,
	family: FamilyName,
	{ byServerMs: headAtMs }: ReportTimes,
	httpStatus: number | undefined,
): Answered {
	const reason = describeFault(answer);
	const lastingHint = findLastingHint(answer, httpStatus);
	const found = { state: answer.kind, result, headAtMs, lastingHint };
	if (answer.kind !== 'rpcError') {
		const inWords = answer.withStatus === undefined ? undefined : answer.reason;
		return { ...found, reason, inWords };
	}
	const what =
		family === 'evm'
			? 'no EVM method here, check the path'
			: `no such method here, check the path, and whether it is a node of ${getFamily(family).title}`;
	const hint = answer.code === NO_SUCH_METHOD ? `${what}: ` : '';
	return { ...found, reason: `${hint}${reason}` };
}

/** @returns the age of the newest block as the node itself gives it, where it does */
function readOwnAgeMs(report: NodeReport, { family, chain }: RpcEndpoint): number | undefined {
	if (report.blockAgeMs !== undefined) return report.blockAgeMs;
	if (!getFamily(family).countsByClock || report.blocksBehind === undefined) return undefined;
	return Number(report.blocksBehind) * (chain?.blockTimeMs ?? SLOT_MS);
}

/** Ethereum's slot (consensus specifications, SECONDS_PER_SLOT). */
const SLOT_MS = 12_000;

/** @returns the block numbers of a report, as decimal texts where a number would not be exact */
export function formatBlocks(report: NodeReport | undefined): IDataObject {
	const names = ['blocksBehind', 'startingBlock', 'currentBlock', 'highestBlock'] as const;
	const blocks: IDataObject = {};
	for (const name of names) {
		const value = report?.[name];
		if (value !== undefined) blocks[name] = toExactNumber(value);
	}
	return blocks;
}

import type { FamilyName } from '../addresses/chains';
import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import { FAMILIES } from '../families';
import { ProbeError, settle } from '../families/family';
import type { NodeReport, ProbeOptions } from '../families/family';
import type { RpcVersion } from '../jsonRpc/answer';
import { describeFault, findLastingHint, getMeaning, type FaultAnswer } from '../jsonRpc/fault';
import { toExactNumber } from '../jsonRpc/quantities';
import { describePastedAddress } from '../jsonRpc/pathTrial';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/operationContext';
import { dateReport, type EndpointReport } from './endpointReport';
import { EndpointProbeClient } from './probeClient';

/** Whether a node endpoint can be relied on, and if not, why. */
export type SyncState = 'ready' | 'syncing' | FaultAnswer['kind'];

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
	/** The first call of JSON-RPC that was answered; absent where none was, or none was made. */
	answeredCall?: { id: number; version: RpcVersion };
	/** Set where the state is unlikely to change on its own: what to do about it. */
	lastingHint?: string;
	/** Which address answered, where it did only as it was pasted. */
	addressNote?: string;
}

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
	const reading = FAMILIES[endpoint.family].probe(ask, options);
	const found = await settle(reading.then((report) => dateReport(report, endpoint, ask.headReply)));
	const about = describeProbe(endpoint, ask);
	if (found instanceof ProbeError) return { ...about, ...explainFault(found, endpoint, ask) };
	const { isSyncing, result, reason } = found;
	const { asPasted } = ask;
	return {
		...about,
		state: isSyncing ? 'syncing' : 'ready',
		result,
		reason,
		report: found,
		httpStatus: ask.headReply.httpStatus,
		addressNote: asPasted && describePastedAddress(endpoint, asPasted),
	};
}

function describeProbe({ family, label }: RpcEndpoint, ask: EndpointProbeClient) {
	const { replies, answeredCall, asPasted } = ask;
	return {
		protocol: family,
		endpoint: asPasted?.label ?? label,
		latencyMs: Math.max(0, ...replies.map(({ latencyMs }) => latencyMs)),
		attempts: Math.max(0, ...replies.map(({ attempts }) => attempts)),
		answeredCall,
	};
}

function explainFault(
	{ answer, result, meaning, message }: ProbeError,
	{ family }: RpcEndpoint,
	{ replies }: EndpointProbeClient,
): Pick<ProbeResult, 'state' | 'result' | 'reason' | 'inWords' | 'httpStatus' | 'lastingHint'> {
	const { httpStatus } = replies.find((reply) => reply.answer === answer) ?? replies[0] ?? {};
	// The question is about now: a node that has no block or state for it is on its way there.
	if (meaning.kind === 'behind') return { state: 'syncing', result, reason: message, httpStatus };
	const lastingHint = findLastingHint(answer, httpStatus);
	return { state: answer.kind, result, ...describeCause(answer, family), httpStatus, lastingHint };
}

/** @returns why an answer is no usable result */
function describeCause(
	answer: FaultAnswer,
	family: FamilyName,
): Pick<ProbeResult, 'reason' | 'inWords'> {
	const reason = describeFault(answer);
	if (answer.kind !== 'rpcError') return { reason, inWords: answer.reason };
	if (getMeaning(answer).sign !== 'absent') return { reason };
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
		blockNumber: toExactNumber(report?.currentBlock),
		highestBlock: toExactNumber(report?.highestBlock),
	};
}

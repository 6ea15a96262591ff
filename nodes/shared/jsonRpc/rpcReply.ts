import { measureClockAheadMs, toEnding, type Outcome } from '../http/outcome';
import type { Ending } from '../scheduler/retryPolicy';
import type { Settled } from '../scheduler/scheduledCall';
import { formatDuration } from '../text/duration';
import { trimEnd } from '../text/strings';
import type { Member } from './errorMember';
import { extendCause, getMeaning, type FaultAnswer, type RpcAnswer } from './fault';
import type { Meaning, MeaningKind } from './meaning';
import { findWrongPath, type WrongPath } from './wrongPath';

/** How a call ended, and what it took. */
export interface RpcReply {
	answer: RpcAnswer;
	httpStatus?: number;
	/** When the last answer had arrived by the clock of this machine, in milliseconds since 1970. */
	receivedAtMs?: number;
	/** How far this machine's clock was ahead of the server's when the last answer came, in milliseconds. */
	clockAheadMs?: number;
	/** Round trip of the HTTP request that carried the last answer, in milliseconds. */
	latencyMs: number;
	/** How often the call was sent. */
	attempts: number;
	/** What the answer shows about the path of the address, where something speaks against it. */
	wrongPath?: WrongPath;
	/** Set where the address as it was pasted answered, because nothing did with the path that was appended. */
	asPasted?: { url: string; label: string };
	/** With `cancelled`: whether it waited for an outage to end, and its last answer, if there was one. */
	isInOutage?: boolean;
	lastAnswer?: RpcAnswer;
	/** The endpoint may have acted although there is no usable answer; matters for writes. */
	mayHaveBeenProcessed: boolean;
}

/** Answer to a call, and the outcome of its request. */
export interface TransportReply {
	answer: RpcAnswer;
	outcome: Outcome;
}

/** The answer to a call that a batch left out, should it be given up before it is sent alone. */
export const SKIPPED: RpcAnswer = {
	kind: 'invalidResponse',
	reason: 'the response to the batch does not include this call',
};

/** How an answer came. */
interface How {
	isBatch: boolean;
	/** It is one to the request as a whole. */
	isWhole: boolean;
	isWrite?: boolean;
	/** Its host has answered before, so that its name can be resolved. */
	hasAnswered?: boolean;
}

/**
 * @returns what an answer means for repeating its call; `undefined` stands for a call that a batch left out
 */
export function toEndingOfAnswer(
	answer: RpcAnswer | undefined,
	outcome: Outcome,
	how: How,
): Ending {
	if (answer === undefined) return { kind: 'skipped' };
	if (answer.kind === 'cancelled') return { kind: 'cancelled' };
	if (answer.kind === 'result') return { kind: 'answered' };
	const { isWrite = false } = how;
	const meaning = getMeaning(answer);
	if (meaning.kind === 'limited')
		return { kind: 'refused', mayHaveBeenProcessed: isWrite, retryAfterMs: meaning.waitMs };
	if (how.isBatch && isAboutBatch(answer, meaning, outcome, how)) return { kind: 'tooMuch' };
	return MAY_PASS.has(meaning.kind)
		? toEndingOfFault(answer, meaning, outcome, how)
		: { kind: 'answered' };
}

function toEndingOfFault(
	answer: FaultAnswer,
	{ sign }: Meaning,
	outcome: Outcome,
	{ isWrite = false, hasAnswered }: How,
): Ending {
	const ending = toEnding(outcome, hasAnswered);
	if (ending.kind === 'refused') return { ...ending, mayHaveBeenProcessed: isWrite };
	const mayPass = sign === 'busy' || sign === 'noBackend' || isIncomplete(answer, outcome);
	if (ending.kind !== 'answered' || !mayPass) return ending;
	return { kind: 'failed', isReached: true, isTransient: true, mayHaveBeenProcessed: isWrite };
}

/** Meanings of replies that may be different the next time, as far as the transport says so. */
const MAY_PASS: ReadonlySet<MeaningKind> = new Set([
	'unavailable',
	'unclear',
	'malformed',
] as const);

/**
 * Codes with which servers refuse a batch, in whole or for the calls that are left: not a valid request, timed out,
 * response too large (go-ethereum, rpc/errors.go), and not readable.
 */
const OF_BATCH = new Set<number | string | undefined>([-32600, -32002, -32003, -32700]);

/** Signs that a call of a batch may have because of the others. */
const BECAUSE_OF_OTHERS: ReadonlySet<Meaning['sign']> = new Set([
	'batch',
	'oversized',
	'timedOut',
	'invalid',
	'internal',
] as const);

/** @returns whether an answer may be about the batch instead of its call */
function isAboutBatch(
	answer: FaultAnswer,
	{ kind, sign, evidence }: Meaning,
	outcome: Outcome,
	{ isWhole }: How,
): boolean {
	if (isWhole) {
		const isOfEndpoint = answer.kind === 'unreachable' || kind === 'usedUp';
		return !isOfEndpoint && findWrongPath(answer, outcome) !== 'refused';
	}
	if (sign === 'batch' || sign === 'oversized' || sign === 'timedOut') return true;
	const isCertain = evidence === 'result' || (evidence === 'words' && !BECAUSE_OF_OTHERS.has(sign));
	return answer.kind === 'rpcError' && OF_BATCH.has(answer.code) && !isCertain;
}

/** @returns whether a success has no body, or one that breaks off: the next may be complete */
function isIncomplete({ kind }: FaultAnswer, outcome: Outcome): boolean {
	if (kind !== 'invalidResponse' || outcome.kind !== 'answer') return false;
	const { status, text } = outcome;
	if (status < 200 || status >= 300) return false;
	const body = text.trim();
	const isJson = body.startsWith('{') || body.startsWith('[');
	return body === '' || (isJson && !/[}\]]$/.test(body));
}

/**
 * @param isFixed whether how it was repeated is no option of the user
 * @returns the reply to a call, from how it was settled
 */
export function toReply(settled: Settled<TransportReply>, isFixed = false): RpcReply {
	const { reply, replyBefore, conclusion, attempts, durationMs, isInOutage } = settled;
	const answer = nameHost(chooseFinalAnswer(settled, isFixed), settled);
	return {
		answer,
		...describeReceived(reply?.outcome),
		latencyMs: Math.round(durationMs),
		attempts,
		wrongPath: findWrongPath(answer, reply?.outcome),
		isInOutage,
		lastAnswer: answer.kind === 'cancelled' ? findLastAnswer(reply, replyBefore) : undefined,
		mayHaveBeenProcessed: attempts > 0 && conclusion !== 'cancelled' && mayHaveActed(reply),
	};
}

function describeReceived(outcome: Outcome | undefined) {
	if (outcome?.kind !== 'answer') return {};
	const { status: httpStatus, receivedAtMs } = outcome;
	return { httpStatus, receivedAtMs, clockAheadMs: measureClockAheadMs(outcome) };
}

/** @returns the last answer of those to a call that was cancelled while it waited or while it was in flight */
function findLastAnswer(...replies: Array<TransportReply | undefined>): RpcAnswer | undefined {
	return replies.find((reply) => reply !== undefined && reply.answer.kind !== 'cancelled')?.answer;
}

/** @returns whether it is unknown if the endpoint acted on a call that changes something, or that was cancelled */
function mayHaveActed({ answer, outcome }: Partial<TransportReply> = {}): boolean {
	if (outcome?.kind === 'cancelled') return outcome.sent;
	if (answer === undefined || answer.kind === 'result' || answer.kind === 'cancelled') return false;
	return getMeaning(answer).kind === 'unclear';
}

/** Conclusions that depend on what other calls came to. */
const WITH_OTHERS: ReadonlySet<Settled<unknown>['conclusion']> = new Set([
	'retriesUsedUp',
	'othersFailed',
	'othersRefused',
] as const);

/** @returns an answer that says so where all endpoints of its host have the same trouble */
function nameHost(
	answer: RpcAnswer,
	{ conclusion, isHostDown }: Settled<TransportReply>,
): RpcAnswer {
	if (isHostDown !== true || !WITH_OTHERS.has(conclusion) || !('reason' in answer)) return answer;
	return extendCause(answer, (text) => `nothing gets through at this host: ${text}`);
}

const UNREACHABLE = { kind: 'unreachable', reason: '' } as const;

const LIMITED = { kind: 'rateLimited', reason: '', quota: false } as const;

/**
 * The final answer to a call: the last one, and why nothing came after it where it does not say that itself. With
 * `othersRefused` and `othersFailed` it may be the one to another call.
 */
function chooseFinalAnswer(settled: Settled<TransportReply>, isFixed: boolean): RpcAnswer {
	const { reply, conclusion, attempts, retryAfterMs = 0 } = settled;
	const answer = reply?.answer;
	const notSent = `not sent${attempts > 0 ? ' again' : ''}, because`;
	switch (conclusion) {
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'waitTooLong':
		case 'pauseTooLong': {
			const why = describeWait(settled, isFixed);
			return addReason(answer, why, { ...LIMITED, retryAfterMs });
		}
		case 'othersFailed': {
			const why = `${notSent} requests there keep failing. Try again later`;
			return addReason(answer, why, UNREACHABLE);
		}
		case 'othersRefused': {
			const why = `${notSent} the endpoint keeps rejecting calls. Try again later, or with fewer calls`;
			return addReason(answer, why, LIMITED);
		}
		case 'replied':
		case 'retriesUsedUp':
			return answer ?? SKIPPED;
	}
}

function describeWait(
	{ attempts, retryAfterMs = 0 }: Settled<TransportReply>,
	isFixed: boolean,
): string {
	const wait = `the endpoint asked for a wait of ${formatDuration(retryAfterMs)}`;
	const more = attempts > 0 ? 'more ' : '';
	const longer = `, longer than 'Max Retry Wait' allows, so nothing ${more}was sent. Try again after that time, or raise the option`;
	return isFixed ? wait : wait + longer;
}

/** @param without the answer where there is none with a reason */
function addReason(
	answer: RpcAnswer | undefined,
	why: string,
	without: Exclude<FaultAnswer, Member>,
): RpcAnswer {
	if (answer === undefined || !('reason' in answer)) return { ...without, reason: why };
	return extendCause(answer, (text) => `${trimEnd(text, '.')}; ${why}`);
}

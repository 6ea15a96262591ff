import { measureClockAheadMs, toEnding, mayHaveBeenProcessed, type Outcome } from '../http/outcome';
import type { Ending } from '../scheduler/retryPolicy';
import type { Settled } from '../scheduler/scheduledCall';
import { formatDuration } from '../text/duration';
import { trimEnd } from '../text/strings';
import { isTooMuch, type Member } from './errorMember';
import { extendCause, type FaultAnswer, type RpcAnswer } from './fault';
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

/**
 * @returns what an answer means for repeating its call; `undefined` stands for a call that a batch left out
 */
export function toEndingOfAnswer(
	answer: RpcAnswer | undefined,
	outcome: Outcome,
	{ isBatch, isWhole, isWrite = false }: { isBatch: boolean; isWhole: boolean; isWrite?: boolean },
): Ending {
	if (answer === undefined) return { kind: 'skipped' };
	const { kind } = answer;
	if (kind === 'cancelled') return { kind };
	if (kind === 'rateLimited' && !answer.quota)
		return { kind: 'refused', mayHaveBeenProcessed: isWrite, retryAfterMs: answer.retryAfterMs };
	if (isWhole && findWrongPath(answer, outcome) === 'refused') return { kind: 'answered' };
	if (kind === 'rpcError' && isBatch && (isWhole || isTooMuch(answer))) return { kind: 'tooMuch' };
	if (kind !== 'unreachable' && kind !== 'invalidResponse') return { kind: 'answered' };
	const ending = toEnding(outcome);
	if (ending.kind === 'refused') return { ...ending, mayHaveBeenProcessed: isWrite };
	if (ending.kind !== 'answered') return ending;
	// The host answered the batch, but not its calls: too large for it, or not understood.
	return { kind: isBatch && isWhole ? 'tooMuch' : 'answered' };
}

/**
 * @param isFixed whether how it was repeated is no option of the user
 * @returns the reply to a call, from how it was settled
 */
export function toReply(settled: Settled<TransportReply>, isFixed = false): RpcReply {
	const { reply, conclusion, attempts, durationMs, isInOutage } = settled;
	const outcome = reply?.outcome;
	const received = outcome?.kind === 'answer' ? outcome : undefined;
	const answer = chooseFinalAnswer(settled, isFixed);
	const isCancelled = answer.kind === 'cancelled';
	const isUnreadable =
		answer.kind === 'invalidResponse' && received !== undefined && received.status < 300;
	const isUnclear = isCancelled || answer.kind === 'unreachable' || outcome?.kind === 'tooLarge';
	return {
		answer,
		httpStatus: received?.status,
		receivedAtMs: received?.receivedAtMs,
		clockAheadMs: received && measureClockAheadMs(received),
		latencyMs: Math.round(durationMs),
		attempts,
		wrongPath: findWrongPath(answer, outcome),
		isInOutage,
		lastAnswer: isCancelled && reply?.answer.kind !== 'cancelled' ? reply?.answer : undefined,
		mayHaveBeenProcessed:
			conclusion !== 'cancelled' &&
			(isUnreadable || (isUnclear && outcome !== undefined && mayHaveBeenProcessed(outcome))),
	};
}

const UNREACHABLE = { kind: 'unreachable', reason: '' } as const;

const LIMITED = { kind: 'rateLimited', reason: '', quota: false } as const;

/**
 * The final answer to a call: the last one, and why nothing came after it where it does not say that itself. With
 * `othersRefused` and `othersFailed` it may be the one to another call.
 */
function chooseFinalAnswer(
	{ reply, conclusion, attempts, retryAfterMs = 0 }: Settled<TransportReply>,
	isFixed: boolean,
): RpcAnswer {
	const answer = reply?.answer;
	const isSent = attempts > 0;
	const because = (why: string, without: Exclude<FaultAnswer, Member>): RpcAnswer =>
		answer !== undefined && 'reason' in answer
			? extendCause(answer, (text) => `${trimEnd(text, '.')}; ${why}`)
			: { ...without, reason: why };
	const notSent = `not sent${isSent ? ' again' : ''}, because`;
	switch (conclusion) {
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'waitTooLong':
		case 'pauseTooLong': {
			const longer = `, longer than 'Max Retry Wait' allows, so nothing ${isSent ? 'more ' : ''}was sent. Try again after that time, or raise the option`;
			const wait = `the endpoint asked for a wait of ${formatDuration(retryAfterMs)}`;
			return because(isFixed ? wait : wait + longer, { ...LIMITED, retryAfterMs });
		}
		case 'othersFailed':
			return because(`${notSent} requests there keep failing. Try again later`, UNREACHABLE);
		case 'othersRefused': {
			const why = `${notSent} the endpoint keeps rejecting calls. Try again later, or with fewer calls`;
			return because(why, LIMITED);
		}
		case 'replied':
		case 'retriesUsedUp':
			return answer ?? SKIPPED;
	}
}

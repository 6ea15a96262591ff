import { backOff } from '../http/backOff';
import type { Outcome } from '../http/outcome';
import { inWords } from '../pure/duration';
import type { Allowance } from './allowance';
import { isWorthAsking, type RpcAnswer } from './answer';
import type { PendingCall } from './callQueue';

/** What follows an answer. All times are milliseconds. */
export interface NextStep {
	/** Whether the call is sent again; otherwise `answer` is what it came to. */
	repeats: boolean;
	answer: RpcAnswer;
	/** Wait of this call before it is sent again. */
	waitMs: number;
	/** Pause of everything that goes to the origin. */
	holdMs?: number;
}

/** Decides whether a call is sent again, and what has to wait before that. */
export function nextStep(
	call: PendingCall,
	answer: RpcAnswer,
	outcome: Outcome,
	{ refusalsInARow }: Allowance,
): NextStep {
	const retryAfterMs = retryAfterIn(answer);
	const isRefused = answer.kind === 'rateLimited' && !answer.quota;
	const failures = isRefused ? Math.max(1, refusalsInARow) : call.failures;
	const pauseMs = backOff(failures, retryAfterMs, Math.random());
	// Others are held as well, whether or not this call goes on.
	const holdMs = isRefused ? pauseMs : retryAfterMs;
	const isTooLong =
		retryAfterMs !== undefined && retryAfterMs > call.request.retryOptions.maxRetryWaitMs;
	if (isTooLong || !mayRepeat(call, answer, outcome, refusalsInARow)) {
		const last = isTooLong ? tooLong(answer, retryAfterMs) : answer;
		return { repeats: false, answer: last, waitMs: 0, holdMs };
	}
	return holdMs === undefined
		? { repeats: true, answer, waitMs: pauseMs }
		: { repeats: true, answer, waitMs: 0, holdMs };
}

/** @returns the answer of a call whose endpoint wants a longer pause than the user accepts */
export function tooLong(answer: RpcAnswer, retryAfterMs: number): RpcAnswer {
	const reason = `the endpoint asked to wait ${inWords(retryAfterMs)}, longer than 'Max Retry Wait' allows`;
	return 'reason' in answer ? { ...answer, reason } : answer;
}

/** @returns the wait an endpoint asked for in milliseconds, if it did */
export function retryAfterIn(answer: RpcAnswer | undefined): number | undefined {
	return answer !== undefined && 'retryAfterMs' in answer ? answer.retryAfterMs : undefined;
}

/**
 * Being turned away while others get through is queueing and not failing: a server that takes 25 calls a
 * second turns most of a thousand away many times. A write is repeated only when the connection never stood.
 */
function mayRepeat(
	{ request, failures }: PendingCall,
	answer: RpcAnswer,
	outcome: Outcome,
	refusalsInARow: number,
): boolean {
	const { maxRetries } = request.retryOptions;
	if (!isWorthAsking(answer) || (request.isWrite && outcome.kind !== 'notSent')) return false;
	if (answer.kind !== 'rateLimited') return failures <= maxRetries;
	return maxRetries > 0 && refusalsInARow <= maxRetries;
}

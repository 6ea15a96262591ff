import type { Ending } from '../scheduler/retryPolicy';
import { parseRetryAfter } from '../text/duration';
import { readErrorBody } from './errorBody';
import { faultKindOf } from './networkFault';
import {
	clockAheadMs,
	isRateLimit,
	isUnavailable,
	mayHaveBeenProcessed,
	type Outcome,
} from './outcome';

/** @returns what the outcome of an attempt means for repeating it */
export function endingOf(outcome: Outcome): Ending {
	const mayBe = { mayHaveBeenProcessed: mayHaveBeenProcessed(outcome) };
	switch (outcome.kind) {
		case 'answer': {
			const retryAfterMs = retryAfterMsOf(outcome);
			if (isRateLimit(outcome)) return { kind: 'refused', ...mayBe, retryAfterMs };
			if (!isUnavailable(outcome.status)) return { kind: 'answered' };
			return { kind: 'failed', isReached: true, isTransient: true, ...mayBe, retryAfterMs };
		}
		case 'lost':
		case 'timedOut':
			return { kind: 'failed', isReached: true, isTransient: true, ...mayBe };
		case 'notSent': {
			const { isTransient = false } = faultKindOf(outcome.code);
			return { kind: 'failed', isReached: false, isTransient, ...mayBe };
		}
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'tooLarge':
		case 'refused':
			return { kind: 'answered' };
	}
}

/** @returns the wait a server asked for in milliseconds, if it did */
export function retryAfterMsOf(outcome: Outcome): number | undefined {
	if (outcome.kind !== 'answer') return undefined;
	const { headers, text, status } = outcome;
	// A date refers to the clock of the server that sent it.
	const now = outcome.receivedAtMs - (clockAheadMs(outcome) ?? 0);
	const inHeader = parseRetryAfter(headers['retry-after'], now);
	if (inHeader !== undefined || status !== 429) return inHeader;
	// The faucet gives the time in the body instead.
	const next = Date.parse(readErrorBody(text).nextAvailable ?? '');
	return Number.isNaN(next) ? undefined : Math.max(0, next - now);
}

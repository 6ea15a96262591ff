import { PARTS } from './batchSize';
import type { RetryOptions } from './retryOptions';

/** First backoff, in milliseconds; each further one is three times as long. */
const FIRST_MS = 75;
const GROWTH = 3;

/** Longest backoff, in milliseconds, before the jitter. */
const LONGEST_MS = 30_000;

/** Share of a wait by which it is longer at random, so that many clients do not come back at the same instant. */
const JITTER = 0.25;

/** How a call of a request ended, as far as it decides what happens next. */
export type Ending =
	/** It has its answer, whatever that says. */
	| { kind: 'answered' }
	/** Too many calls: it was rejected. */
	| { kind: 'refused'; mayHaveBeenProcessed: boolean; retryAfterMs?: number }
	/** No answer: the server could not be reached, broke off, took too long or is out of service. */
	| {
			kind: 'failed';
			/** False when no connection was made, so that nothing was sent. */
			isReached: boolean;
			/** Whether it may succeed soon. */
			isTransient: boolean;
			mayHaveBeenProcessed: boolean;
			retryAfterMs?: number;
	  }
	/** Its request was answered, but not this call of it. */
	| { kind: 'skipped' }
	/** Its request had too many calls, held too much or took too long, so this call of it was not processed. */
	| { kind: 'tooMuch' }
	/** The execution was cancelled. */
	| { kind: 'cancelled' };

/** What is known about a call when it has ended. */
export interface TriedCall {
	/** Whether repeating it does no harm even if it was processed. */
	idempotent: boolean;
	options: RetryOptions;
	/** How many of its retries are used up. */
	retriesUsed: number;
	/** Its request took all the time that an attempt has. */
	isTimeout?: boolean;
	/** How many calls its request held. */
	together: number;
	/** Milliseconds since it was sent for the first time. */
	elapsedMs: number;
	/** Nothing gets through at its address, and use of a limit by others is not the reason. */
	isStuck: boolean;
}

/** Why a call is not sent again although its ending would allow it. */
export type GaveUp = 'retriesUsedUp' | 'waitTooLong';

/** What follows an ending. */
export type RetryDecision =
	| { again: false; because?: GaveUp }
	| {
			again: true;
			/** Wait of this call alone, in milliseconds. */
			delayMs: number;
			/** Whether this uses up one of its retries. */
			isRetry: boolean;
			/** Most calls in its next request. */
			together: number;
	  };

/**
 * Decides whether a call is sent again, and when.
 *
 * - A call that was processed, or may have been and must not be processed twice, is not.
 * - A wait that the server asks for is kept in full; one longer than the user accepts ends the call.
 * - Being rejected while others get through is queueing, and uses up no retry.
 * - What went wrong in a batch is not believed before the call was sent in a smaller one, down to alone, which uses up
 *   no retry either. A call that may not be repeated is only sent again where its batch was not processed.
 *
 * @param random a number from 0 to 1
 */
export function decideRetry(ending: Ending, tried: TriedCall, random: number): RetryDecision {
	const { options, together, retriesUsed } = tried;
	switch (ending.kind) {
		case 'answered':
		case 'cancelled':
			return { again: false };
		case 'skipped':
		case 'tooMuch':
			return together > 1 ? splitInto(Math.ceil(together / 2)) : { again: false };
		case 'refused': {
			if (!tried.idempotent && ending.mayHaveBeenProcessed) return { again: false };
			if (isTooLong(ending, options)) return { again: false, because: 'waitTooLong' };
			const used = retriesUsed + (tried.isStuck ? 1 : 0);
			if (options.maxRetries === 0 || used > options.maxRetries)
				return { again: false, because: 'retriesUsedUp' };
			// Otherwise the rate limiter decides when it may be sent again.
			const delayMs = tried.isStuck ? backoff(used, random) : 0;
			return { again: true, delayMs, isRetry: tried.isStuck, together: Infinity };
		}
		case 'failed': {
			const { retryForMs = Infinity } = options;
			const isSlow = tried.isTimeout === true && retryForMs < Infinity;
			const isOver = isSlow || tried.elapsedMs >= retryForMs;
			const maySplit = together > 1 && ending.isReached && options.maxRetries > 0 && !isOver;
			if (maySplit) return splitInto(Math.ceil(together / PARTS));
			if (!ending.isTransient) return { again: false };
			if (!tried.idempotent && ending.mayHaveBeenProcessed) return { again: false };
			if (isTooLong(ending, options)) return { again: false, because: 'waitTooLong' };
			if (isOver || retriesUsed >= options.maxRetries)
				return { again: false, because: 'retriesUsedUp' };
			const own = backoff(retriesUsed + 1, random);
			const delayMs = Math.max(own, ending.retryAfterMs ?? 0);
			return { again: true, delayMs, isRetry: true, together: Infinity };
		}
	}
}

/** @returns milliseconds to wait before a repetition, counted from 1 */
export function backoff(repetition: number, random: number): number {
	const usual = Math.min(FIRST_MS * GROWTH ** (repetition - 1), LONGEST_MS);
	return usual * (1 + JITTER * random);
}

/** @returns the sum of the first backoffs in milliseconds, without jitter */
export function sumBackoffs(repetitions: number): number {
	let sum = 0;
	for (let each = 1; each <= repetitions; each += 1) sum += backoff(each, 0);
	return sum;
}

function splitInto(together: number): RetryDecision {
	return { again: true, delayMs: 0, isRetry: false, together };
}

function isTooLong(
	{ retryAfterMs = 0 }: { retryAfterMs?: number },
	{ maxRetryWaitMs }: RetryOptions,
): boolean {
	return retryAfterMs > maxRetryWaitMs;
}

/** @returns the wait a server asked for in milliseconds, 0 for none */
export function retryAfterOf(ending: Ending): number {
	return 'retryAfterMs' in ending ? (ending.retryAfterMs ?? 0) : 0;
}

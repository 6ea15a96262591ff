import { PARTS } from './batchSize';

/** First backoff, in milliseconds; each further one is three times as long. */
const FIRST_MS = 75;
const GROWTH = 3;

/** Longest backoff, in milliseconds, before the jitter. */
const LONGEST_MS = 30_000;

/** Share of a wait by which it is longer at random, so that many clients do not come back at the same instant. */
const JITTER = 0.25;

/** A host that turns away more than this share of the requests has too much to do. */
const MANY = 1 / 4;

/** How long to wait for a server and how often to repeat; the first three are options of most operations. */
export interface RetryOptions {
	/** Limit for one attempt, over the whole exchange, in milliseconds. */
	timeoutMs: number;
	/** How many more times a request may be sent after the first, at least 0. */
	maxRetries: number;
	/** Longest wait, in milliseconds, that is accepted when a server asks for one. */
	maxRetryWaitMs: number;
	/**
	 * A call that failed is sent again only within this time after it was sent first, in milliseconds, and not where it
	 * took all its time: for calls that are repeated anyway, such as in the next poll.
	 */
	retryForMs?: number;
	/**
	 * A call that was rejected so often, or for as long as failures are repeated, is not sent again once the others at
	 * its host have got through.
	 */
	maxRefusals?: number;
	/** Set where these are no options of the user, so that no message names them. */
	isFixed?: true;
}

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

/** Facts about a call that has ended. */
export interface TriedCall {
	/** As `CallToSend`: whether repeating it does no harm even if it was processed. */
	call: { idempotent: boolean; failFast?: boolean; retry: RetryOptions };
	/** How many of its retries are used up. */
	retriesUsed: number;
	/** How often it was sent. */
	attempts: number;
	/** Others got through at its host since it was added, and none waits there that was sent less often. */
	areOthersDone: boolean;
	/** Its request took all the time that an attempt has. */
	isTimeout?: boolean;
	/** How many calls its request held. */
	batchSize: number;
	/** Milliseconds since it was sent for the first time. */
	elapsedMs: number;
	/** The share of the other requests to its host that were turned away since it was sent before; 1 where none got through. */
	turnedAway: number;
	/** Nothing gets through at its address, and use of a limit by others is not the reason. */
	isStuck: boolean;
}

/** Why the last reply to a call is the last. */
export type Final =
	/** It settles the call. */
	| 'replied'
	/** The call would be sent again, but its retries are used up, or the time for them is over. */
	| 'retriesUsedUp'
	/** The server asked for a longer wait than the user accepts. */
	| 'waitTooLong';

/** How a call is sent again. */
export interface Retry {
	/** Wait of this call alone, in milliseconds. */
	delayMs: number;
	/** How many of its retries it uses up. */
	retries: number;
	/** Most calls in its next request. */
	maxBatch: number;
}

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
export function decideRetry(ending: Ending, tried: TriedCall, random: number): Retry | Final {
	switch (ending.kind) {
		case 'answered':
		case 'cancelled':
			return 'replied';
		case 'skipped':
		case 'tooMuch':
			return tried.batchSize > 1 ? splitInto(Math.ceil(tried.batchSize / 2)) : 'replied';
		case 'failed':
			return decideFailed(ending, tried, random);
		case 'refused':
			return decideRefused(ending, tried, random);
	}
}

function decideFailed(
	ending: Ending & { kind: 'failed' },
	tried: TriedCall,
	random: number,
): Retry | Final {
	const { call, batchSize, isTimeout = false, elapsedMs } = tried;
	const { retryForMs = Infinity } = call.retry;
	const isOver = elapsedMs >= retryForMs || (isTimeout && retryForMs < Infinity);
	if (batchSize > 1 && ending.isReached && !isOver) return splitInto(Math.ceil(batchSize / PARTS));
	if (!ending.isTransient) return 'replied';
	const final = findObstacle(ending, tried);
	if (final !== undefined) return final;
	return isOver ? 'retriesUsedUp' : retryAlone(ending, tried, random, countRetries(tried));
}

function decideRefused(
	ending: Ending & { kind: 'refused' },
	tried: TriedCall,
	random: number,
): Retry | Final {
	const final = findObstacle(ending, tried);
	if (final !== undefined) return final;
	if (getMaxRetries(tried) === 0 || isRefusedOften(tried)) return 'retriesUsedUp';
	// Where others get through, the rate limiter decides when it is sent again.
	if (!tried.isStuck) return { delayMs: 0, retries: 0, maxBatch: Infinity };
	return retryAlone(ending, tried, random);
}

/** @returns why a call may not be sent again, however many retries it has left */
function findObstacle(
	ending: Ending & { mayHaveBeenProcessed: boolean },
	{ call }: TriedCall,
): Final | undefined {
	if (!call.idempotent && ending.mayHaveBeenProcessed) return 'replied';
	const isTooLong = getRetryAfterMs(ending) > call.retry.maxRetryWaitMs;
	return isTooLong ? 'waitTooLong' : undefined;
}

/** @returns when a call is sent again that waits on its own, if it has a retry left */
function retryAlone(ending: Ending, tried: TriedCall, random: number, retries = 1): Retry | Final {
	const { retriesUsed } = tried;
	if (retriesUsed >= getMaxRetries(tried)) return 'retriesUsedUp';
	const ownMs = backoff(retriesUsed + 1, random);
	return { delayMs: Math.max(ownMs, getRetryAfterMs(ending)), retries, maxBatch: Infinity };
}

/**
 * A host that turns many others away as well has too much to do: that is no fault of the call.
 * @returns how many retries a fault uses up
 */
function countRetries({ turnedAway }: TriedCall): number {
	return turnedAway > MANY && turnedAway < 1 ? 1 - turnedAway : 1;
}

function getMaxRetries({ call }: TriedCall): number {
	return call.failFast === true ? 0 : call.retry.maxRetries;
}

/** @returns whether a call that was refused is not worth another try, because only its address is */
function isRefusedOften({ call, attempts, elapsedMs, areOthersDone }: TriedCall): boolean {
	const { maxRefusals, retryForMs = Infinity } = call.retry;
	if (maxRefusals === undefined || !areOthersDone) return false;
	return attempts >= maxRefusals || elapsedMs >= retryForMs;
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

function splitInto(maxBatch: number): Retry {
	return { delayMs: 0, retries: 0, maxBatch };
}

/** @returns the wait a server asked for in milliseconds, 0 for none */
export function getRetryAfterMs(ending: Ending): number {
	return 'retryAfterMs' in ending ? (ending.retryAfterMs ?? 0) : 0;
}

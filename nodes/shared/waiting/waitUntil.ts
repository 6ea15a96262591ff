import type { IDataObject } from 'n8n-workflow';

import type { OperationContext } from '../run/operationContext';
import { STOPPED } from '../scheduler/clock';
import { formatDuration } from '../text/duration';
import { valueExcerpt } from '../text/excerpt';
import { toProblem, Cancelled, isTransient, Problem } from '../text/problem';

/** The aim of a wait. */
export interface WaitTarget {
	/** The thing and the state, such as `node ND-1-2-3 to run`. */
	what: string;
	/** Advice for when time is up although nothing is wrong. */
	hint: string;
}

/** A poll of something that may still happen. */
export interface NotYet {
	/** Its state, if that could be determined. */
	state?: string;
	/** The fault, or why its state could not be determined. */
	reason?: string;
	/** Advice for when that does not change. */
	hint?: string;
	/** The server had too many requests at once, which says nothing about the awaited thing. */
	isRateLimited?: boolean;
}

/** How a wait went, as it appears in the output. */
export interface WaitReport extends IDataObject {
	attempts: number;
	lastState: string;
	elapsedMs: number;
}

/** The result of one poll. */
export type PollResult<T> =
	/** It has happened; this is the state. */
	| { done: T; state: string }
	/** It will never happen. */
	| { failed: Problem }
	| NotYet;

/** How often to poll, and how long in total. */
export interface WaitLimits {
	intervalMs: number;
	limitMs: number;
}

/** The findings of the polls so far. */
interface WaitRecord {
	/** The last state that could be determined. */
	known?: NotYet;
	/** Why no state could be determined since. */
	trouble?: NotYet;
}

/** How long the last poll may take: in milliseconds, or as a fraction of the interval if that is less. */
const LAST_POLL_MS = 1000;
const LAST_POLL_PART = 0.25;

/**
 * Polls until the awaited thing has happened. The limit applies to the whole wait, even if servers do not answer: when time is
 * up, the poll is abandoned, and the cancel signal of its context ends its requests. Ends at once when the execution
 * is cancelled.
 *
 * @param poll checks once, with the context it receives. Its requests are sent once, because the next poll repeats
 * them, and by then the fault has to be known.
 * @returns the result of the last poll, and how the wait went
 * @throws Problem when it failed for good, or when time is up: it says how long the wait took, how many polls there
 * were, the last state, and the last fault; Cancelled
 */
export async function waitUntil<T>(
	target: WaitTarget,
	poll: (context: OperationContext) => Promise<PollResult<T>>,
	{ intervalMs, limitMs }: WaitLimits,
	context: OperationContext,
): Promise<{ done: T; wait: WaitReport }> {
	const { clock, cancel } = context;
	const startedAt = clock.now();
	const endsAt = startedAt + limitMs;
	const lastPollAt = endsAt - Math.min(LAST_POLL_MS, intervalMs * LAST_POLL_PART);
	let record: WaitRecord = {};
	let attempts = 0;
	let maxRetries = 0;
	while (true) {
		attempts += 1;
		const beganAt = clock.now();
		const leftMs = endsAt - beganAt;
		// After a rejection it is known why there is no answer; and the last poll has little time for one.
		const mustAnswer = maxRetries === 0 && beganAt < lastPollAt;
		const silence = mustAnswer ? describeSilence(leftMs, record.trouble) : {};
		const bounds = { leftMs, maxRetries, silence };
		const seen = await pollInTime(poll, record, bounds, context);
		const elapsedMs = clock.now() - startedAt;
		if ('done' in seen) {
			const wait = { attempts, lastState: seen.state, elapsedMs: Math.round(elapsedMs) };
			return { done: seen.done, wait };
		}
		if (cancel.aborted) throw new Cancelled();
		if ('failed' in seen) throw addAttempts(seen.failed, attempts, elapsedMs);
		record = addToRecord(record, seen);
		if (clock.now() >= lastPollAt) throw makeTimeUpProblem(target, record, attempts, elapsedMs);
		// A repeated poll is queued until the server accepts it, if there were too many requests.
		const mustQueue = seen.isRateLimited === true && maxRetries === 0;
		maxRetries = mustQueue ? context.retryOptions.maxRetries : 0;
		if (maxRetries > 0) continue;
		await clock.sleep(Math.min(intervalMs, lastPollAt - clock.now()), cancel);
		if (cancel.aborted) throw new Cancelled();
	}
}

/** @returns the problem of a poll that shows that the wait is pointless, with the polls before it */
function addAttempts(failed: Problem, attempts: number, elapsedMs: number): Problem {
	if (attempts === 1 || failed instanceof Cancelled) return failed;
	const message = `${failed.message} (${attempts} attempts in ${formatTime(elapsedMs)})`;
	return failed.with({ message });
}

function addToRecord(record: WaitRecord, seen: NotYet): WaitRecord {
	if (seen.state !== undefined) return { known: seen };
	return seen.reason === undefined ? record : { ...record, trouble: seen };
}

/** @returns the result of the poll, or `silence` when time was up or the execution was cancelled first */
async function pollInTime<T>(
	poll: (context: OperationContext) => Promise<PollResult<T>>,
	record: WaitRecord,
	{ leftMs, maxRetries, silence }: { leftMs: number; maxRetries: number; silence: NotYet },
	context: OperationContext,
): Promise<PollResult<T>> {
	const end = new AbortController();
	const { timeoutMs } = context.retryOptions;
	// However long a wait a server asks for: this wait has its own limit.
	const retryOptions = { timeoutMs, maxRetries, maxRetryWaitMs: Infinity };
	const limited = context.within(end.signal, retryOptions);
	const timeIsUp = context.clock.sleep(leftMs, limited.cancel).then(() => silence);
	const polled = poll(limited).catch((error: unknown) => judgeFailure(toProblem(error), record));
	try {
		return await Promise.race([polled, timeIsUp]);
	} finally {
		end.abort(STOPPED);
	}
}

/**
 * A server that is busy, not responding or out of order says nothing about the awaited thing. Nor does an unusable
 * answer if others were usable: it comes from something in between, such as a proxy.
 */
function judgeFailure(
	problem: Problem,
	{ known, trouble }: WaitRecord,
): NotYet | { failed: Problem } {
	const { message, hint, httpStatus = 0, isLasting } = problem;
	const isUnusable = httpStatus >= 200 && httpStatus < 300;
	const mayPass = isTransient(problem) || (isUnusable && known !== undefined);
	// A name that cannot be resolved may be a temporary fault, but not if it never could be resolved.
	const isOver = isLasting && trouble !== undefined && known === undefined;
	return mayPass && !isOver
		? { reason: message, hint, isRateLimited: httpStatus === 429 }
		: { failed: problem };
}

/** A poll had no answer within its time. */
function describeSilence(forMs: number, before: NotYet | undefined): NotYet {
	const reason = `no response within ${formatDuration(forMs)}`;
	return {
		// The server may have asked for a pause, which the request then waited for.
		reason: before === undefined ? reason : `${reason}, and before that: ${before.reason}`,
		hint: before?.hint ?? 'Check whether the server can be reached, and try again later',
	};
}

function makeTimeUpProblem(
	target: WaitTarget,
	{ known, trouble }: WaitRecord,
	attempts: number,
	elapsedMs: number,
): Problem {
	const ends: string[] = [];
	if (known !== undefined) {
		const because = known.reason === undefined ? '' : ` (${known.reason})`;
		ends.push(`the last state was '${valueExcerpt(known.state ?? 'unknown')}'${because}`);
	}
	if (trouble !== undefined) ends.push(`the last attempt failed: ${trouble.reason}`);
	const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
	const message = `Waited ${formatTime(elapsedMs)} for the ${target.what} (${times}); ${ends.join(', but ')}`;
	return new Problem(message, { hint: (trouble ?? known)?.hint ?? target.hint });
}

/** In whole seconds, if it took at least one. */
function formatTime(elapsedMs: number): string {
	return formatDuration(Math.round(elapsedMs / 1000) * 1000 || Math.round(elapsedMs));
}

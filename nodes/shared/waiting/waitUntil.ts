import type { WaitLimits } from '../fields/waitProperties';
import type { OperationContext } from '../run/session';
import { STOPPED } from '../scheduler/clock';
import { asProblem, Cancelled, isTransient, Problem } from '../text/problem';
import { WaitRecord, type NotYet, type WaitReport, type WaitTarget } from './waitRecord';

/** What one poll of the awaited thing showed. */
export type PollResult<T> =
	/** It has happened; this is the state. */
	| { done: T; state: string }
	/** It will never happen. */
	| { failed: Problem }
	| NotYet;

/** How long the last poll may take: in milliseconds, or as a fraction of the interval where that is less. */
const LAST_POLL_MS = 1000;
const LAST_POLL_PART = 0.25;

/** How often a request is repeated that was rejected because there were too many. */
const RATE_LIMITED_RETRIES = 4;

/**
 * Polls until the awaited thing has happened. The limit applies to the whole wait, whatever servers do: when time is
 * up, the poll is abandoned, and the cancel signal of its context ends its requests. Ends at once when the execution
 * is cancelled.
 *
 * @param poll checks once, with the context it receives. Its requests are sent once, because the next poll repeats
 * them, and by then it has to be known what went wrong.
 * @returns the result of the last poll, and how the wait went
 * @throws Problem when it failed for good, or when time is up: it says how long the wait took, how many polls there
 * were, the last state, and what was wrong last; Cancelled
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
	const record = new WaitRecord(target, () => clock.now() - startedAt);
	for (let maxRetries = 0; ; ) {
		record.begin();
		const beganAt = clock.now();
		const look = async (limited: OperationContext): Promise<PollResult<T>> =>
			await pollOnce(poll, limited, record);
		const seen = await inTime(look, { leftMs: endsAt - beganAt, maxRetries }, context);
		if (seen !== undefined && 'done' in seen) {
			return { done: seen.done, wait: record.report(seen.state) };
		}
		if (cancel.aborted) throw new Cancelled();
		if (seen !== undefined && 'failed' in seen) throw record.failure(seen.failed);
		if (seen !== undefined) record.note(seen);
		// After a rejection it is known why there was no answer; and the last poll has little time for one.
		else if (maxRetries === 0 && beganAt < lastPollAt) record.noteSilence(endsAt - beganAt);
		if (clock.now() >= lastPollAt) throw record.timeIsUp();
		// Where there are too many requests, a repeated one is queued until the server accepts it.
		maxRetries = seen?.isRateLimited && maxRetries === 0 ? RATE_LIMITED_RETRIES : 0;
		if (maxRetries > 0) continue;
		await clock.sleep(Math.min(intervalMs, lastPollAt - clock.now()), cancel);
		if (cancel.aborted) throw new Cancelled();
	}
}

/** @returns what the poll showed, or `undefined` when time was up or the execution was cancelled first */
async function inTime<T>(
	poll: (context: OperationContext) => Promise<T>,
	{ leftMs, maxRetries }: { leftMs: number; maxRetries: number },
	context: OperationContext,
): Promise<T | undefined> {
	const end = new AbortController();
	const { timeoutMs } = context.retryOptions;
	const limited = context.within({
		cancel: end.signal,
		// However long a wait a server asks for: this wait has its own limit.
		retryOptions: { timeoutMs, maxRetries, maxRetryWaitMs: Infinity },
	});
	const timeIsUp = context.clock.sleep(leftMs, limited.cancel).then(() => undefined);
	try {
		return await Promise.race([poll(limited), timeIsUp]);
	} finally {
		end.abort(STOPPED);
	}
}

/**
 * A server that is busy, not responding or out of order says nothing about the awaited thing. Nor does an unusable
 * answer where others were usable: it comes from something in between, such as a proxy.
 */
async function pollOnce<T>(
	poll: (context: OperationContext) => Promise<PollResult<T>>,
	context: OperationContext,
	{ hasState, hasTrouble }: WaitRecord,
): Promise<PollResult<T>> {
	try {
		return await poll(context);
	} catch (error) {
		const problem = asProblem(error);
		const { message, hint, httpStatus = 0 } = problem;
		const isUnusable = httpStatus >= 200 && httpStatus < 300;
		if (!isTransient(problem) && !(isUnusable && hasState)) return { failed: problem };
		// A name that cannot be resolved may be a temporary fault; one that never could be is not.
		if (problem.isLasting && hasTrouble && !hasState) return { failed: problem };
		return { reason: message, hint, isRateLimited: httpStatus === 429 };
	}
}

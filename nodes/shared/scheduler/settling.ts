import type { CallQueue, WaitingCall } from './callQueue';
import type { Destination, TimedReply } from './destination';
import type { HostState, RequestInFlight } from './hostState';
import { isDoubtful } from './ownReasons';
import type { Patience } from './patience';
import { decideRetry, getRetryAfterMs, type Ending } from './retryPolicy';
import type { Conclusion, RequestEnd, Settled } from './scheduledCall';

/** What is known of a host, and of the calls that wait for it. */
export interface HostKnowledge {
	state: HostState;
	patience: Patience;
	queue: CallQueue;
}

/**
 * Decides for each call of a request that has ended whether it is settled or waits to be sent again.
 * @param random a number from 0 to 1
 * @param now monotonic time in milliseconds
 */
export function settleEnded(
	host: HostKnowledge,
	request: RequestInFlight,
	end: RequestEnd<unknown>,
	{ random, now }: { random: number; now: number },
): void {
	const { state, patience, queue } = host;
	const { address, calls, sentAt } = request;
	const isStuck = patience.isStuck(address, now);
	for (const [index, waiting] of calls.entries()) {
		const { ending, reply } = end.ends[index];
		noteReply(host, request, waiting, { ending, reply: { reply, durationMs: now - sentAt } });
		if (waiting.isSettled) continue;
		const tried = {
			call: waiting.call,
			retriesUsed: Math.max(waiting.retriesUsed, isStuck ? waiting.refusals - 1 : 0),
			attempts: waiting.attempts,
			areOthersDone: areOthersDone(host, waiting, address, now),
			batchSize: calls.length,
			isTimeout: end.isTimeout,
			elapsedMs: now - waiting.sentFirstAt,
			isStuck,
			turnedAway: state.comparison.shareSince(waiting.seen, 1),
		};
		waiting.seen = state.comparison.soFar;
		const decision = decideRetry(ending, tried, random);
		if (typeof decision === 'string' || waiting.isCancelled) {
			const conclusion = typeof decision === 'string' ? decision : 'cancelled';
			const retryAfterMs = getRetryAfterMs(ending);
			settle(waiting, conclusion, { retryAfterMs, isHostDown: patience.isHostDown(address) });
			continue;
		}
		waiting.retriesUsed = tried.retriesUsed + decision.retries;
		waiting.notBefore = now + decision.delayMs;
		waiting.maxBatch = Math.min(waiting.maxBatch, decision.maxBatch);
		if (ending.kind === 'failed')
			waiting.mayHaveBeenProcessedBefore ||= ending.mayHaveBeenProcessed;
		queue.add(waiting, address);
	}
}

/** Settles a waiting call if it is not worth waiting any longer. @returns whether it is */
export function goesOn(
	{ state, patience }: HostKnowledge,
	waiting: WaitingCall,
	address: Destination,
	now: number,
): boolean {
	if (waiting.isCancelled) {
		const isInOutage = waiting.notBefore > now || state.all.breaker.isOut || address.breaker.isOut;
		settle(waiting, 'cancelled', { isInOutage });
		return false;
	}
	const conclusion = patience.findConclusion(address, waiting, now);
	if (conclusion === undefined) return true;
	giveUp({ state, patience }, waiting, { address, conclusion, now });
	return false;
}

/** Settles a waiting call with what is known of its address. */
export function giveUp(
	{ state, patience }: Omit<HostKnowledge, 'queue'>,
	waiting: WaitingCall,
	{ address, conclusion, now }: { address: Destination; conclusion: Conclusion; now: number },
): void {
	if (conclusion === 'othersRefused') waiting.last ??= address.refusal;
	const isHostDown = patience.isHostDown(address);
	const failure = address.failure ?? (isHostDown ? state.all.failure : undefined);
	if (conclusion === 'othersFailed') waiting.last ??= failure;
	settle(waiting, conclusion, { retryAfterMs: patience.askedUntil(address) - now, isHostDown });
}

/** Settles a call that is not sent (again). */
export function settle(
	waiting: WaitingCall,
	conclusion: Conclusion,
	details: Partial<Settled<unknown>> = {},
): void {
	const { attempts, mayHaveBeenProcessedBefore, last, before } = waiting;
	waiting.isSettled = true;
	waiting.settle({
		conclusion,
		reply: last?.reply,
		replyBefore: before?.reply,
		attempts,
		mayHaveBeenProcessedBefore,
		durationMs: last?.durationMs ?? 0,
		...details,
	});
}

function noteReply(
	{ state }: HostKnowledge,
	{ address }: RequestInFlight,
	waiting: WaitingCall,
	{ ending: { kind }, reply }: { ending: Ending; reply: TimedReply },
): void {
	waiting.before = waiting.last;
	waiting.last = reply;
	if (kind === 'refused') {
		address.refusal = reply;
		waiting.refusals += 1;
	}
	if (kind === 'failed') {
		address.failure = reply;
		state.all.failure = reply;
	}
}

/** Whether others got through since a call was first sent, and none that may still waits and was sent less often. */
function areOthersDone(
	{ state, queue }: HostKnowledge,
	waiting: WaitingCall,
	{ streak }: Destination,
	now: number,
): boolean {
	const { call, attempts, addedAt, sentFirstAt } = waiting;
	if (call.retry.maxRefusals === undefined) return false;
	// Where its address was refused before, the call may have had to wait until the others were done.
	const wasRefused = streak !== undefined && streak.refusals > attempts;
	const since = wasRefused ? addedAt : sentFirstAt;
	if (!state.isQuiet(now) || !state.all.limiter.hasPassedSince(since)) return false;
	for (const { address, calls } of queue.inTurn())
		if (!isDoubtful(address) && calls.some((each) => each.attempts < attempts)) return false;
	return true;
}

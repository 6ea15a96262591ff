import type { Ending, Final, RetryOptions } from './retryPolicy';

/** Options that apply to all calls to a host. */
export interface HostOptions {
	/** Most requests in flight; `Infinity` for no bound but that of the run. */
	maxConcurrency: number;
	/** Whether the number in flight is learned, up to that bound. */
	isAdaptive: boolean;
	/** Most calls in any second; 2.5 means two in any 0.8 seconds, `Infinity` no bound. */
	callsPerSecond: number;
	/** Most calls in one request. */
	batchSize: number;
}

/** How a request ended. */
export interface RequestEnd<R> {
	/** How each of its calls ended, in order. */
	ends: ReadonlyArray<{ ending: Ending; reply: R }>;
	/** Its calls were rejected together, not one by one. */
	isRefusedWhole: boolean;
	/** It was not answered in the time it had. */
	isTimeout?: boolean;
}

/** Sends calls. */
export interface Transport<C, R> {
	/**
	 * Sends calls in one request. Never rejects.
	 * @param cancel ends the request
	 */
	send(payloads: readonly C[], cancel: AbortSignal): Promise<RequestEnd<R>>;
}

/** A call, and what sends it. */
export interface CallToSend<C, R> {
	/** The request as its transport takes it. */
	payload: C;
	/** Bytes it adds to the body of a request. */
	bytes: number;
	/** Name of the host: what is learned about it applies to all its addresses. */
	host: string;
	/** Name of the address: it has a key, and maybe limits, of its own. */
	address: string;
	/** Calls of a group may share one request; all of them go to one address. */
	group: string;
	/** Sent without others. */
	isAlone: boolean;
	/** Whether repeating it does no harm even if it was processed. */
	idempotent: boolean;
	retry: RetryOptions;
	/** Goes before the other calls of its host, because something that has begun waits for it. */
	isUrgent?: boolean;
	/** Sent although a wait is not over that a server asked for before it came. */
	ignoresWait?: boolean;
	/** Ends at once instead of waiting for a limit or an outage, and is not repeated: it can be made elsewhere. */
	failFast?: boolean;
	/** Sends it, and the calls that share its request. */
	transport: Transport<C, R>;
}

/** Why a call is not sent (again). */
export type Conclusion =
	| Final
	/** Calls at its host or address failed, as often as one alone would have been sent, so it was not sent (again). */
	| 'othersFailed'
	/** Too many other calls to its address were rejected in a row, so it was not sent again, or not at all. */
	| 'othersRefused'
	/** The server asked for a longer wait before the call was sent (again) than the user accepts. */
	| 'pauseTooLong'
	/** It was cancelled while it waited, or while it was in flight with calls that were not. */
	| 'cancelled';

/** How a call was settled. */
export interface Settled<R> {
	conclusion: Conclusion;
	/** The last reply; with `othersRefused` and `othersFailed` it may be the reply to another call. */
	reply?: R;
	/** The reply to the attempt before the last one, which may have been cancelled. */
	replyBefore?: R;
	/** How often the call was sent. */
	attempts: number;
	/** An attempt before the last may have been processed although it was not answered. */
	mayHaveBeenProcessedBefore: boolean;
	/** Duration of the request the reply belongs to, in milliseconds. */
	durationMs: number;
	/** With `waitTooLong` and `pauseTooLong`: the wait the server asked for, in milliseconds. */
	retryAfterMs?: number;
	/** Nothing gets through at its host, whichever of its addresses is called. */
	isHostDown?: boolean;
	/** It was cancelled while it waited for its host or address to answer again. */
	isInOutage?: boolean;
}

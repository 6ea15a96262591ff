import type { Ending } from '../scheduler/retryPolicy';
import { parseRetryAfter } from '../text/duration';
import { parseTimestamp } from '../text/timestamp';
import { readErrorBody } from './errorBody';
import { getFaultKind } from './networkFault';

/** A complete answer of a server, whatever its status. */
export interface Answer {
	kind: 'answer';
	status: number;
	/** Header names in lower case. */
	headers: Readonly<Record<string, string>>;
	text: string;
	/** When it had arrived by the clock of this machine, in milliseconds since 1970. */
	receivedAtMs: number;
}

/**
 * @returns how far this machine's clock is ahead of the server's, in milliseconds, by the answer's Date header,
 * which has whole seconds; `undefined` for an answer without one
 */
export function measureClockAheadMs({ headers, receivedAtMs }: Answer): number | undefined {
	const serverTimeMs = Date.parse(headers.date ?? '');
	return Number.isNaN(serverTimeMs) ? undefined : receivedAtMs - serverTimeMs;
}

/** How one attempt to exchange a request for an answer ended. It never ends in an exception. */
export type Outcome =
	| Answer
	/** No connection was made (name, route, TLS): nothing was sent. */
	| { kind: 'notSent'; code: string }
	/** The connection was made and lost before the response was complete: the server may have acted. */
	| { kind: 'lost'; code: string }
	/** The timeout ended the attempt, or nothing had moved for so long: the server may have acted. */
	| { kind: 'timedOut'; limitMs: number; isStalled?: true }
	/** The execution was stopped: the server may have acted if `sent`. */
	| { kind: 'cancelled'; sent: boolean }
	/** The answer is longer than can be held in memory; reading it was stopped. */
	| { kind: 'tooLarge'; status: number; limitBytes: number }
	/** n8n or the credential blocked this request, or its body could not be made: nothing was sent. */
	| { kind: 'blocked'; message: string; hint?: string };

/** @returns whether it is unknown if the server acted on the request */
export function mayHaveBeenProcessed(outcome: Outcome): boolean {
	if (outcome.kind === 'cancelled') return outcome.sent;
	if (outcome.kind === 'tooLarge') return outcome.status < 400 || outcome.status >= 500;
	if (outcome.kind !== 'answer') return outcome.kind === 'lost' || outcome.kind === 'timedOut';
	const { status } = outcome;
	// 303 leads to the result of a POST that was processed (RFC 9110, 15.4.4); 408 may be given for the server's own time.
	return status === 303 || status === 408 || (status >= 500 && !isRateLimit(outcome));
}

/** @returns whether the server rejected the request because there were too many, so that it had no effect */
export function isRateLimit({ status, headers }: Answer): boolean {
	return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

/** @returns whether a status is that of a server or proxy that is overloaded or restarting */
export function isUnavailable(status: number | undefined): boolean {
	return status === 502 || status === 503 || status === 504;
}

/** Statuses below 500 that may be different the next time: Request Timeout, Too Early (RFC 9110, RFC 8470). */
const PASSING = new Set([408, 425]);

/** Statuses from 500 on that stay: Not Implemented, HTTP Version Not Supported (RFC 9110). */
const LASTING = new Set([501, 505]);

/** @returns whether a status may be different the next time, whatever gave it */
export function mayPass(status: number): boolean {
	return PASSING.has(status) || (status >= 500 && !LASTING.has(status));
}

/**
 * @param hasAnswered whether the host has answered before: a name that cannot be resolved now could be then
 * @returns what the outcome of an attempt means for repeating it
 */
export function toEnding(outcome: Outcome, hasAnswered = false): Ending {
	const { kind } = outcome;
	if (kind === 'cancelled') return { kind };
	if (kind === 'tooLarge' || kind === 'blocked') return { kind: 'answered' };
	const retryAfterMs = findRetryAfterMs(outcome);
	const facts = { mayHaveBeenProcessed: mayHaveBeenProcessed(outcome), retryAfterMs };
	if (outcome.kind === 'answer') {
		if (isRateLimit(outcome)) return { kind: 'refused', ...facts };
		if (!mayPass(outcome.status)) return { kind: 'answered' };
	}
	const isReached = outcome.kind !== 'notSent';
	const isTransient = isReached || mayReachLater(outcome.code, hasAnswered);
	return { kind: 'failed', isReached, isTransient, ...facts };
}

function mayReachLater(code: string, hasAnswered: boolean): boolean {
	const { isTransient = false, isOfName = false } = getFaultKind(code);
	return isTransient || (isOfName && hasAnswered);
}

/** @returns the wait a server asked for in milliseconds, if it did */
export function findRetryAfterMs(outcome: Outcome): number | undefined {
	if (outcome.kind !== 'answer') return undefined;
	const { headers, text, status } = outcome;
	// A date refers to the clock of the server that sent it.
	const now = outcome.receivedAtMs - (measureClockAheadMs(outcome) ?? 0);
	const inHeader = parseRetryAfter(headers['retry-after'], now);
	if (inHeader !== undefined || status !== 429) return inHeader;
	// The faucet gives the time in the body instead.
	const next = parseTimestamp(readErrorBody(text).nextAvailable);
	return Number.isNaN(next) ? undefined : Math.max(0, next - now);
}

import { parseRetryAfter } from '../pure/duration';
import { readErrorBody } from '../pure/errorBody';
import { backOff } from './backOff';
import { exchange, type HttpRequest, type RequestContext } from './exchange';
import { Held, type OriginGate } from './originGate';
import { isRateLimit, mayHaveBeenProcessed, type Exchanged, type Outcome } from './outcome';
import type { RetryOptions } from './retryOptions';
import { wait } from './waiting';

/** When a request may be sent again, and after which pauses. */
export interface RetryPolicy extends Pick<RetryOptions, 'maxRetries' | 'maxRetryWaitMs'> {
	/**
	 * True for requests whose repetition does no harm (reads, deletes, renames). Those that create something
	 * are repeated only if the server certainly did not act.
	 */
	idempotent: boolean;
}

/** Statuses of a server or proxy that is overloaded or restarting. */
const TRANSIENT = new Set([502, 503, 504]);

/**
 * Sends a request and repeats it as the policy allows. A server that asks for a pause gets it in full,
 * for every request of the run to its origin.
 */
export async function sendWithRetries(
	context: RequestContext,
	gate: OriginGate,
	request: HttpRequest,
	policy: RetryPolicy,
): Promise<Exchanged> {
	const { origin } = new URL(request.url);
	const cancel = context.getExecutionCancelSignal?.();
	for (let attempts = 1; ; attempts += 1) {
		const attempt = async (): Promise<Exchanged & { next: NextStep }> => {
			const startedAt = performance.now();
			const outcome = await exchange(context, request);
			const next = decide(outcome, attempts, policy);
			// Before the place is free again: nobody may slip through between the answer and the pause.
			if (next.holdMs !== undefined) gate.hold(origin, next.holdMs);
			return { outcome, attempts, durationMs: performance.now() - startedAt, next };
		};
		const passed = await gate.pass(origin, attempt, policy.maxRetryWaitMs);
		if (passed instanceof Held) {
			return {
				outcome: { kind: 'held', forMs: passed.forMs },
				attempts: attempts - 1,
				durationMs: 0,
			};
		}
		if (passed === undefined)
			return { outcome: { kind: 'cancelled', sent: false }, attempts, durationMs: 0 };
		const { next, ...done } = passed;
		if (!next.repeats) return { ...done, refusedWaitMs: next.refusedWaitMs };
		if (next.waitMs !== undefined && !(await wait(next.waitMs, cancel))) {
			return { ...done, outcome: { kind: 'cancelled', sent: false } };
		}
	}
}

/** What follows an attempt. */
interface NextStep {
	repeats: boolean;
	/** Wait of this request alone. */
	waitMs?: number;
	/** Pause of everything that goes to the origin. */
	holdMs?: number;
	/** The wait the server asked for, when it is longer than accepted. */
	refusedWaitMs?: number;
}

function decide(outcome: Outcome, attempts: number, policy: RetryPolicy): NextStep {
	const retryAfterMs = retryAfterOf(outcome);
	// Others are held as well, whether or not this request goes on.
	const isPause =
		outcome.kind === 'answer' && (isRateLimit(outcome) || TRANSIENT.has(outcome.status));
	const holdMs = isPause ? retryAfterMs : undefined;
	if (!isWorthRepeating(outcome, policy.idempotent)) return { repeats: false, holdMs };
	if (retryAfterMs !== undefined && retryAfterMs > policy.maxRetryWaitMs) {
		return { repeats: false, holdMs, refusedWaitMs: retryAfterMs };
	}
	if (attempts > policy.maxRetries) return { repeats: false, holdMs };
	const waitMs = backOff(attempts, retryAfterMs, Math.random());
	const isHeld = holdMs !== undefined || (outcome.kind === 'answer' && isRateLimit(outcome));
	return isHeld ? { repeats: true, holdMs: waitMs } : { repeats: true, waitMs };
}

/** @returns whether another attempt could succeed and can do no harm */
export function isWorthRepeating(outcome: Outcome, idempotent: boolean): boolean {
	if (outcome.kind === 'cancelled' || outcome.kind === 'refused' || outcome.kind === 'held')
		return false;
	if (outcome.kind === 'answer' && !isRateLimit(outcome) && !TRANSIENT.has(outcome.status))
		return false;
	if (outcome.kind === 'notSent' && !isTransientFault(outcome.code)) return false;
	return idempotent || !mayHaveBeenProcessed(outcome);
}

/** @returns the wait a server asked for in milliseconds, if it did */
export function retryAfterOf(outcome: Outcome): number | undefined {
	if (outcome.kind !== 'answer') return undefined;
	const { headers, text, status } = outcome;
	// A date is meant by the clock of the server that named it.
	const serverTime = Date.parse(headers.date ?? '');
	const now = Number.isNaN(serverTime) ? Date.now() : serverTime;
	const inHeader = parseRetryAfter(headers['retry-after'], now);
	if (inHeader !== undefined || status !== 429) return inHeader;
	// The faucet names the time in the body instead.
	const next = Date.parse(readErrorBody(text).nextAvailable ?? '');
	return Number.isNaN(next) ? undefined : Math.max(0, next - now);
}

/** Certificates and addresses do not mend themselves within seconds; names and routes may. */
function isTransientFault(code: string): boolean {
	return /^(ECONN|EAI_|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ETIMEDOUT)/.test(code);
}

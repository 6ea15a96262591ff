import { retryAfterMsOf } from '../http/ending';
import type { Outcome } from '../http/outcome';
import { inWords } from '../pure/duration';
import { Cancelled, Problem } from '../pure/problem';
import type { Settled } from '../scheduler/scheduledCall';
import { answerProblem } from './answerProblem';
import { networkProblem, timeOutProblem } from './networkProblem';

/** What a request was about, as far as its message depends on it. */
export interface RequestSubject {
	/** Host and port, the only part of the address that may be shown. */
	host: string;
	/** What was asked for, such as `node ND-1-2-3`. */
	subject?: string;
	/** Longest wait the user accepts, in milliseconds. */
	maxRetryWaitMs: number;
}

/** Makes one message of a request to the platform that did not succeed. */
export function exchangeProblem(settled: Settled<Outcome>, about: RequestSubject): Problem {
	const { reply, conclusion, attempts, retryAfterMs = 0 } = settled;
	if (conclusion === 'cancelled' || reply === undefined) {
		return conclusion === 'pauseTooLong'
			? heldBack(about.host, retryAfterMs, about.maxRetryWaitMs)
			: new Cancelled();
	}
	const problem = outcomeProblem(reply, attempts, about);
	switch (conclusion) {
		case 'waitTooLong':
		case 'pauseTooLong':
			return tooLongWait(problem, retryAfterMs, about.maxRetryWaitMs);
		case 'quotaUsedUp':
			return withHint(
				problem,
				`It was not repeated, because requests to ${about.host} keep failing`,
			);
		default:
			return problem;
	}
}

function outcomeProblem(outcome: Outcome, attempts: number, about: RequestSubject): Problem {
	switch (outcome.kind) {
		case 'answer':
			return answerProblem({ ...outcome, retryAfterMs: retryAfterMsOf(outcome) }, about.subject);
		case 'notSent':
		case 'lost':
			return networkProblem(about.host, outcome.code, outcome.kind === 'lost', attempts);
		case 'timedOut':
			return timeOutProblem(about.host, outcome.limitMs, attempts);
		case 'tooLarge':
			return new Problem(
				`The answer of ${about.host} is larger than ${outcome.limitBytes / 1024 / 1024} MB and was not read`,
				{
					httpStatus: outcome.status,
					hint: 'Ask for less at once, for instance with filters or a limit',
				},
			);
		case 'refused':
			return new Problem(outcome.message, { hint: outcome.hint });
		case 'cancelled':
			return new Cancelled();
	}
}

function withHint(problem: Problem, further: string): Problem {
	const { message, hint, httpStatus, isNetworkFault, effect } = problem;
	return new Problem(message, {
		hint: hint === undefined ? further : `${hint}. ${further}`,
		httpStatus,
		isNetworkFault,
		effect,
	});
}

/**
 * The problem of a request that creates something and whose outcome nobody knows.
 * @param thing what would have been created, such as `network`
 */
export function mayExist(thing: string, cause: Problem): Problem {
	const start =
		cause instanceof Cancelled
			? 'the execution was canceled while the request was under way'
			: cause.message;
	return new Problem(`The ${thing} may exist all the same: ${start}`, {
		effect: 'unclear',
		httpStatus: cause.httpStatus,
		hint: `Check in the Chainstack console whether it was created before you send this item again`,
	});
}

function heldBack(host: string, forMs: number, acceptedMs: number): Problem {
	const asked = inWords(forMs);
	return new Problem(
		`${host} asked to wait ${asked} before the next request, longer than the ${inWords(acceptedMs)} this node accepts; nothing was sent`,
		{
			httpStatus: 429,
			hint: `Run the node again after ${asked}, or raise 'Max Retry Wait' in the options`,
		},
	);
}

function tooLongWait(problem: Problem, retryAfterMs: number, acceptedMs: number): Problem {
	const asked = inWords(retryAfterMs);
	const accepted = inWords(acceptedMs);
	return new Problem(
		`${problem.message}. It asked to wait ${asked}, longer than the ${accepted} this node accepts`,
		{
			httpStatus: problem.httpStatus,
			hint: `Run the node again after ${asked}, or raise 'Max Retry Wait' in the options`,
		},
	);
}

import type { Failure } from 'n8n-workflow';

import { getFaultKind } from '../http/networkFault';
import { retryAfterMsOf, type Outcome } from '../http/outcome';
import type { Settled } from '../scheduler/scheduledCall';
import { formatDuration } from '../text/duration';
import { Cancelled, Problem } from '../text/problem';
import { trimEnd } from '../text/strings';
import { makeAnswerProblem } from './answerProblem';

/** The subject of a request, as far as its message depends on it. */
export interface RequestSubject {
	/** Host and port, the only part of the address that may be shown. */
	host: string;
	subject?: string;
	maxRetryWaitMs: number;
	/** Set where that, the timeout and the number of attempts are no options of the user. */
	isFixed?: boolean;
}

/** Makes one message for a request to the platform that did not succeed. */
export function makeExchangeProblem(settled: Settled<Outcome>, about: RequestSubject): Problem {
	const { reply, conclusion, attempts, retryAfterMs = 0 } = settled;
	if (conclusion === 'cancelled') return new Cancelled();
	const last = reply && makeOutcomeProblem(reply, attempts, about);
	if (conclusion === 'waitTooLong' || conclusion === 'pauseTooLong')
		return makeWaitTooLongProblem(last, retryAfterMs, about);
	const isBusy = conclusion === 'othersRefused';
	const isOwn = attempts > 0 || !(isBusy || conclusion === 'othersFailed');
	if (last === undefined || !isOwn) return makeNeverSentProblem(last, isBusy, about);
	if (conclusion !== 'othersFailed') return last;
	const further = `It was not sent again, because requests to ${about.host} keep failing`;
	return last.with({ hint: last.hint === undefined ? further : `${last.hint}. ${further}` });
}

function makeOutcomeProblem(outcome: Outcome, made: number, about: RequestSubject): Problem {
	const { host, isFixed } = about;
	// Who cannot choose how many there are need not count them.
	const times = made > 1 && !isFixed ? ` (${made} attempts)` : '';
	switch (outcome.kind) {
		case 'answer':
			return makeAnswerProblem(
				{ ...outcome, retryAfterMs: retryAfterMsOf(outcome) },
				about.subject,
			);
		case 'notSent':
		case 'lost': {
			const { code } = outcome;
			const { hint, lastingHint, isDamage } = getFaultKind(code);
			const [what, otherwise] =
				outcome.kind === 'notSent'
					? [
							`${host} could not be reached`,
							'Check the address and the network of the machine n8n runs on',
						]
					: [
							isDamage
								? `The response from ${host} is damaged and could not be decompressed`
								: `The connection to ${host} was lost before the response was complete`,
							'Try again later',
						];
			return new Problem(`${what}${times}`, {
				isNetworkFault: true,
				isLasting: lastingHint !== undefined,
				networkCode: code,
				hint: hint ?? otherwise,
			});
		}
		case 'timedOut': {
			const within = formatDuration(outcome.limitMs);
			return new Problem(`${host} did not send a complete response within ${within}${times}`, {
				isNetworkFault: true,
				hint: isFixed
					? "Check 'Base URL', and try again later"
					: "Try again later, or raise 'Timeout' in the options",
			});
		}
		case 'tooLarge':
			return new Problem(
				`The response from ${host} is larger than ${outcome.limitBytes / 1024 / 1024} MB and was not read`,
				{
					httpStatus: outcome.status,
					hint: 'Request less at once, for example with filters or a limit',
				},
			);
		case 'refused':
			return new Problem(outcome.message, { hint: outcome.hint });
		case 'cancelled':
			return new Cancelled();
	}
}

/**
 * The problem of a request that creates something and whose outcome is unknown.
 * @param thing what would have been created, such as `network`
 */
export function makeMayExistProblem(thing: string, cause: Problem): Problem {
	const start =
		cause instanceof Cancelled
			? 'the execution was canceled while the request was in progress'
			: cause.message;
	return new Problem(`The ${thing} may exist anyway: ${start}`, {
		effect: 'unclear',
		httpStatus: cause.httpStatus,
		networkCode: cause.networkCode,
		hint: `Before you send this item again, check in the Chainstack console whether it was created`,
	});
}

/** The problem of a request that was abandoned before it was sent, because of what happened to others. */
function makeNeverSentProblem(
	others: Problem | undefined,
	isBusy: boolean,
	{ host }: RequestSubject,
): Problem {
	const why = isBusy ? 'keeps rejecting requests' : 'keeps failing';
	const said = others === undefined ? '' : `: ${others.message}`;
	return new Problem(`This request was not sent, because ${host} ${why}${said}`, {
		httpStatus: others?.httpStatus ?? (isBusy ? 429 : undefined),
		networkCode: others?.networkCode,
		isNetworkFault: !isBusy,
		hint: isBusy ? 'Run the node again later, or with fewer items at once' : 'Try again later',
		failure: others?.failure ?? (isBusy ? { cause: 'rate-limited' } : undefined),
	});
}

/** @param last the last answer, where the request was sent */
function makeWaitTooLongProblem(
	last: Problem | undefined,
	retryAfterMs: number,
	{ host, maxRetryWaitMs, isFixed }: RequestSubject,
): Problem {
	const wait = formatDuration(retryAfterMs);
	const [longer, hint] = isFixed
		? ['', `Try again after ${wait}`]
		: [
				`, longer than the ${formatDuration(maxRetryWaitMs)} that 'Max Retry Wait' allows`,
				`Run the node again after ${wait}, or raise 'Max Retry Wait' in the options`,
			];
	const asked = `asked for a wait of ${wait}${longer}`;
	if (last === undefined)
		return new Problem(`${host} ${asked}; nothing was sent`, {
			httpStatus: 429,
			hint,
			failure: { cause: 'rate-limited', retryAfterMs },
		});
	// Only some causes go away by waiting.
	const isPassing = last.failure !== undefined && PASSING.has(last.failure.cause);
	return last.with({
		message: `${trimEnd(last.message, '.')}. It ${asked}; nothing more was sent`,
		hint,
		...(isPassing && { failure: { ...last.failure, retryAfterMs } as Failure }),
	});
}

const PASSING = new Set(['rate-limited', 'quota-exhausted', 'temporarily-unavailable']);

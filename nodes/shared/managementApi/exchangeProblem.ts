import type { Failure } from 'n8n-workflow';

import { getFaultKind } from '../http/networkFault';
import type { Outcome } from '../http/outcome';
import type { RetryOptions } from '../scheduler/retryPolicy';
import type { Settled } from '../scheduler/scheduledCall';
import { formatDuration } from '../text/duration';
import { Cancelled, Problem } from '../text/problem';
import { trimEnd } from '../text/strings';
import { makeAnswerProblem } from './answerProblem';

/** The subject of a request, as far as its message depends on it. */
interface RequestSubject extends Pick<RetryOptions, 'maxRetryWaitMs' | 'isFixed'> {
	/** Host and port, the only part of the address that may be shown. */
	host: string;
	subject?: string;
	/** Whether that was named by its ID. */
	isById: boolean;
}

/** Makes one message for a request to the platform that did not succeed. */
export function makeExchangeProblem(settled: Settled<Outcome>, about: RequestSubject): Problem {
	const { reply, conclusion, attempts } = settled;
	if (conclusion === 'cancelled') return new Cancelled();
	const last = reply && makeOutcomeProblem(reply, attempts, about);
	const isFinal = conclusion === 'replied' || conclusion === 'retriesUsedUp';
	if (last !== undefined && isFinal) return last;
	const { does, hint, failure } = explainEnd(settled, about);
	const rest = `${about.host} ${does}; nothing ${attempts > 0 ? 'more ' : ''}was sent`;
	if (last !== undefined)
		return last.with({ message: `${trimEnd(last.message, '.')}. ${rest}`, hint });
	const isNetworkFault = failure === undefined;
	return new Problem(rest, { httpStatus: failure && 429, isNetworkFault, hint, failure });
}

/** @returns what the host does that ended the attempts, what to do then, and its cause where that is a limit */
function explainEnd(
	{ conclusion, retryAfterMs = 0 }: Settled<Outcome>,
	{ maxRetryWaitMs, isFixed }: RequestSubject,
): { does: string; hint: string; failure?: Failure } {
	if (conclusion === 'othersFailed') return { does: 'keeps failing', hint: 'Try again later' };
	if (conclusion === 'othersRefused')
		return {
			does: 'keeps rejecting requests',
			hint: 'Run the node again later, or with fewer items at once',
			failure: { cause: 'rate-limited' },
		};
	const wait = formatDuration(retryAfterMs);
	const longer = `, longer than the ${formatDuration(maxRetryWaitMs)} that 'Max Retry Wait' allows`;
	return {
		does: `asked for a wait of ${wait}${isFixed ? '' : longer}`,
		hint: `Try again after ${wait}${isFixed ? '' : ", or raise 'Max Retry Wait' in the options"}`,
		failure: { cause: 'rate-limited', retryAfterMs },
	};
}

function makeOutcomeProblem(outcome: Outcome, made: number, about: RequestSubject): Problem {
	const { host, isFixed, subject, isById } = about;
	if (outcome.kind === 'answer') return makeAnswerProblem(outcome, subject, isById);
	if (outcome.kind === 'cancelled') return new Cancelled();
	if (outcome.kind === 'blocked') return new Problem(outcome.message, { hint: outcome.hint });
	if (outcome.kind === 'tooLarge') {
		const limit = `${outcome.limitBytes / 1024 / 1024} MB`;
		return new Problem(`The response from ${host} is larger than ${limit} and was not read`, {
			httpStatus: outcome.status,
			hint: 'Request less at once, for example with filters or a limit',
		});
	}
	// Who cannot choose how many there are need not count them.
	const times = made > 1 && !isFixed ? ` (${made} attempts)` : '';
	if (outcome.kind === 'timedOut') return makeTimeoutProblem(outcome, about, times);
	const { kind, code } = outcome;
	const fault = getFaultKind(code);
	const lost = fault.isDamage ? 'sent a damaged response' : 'sent no complete response';
	const what = kind === 'notSent' ? 'could not be reached' : lost;
	return new Problem(`${host} ${what}${times}`, {
		isNetworkFault: true,
		isLasting: fault.lastingHint !== undefined,
		networkCode: code,
		hint: fault.hint ?? (kind === 'notSent' ? CHECK_NETWORK : 'Try again later'),
	});
}

const CHECK_NETWORK = 'Check the address and the network of the machine n8n runs on';

function makeTimeoutProblem(
	{ limitMs, isStalled }: Extract<Outcome, { kind: 'timedOut' }>,
	{ host, isFixed }: RequestSubject,
	times: string,
): Problem {
	const within = formatDuration(limitMs);
	if (isStalled)
		return new Problem(
			`${host} took nothing more of the upload for ${within}, and did not respond${times}`,
			{ isNetworkFault: true, hint: 'Try again later' },
		);
	return new Problem(`${host} did not send a complete response within ${within}${times}`, {
		isNetworkFault: true,
		hint: isFixed
			? "Check 'Base URL', and try again later"
			: "Try again later, or raise 'Timeout' in the options",
	});
}

/**
 * The problem of a request that creates something and whose outcome is unknown.
 * @param thing what would have been created, such as `network`
 */
export function makeMayExistProblem(thing: string, cause: Problem): Problem {
	const { message, httpStatus, networkCode } = cause;
	const canceled = 'the execution was canceled while the request was in progress';
	return new Problem(
		`The ${thing} may exist anyway: ${cause instanceof Cancelled ? canceled : message}`,
		{
			effect: 'unclear',
			httpStatus,
			networkCode,
			hint: 'Before you send this item again, check in the Chainstack console whether it was created',
		},
	);
}

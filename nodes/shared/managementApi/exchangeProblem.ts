import { faultKindOf } from '../http/networkFault';
import { retryAfterMsOf, type Outcome } from '../http/outcome';
import type { Settled } from '../scheduler/scheduledCall';
import { inWords } from '../text/duration';
import { Cancelled, Problem } from '../text/problem';
import { trimEnd } from '../text/strings';
import { answerProblem, failureWithWait } from './answerProblem';

/** The subject of a request, as far as its message depends on it. */
export interface RequestSubject {
	/** Host and port, the only part of the address that may be shown. */
	host: string;
	/** The thing that was asked for, such as `node ND-1-2-3`. */
	subject?: string;
	/** Longest wait that is accepted, in milliseconds. */
	maxRetryWaitMs: number;
	/** Set where that, the timeout and the number of attempts are no options of the user. */
	isFixed?: boolean;
}

/** Makes one message for a request to the platform that did not succeed. */
export function exchangeProblem(settled: Settled<Outcome>, about: RequestSubject): Problem {
	const { reply, conclusion, attempts } = settled;
	if (conclusion === 'cancelled') return new Cancelled();
	if (reply === undefined) return neverSent(settled, about);
	const problem = outcomeProblem(reply, attempts, about);
	switch (conclusion) {
		case 'waitTooLong':
		case 'pauseTooLong':
			return tooLongWait(problem, settled, about);
		case 'othersFailed':
			return attempts > 0 ? notRepeated(problem, about) : neverSent(settled, about, problem);
		case 'othersRefused':
			return attempts > 0 ? problem : neverSent(settled, about, problem);
		case 'replied':
		case 'retriesUsedUp':
			return problem;
	}
}

function outcomeProblem(outcome: Outcome, made: number, about: RequestSubject): Problem {
	const { isFixed } = about;
	// Who cannot choose how many there are need not count them.
	const attempts = isFixed ? 1 : made;
	switch (outcome.kind) {
		case 'answer':
			return answerProblem({ ...outcome, retryAfterMs: retryAfterMsOf(outcome) }, about.subject);
		case 'notSent':
		case 'lost':
			return networkProblem(about.host, outcome.code, outcome.kind === 'lost', attempts);
		case 'timedOut':
			return timeOutProblem(about.host, outcome.limitMs, attempts, isFixed);
		case 'tooLarge':
			return new Problem(
				`The response from ${about.host} is larger than ${outcome.limitBytes / 1024 / 1024} MB and was not read`,
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
export function mayExist(thing: string, cause: Problem): Problem {
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

function notRepeated(problem: Problem, { host }: RequestSubject): Problem {
	const { hint } = problem;
	const further = `It was not sent again, because requests to ${host} keep failing`;
	return problem.with({ hint: hint === undefined ? further : `${hint}. ${further}` });
}

/** The problem of a request that was abandoned before it was sent, because of what happened to others. */
function neverSent(
	{ conclusion, retryAfterMs = 0 }: Settled<Outcome>,
	about: RequestSubject,
	others?: Problem,
): Problem {
	const { host } = about;
	if (conclusion === 'pauseTooLong')
		return new Problem(
			`${host} asked for a wait of ${tooLong(retryAfterMs, about)}; nothing was sent`,
			{
				httpStatus: 429,
				hint: afterWait(retryAfterMs, about),
				failure: { cause: 'rate-limited', retryAfterMs },
			},
		);
	const isBusy = conclusion === 'othersRefused';
	const why = isBusy ? 'keeps rejecting requests' : 'keeps failing';
	return new Problem(
		`This request was not sent, because ${host} ${why}${others === undefined ? '' : `: ${others.message}`}`,
		{
			httpStatus: others?.httpStatus ?? (isBusy ? 429 : undefined),
			networkCode: others?.networkCode,
			isNetworkFault: !isBusy,
			hint: isBusy ? 'Run the node again later, or with fewer items at once' : 'Try again later',
			failure: others?.failure ?? (isBusy ? { cause: 'rate-limited' } : undefined),
		},
	);
}

function tooLongWait(
	problem: Problem,
	{ retryAfterMs = 0 }: Settled<Outcome>,
	about: RequestSubject,
): Problem {
	const asked = tooLong(retryAfterMs, about);
	return problem.with({
		message: `${trimEnd(problem.message, '.')}. It asked for a wait of ${asked}; nothing more was sent`,
		hint: afterWait(retryAfterMs, about),
		failure: failureWithWait(problem.failure, retryAfterMs),
	});
}

function tooLong(askedMs: number, { maxRetryWaitMs, isFixed }: RequestSubject): string {
	const accepted = isFixed
		? ''
		: `, longer than the ${inWords(maxRetryWaitMs)} that 'Max Retry Wait' allows`;
	return inWords(askedMs) + accepted;
}

function afterWait(askedMs: number, { isFixed }: RequestSubject): string {
	return isFixed
		? `Try again after ${inWords(askedMs)}`
		: `Run the node again after ${inWords(askedMs)}, or raise 'Max Retry Wait' in the options`;
}

/**
 * The message for a server that could not be reached or broke the connection.
 *
 * @param host host and port, the only part of the address that may be shown
 * @param code Node.js error code, which n8n shows apart
 * @param broke true when the connection was established and then broke
 * @param attempts how often it was tried
 */
export function networkProblem(
	host: string,
	code: string,
	broke: boolean,
	attempts: number,
): Problem {
	const { hint, lastingHint, isDamage } = faultKindOf(code);
	const broken = isDamage
		? `The response from ${host} is damaged and could not be decompressed`
		: `The connection to ${host} was lost before the response was complete`;
	const what = broke ? broken : `${host} could not be reached`;
	const otherwise = broke
		? 'Try again later'
		: 'Check the address and the network of the machine n8n runs on';
	return new Problem(`${what}${times(attempts)}`, {
		isNetworkFault: true,
		isLasting: lastingHint !== undefined,
		networkCode: code,
		hint: hint ?? otherwise,
	});
}

/**
 * The message for a server that took too long.
 * @param limitMs the timeout of one attempt in milliseconds
 * @param isFixed whether that is no option of the user
 */
export function timeOutProblem(
	host: string,
	limitMs: number,
	attempts: number,
	isFixed = false,
): Problem {
	return new Problem(
		`${host} did not send a complete response within ${inWords(limitMs)}${times(attempts)}`,
		{
			isNetworkFault: true,
			hint: isFixed
				? "Check 'Base URL', and try again later"
				: "Try again later, or raise 'Timeout' in the options",
		},
	);
}

function times(attempts: number): string {
	return attempts > 1 ? ` (${attempts} attempts)` : '';
}

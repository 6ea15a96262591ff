import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/shared/http/outcome';
import {
	makeExchangeProblem,
	makeMayExistProblem,
} from '../../../nodes/shared/managementApi/exchangeProblem';
import { Cancelled, Problem } from '../../../nodes/shared/text/problem';
import type { Settled } from '../../../nodes/shared/scheduler/scheduledCall';
import { answerOf } from '../fixtures/answers.mts';
import { expectMembers, FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';

const HOST = 'api.chainstack.com';
const ABOUT = { host: HOST, subject: 'node ND-1', isById: true, maxRetryWaitMs: 300_000 };

const problem = (reply: Outcome | undefined, more: Partial<Settled<Outcome>> = {}): Problem => {
	const settled: Settled<Outcome> = {
		conclusion: 'replied',
		reply,
		attempts: 1,
		mayHaveBeenProcessedBefore: false,
		durationMs: 1,
	};
	return makeExchangeProblem({ ...settled, ...more }, ABOUT);
};

const notSent = (code: string): Outcome => ({ kind: 'notSent', code });
const lost = (code: string): Outcome => ({ kind: 'lost', code });

const BUSY = 'Chainstack is not accepting more requests for now';
const AWAY = 'Chainstack is not available at the moment';
const GONE = { cause: 'temporarily-unavailable' } as const;
const LIMITED = { cause: 'rate-limited' };
const WAIT = { ...LIMITED, retryAfterMs: 7_200_000 };
const LATER = 'Try again later';
const WAITED = `${HOST} asked for a wait of 2 h, longer than the 5 min that 'Max Retry Wait' allows`;
const LESS = 'Run the node again later, or with fewer items at once';
const AFTER = "Try again after 2 h, or raise 'Max Retry Wait' in the options";
const TOO_LONG = { conclusion: 'waitTooLong', retryAfterMs: 7_200_000 } as const;
const PAUSE = { ...TOO_LONG, conclusion: 'pauseTooLong' } as const;
const OTHERS_REFUSED = { conclusion: 'othersRefused', attempts: 0 } as const;
const OTHERS_FAILED = { conclusion: 'othersFailed' } as const;
const UNSENT = { ...OTHERS_FAILED, attempts: 0 } as const;
const DOWN = answerOf(503);
const SLOW = answerOf(429, '{"error":"Slow down."}');
const LIMIT = answerOf(429, '', { 'retry-after': '7200' });
const RESET = lost('ECONNRESET');
const LARGE: Outcome = { kind: 'tooLarge', status: 200, limitBytes: 64 * 1024 * 1024 };
const SILENT: Outcome = { kind: 'timedOut', limitMs: 30_000 };
const FIVE = { attempts: 5 };

type Row = [Outcome | undefined, Partial<Settled<Outcome>>, string, string | RegExp, object?];

describe('exchangeProblem', () => {
	it.each<Row>([
		// A longer wait than is accepted.
		[LIMIT, TOO_LONG, `${BUSY}. ${WAITED}; nothing more was sent`, AFTER, { failure: WAIT }],
		[LIMIT, PAUSE, `${BUSY}. ${WAITED}; nothing more was sent`, AFTER, { httpStatus: 429 }],
		[SLOW, TOO_LONG, `${BUSY}: Slow down. ${WAITED}; nothing more was sent`, AFTER],
		[DOWN, TOO_LONG, `${AWAY}. ${WAITED}; nothing more was sent`, AFTER, { failure: GONE }],
		[
			undefined,
			{ ...PAUSE, attempts: 0 },
			`${WAITED}; nothing was sent`,
			AFTER,
			{ httpStatus: 429, effect: 'none', isNetworkFault: false, failure: WAIT },
		],
		// A fault that others met: the answer may be one to another request.
		[
			DOWN,
			OTHERS_FAILED,
			`${AWAY}. ${HOST} keeps failing; nothing more was sent`,
			LATER,
			{ httpStatus: 503 },
		],
		[DOWN, UNSENT, `${AWAY}. ${HOST} keeps failing; nothing was sent`, LATER, { httpStatus: 503 }],
		[
			RESET,
			OTHERS_FAILED,
			`${HOST} sent no complete response. ${HOST} keeps failing; nothing more was sent`,
			LATER,
			{ isNetworkFault: true },
		],
		[
			undefined,
			UNSENT,
			`${HOST} keeps failing; nothing was sent`,
			LATER,
			{ isNetworkFault: true, effect: 'none', httpStatus: undefined, failure: undefined },
		],
		[
			answerOf(429),
			OTHERS_REFUSED,
			`${BUSY}. ${HOST} keeps rejecting requests; nothing was sent`,
			LESS,
			{ httpStatus: 429 },
		],
		[
			answerOf(429),
			{ ...OTHERS_REFUSED, attempts: 2 },
			`${BUSY}. ${HOST} keeps rejecting requests; nothing more was sent`,
			LESS,
		],
		[
			undefined,
			OTHERS_REFUSED,
			`${HOST} keeps rejecting requests; nothing was sent`,
			LESS,
			{ httpStatus: 429, failure: LIMITED },
		],
		[
			DOWN,
			OTHERS_REFUSED,
			`${AWAY}. ${HOST} keeps rejecting requests; nothing was sent`,
			LESS,
			{ failure: GONE },
		],
		// Its own end. The pauses between attempts were not asked for.
		[DOWN, { conclusion: 'retriesUsedUp', ...FIVE }, AWAY, /^(?!.*asked)/],
		[
			LARGE,
			{},
			`The response from ${HOST} is larger than 64 MB and was not read`,
			/less at once/,
			{ httpStatus: 200 },
		],
		[{ kind: 'blocked', message: 'no', hint: 'why' }, {}, 'no', 'why'],
		[
			SILENT,
			{ attempts: 3 },
			`${HOST} did not send a complete response within 30 s (3 attempts)`,
			/'Timeout'/,
			{ failure: undefined },
		],
		[
			notSent('ECONNREFUSED'),
			{},
			`${HOST} could not be reached`,
			/^Nothing is listening/,
			{ failure: undefined },
		],
		[notSent('UNKNOWN'), FIVE, `${HOST} could not be reached (5 attempts)`, /^Check the address/],
		[
			notSent('ENOTFOUND'),
			{},
			`${HOST} could not be reached`,
			/could not be resolved/,
			{ isLasting: true },
		],
		[
			notSent('CERT_HAS_EXPIRED'),
			{},
			`${HOST} could not be reached`,
			/certificate/,
			{ isLasting: true },
		],
		[notSent('ECONNRESET'), {}, `${HOST} could not be reached`, /^Check/, { isLasting: false }],
		[lost('Z_DATA_ERROR'), FIVE, `${HOST} sent a damaged response (5 attempts)`, LATER],
		...'EPIPE ECONNABORTED EPERM EACCES'
			.split(' ')
			.map((code): Row => [lost(code), {}, `${HOST} sent no complete response`, LATER]),
	])('of %j with %j is: %s', (reply, more, message, hint, facts = {}) => {
		const given = problem(reply, more);
		expectMembers(given, { message, hint, ...facts });
		// n8n would replace a text with such a code.
		expect(`${given.message} ${given.hint}`).not.toMatch(NODE_CODE);
		expect(`${given.message} ${given.hint}`).not.toMatch(FORBIDDEN_WORDS);
		if (reply && 'code' in reply) expect(given.networkCode).toBe(reply.code);
	});

	it.each<[Outcome | undefined, Partial<Settled<Outcome>>]>([
		[{ kind: 'cancelled', sent: true }, {}],
		[DOWN, { conclusion: 'cancelled' }],
		[undefined, { conclusion: 'cancelled', attempts: 0 }],
	])('recognizes a cancellation (%j, %j)', (outcome, more) => {
		expect(problem(outcome, more)).toBeInstanceOf(Cancelled);
	});
});

it.each<[Problem, RegExp]>([
	// Waiting and repeating it might create it twice.
	[new Problem('It broke', { httpStatus: 502, hint: 'x', failure: GONE }), /: It broke$/],
	[new Cancelled(), /: the execution was canceled/],
])('%s: the object may exist, and what to do is said', (cause, reason) => {
	const { httpStatus } = cause;
	const given = makeMayExistProblem('network', cause);
	expectMembers(given, { effect: 'unclear', httpStatus, failure: undefined, message: reason });
	expectMembers(given, { message: /^The network may exist anyway/, hint: /^Before you send/ });
});

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
const ABOUT = { host: HOST, subject: 'node ND-1', maxRetryWaitMs: 300_000 };

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
const UNSENT = `${HOST} keeps`;
const TOO_LONG = { conclusion: 'waitTooLong', retryAfterMs: 7_200_000 } as const;
const REFUSED = { conclusion: 'othersRefused', attempts: 0 } as const;
const FAILED = { conclusion: 'othersFailed', attempts: 0 } as const;
const LIMITED = { cause: 'rate-limited' };
const AWAY = { cause: 'temporarily-unavailable' };
const KEEPS_FAILING = { conclusion: 'othersFailed' } as const;
const DOWN = answerOf(503);
const SLOW = answerOf(429, '{"error":"Slow down."}');
const RESET = lost('ECONNRESET');
const LESS_AT_ONCE = { message: /com is larger than 64 MB/, hint: /less at once/, httpStatus: 200 };
const LARGE: Outcome = { kind: 'tooLarge', status: 200, limitBytes: 64 * 1024 * 1024 };

describe('exchangeProblem', () => {
	it.each(['waitTooLong', 'pauseTooLong'] as const)(
		'says that it asked for too long a wait, for how long, and what to do next (%s)',
		(conclusion) => {
			const limited = answerOf(429, '', { 'retry-after': '7200' });
			expect(problem(limited, { ...TOO_LONG, conclusion })).toMatchObject({
				message: `${BUSY}. ${HOST} asked for a wait of 2 h, longer than the 5 min that 'Max Retry Wait' allows; nothing more was sent`,
				hint: "Try again after 2 h, or raise 'Max Retry Wait' in the options",
				httpStatus: 429,
				failure: { cause: 'rate-limited', retryAfterMs: 7_200_000 },
			});
		},
	);

	it.each<[string, Outcome | undefined, Partial<Settled<Outcome>>, object]>([
		[
			'one full stop after what it says',
			SLOW,
			TOO_LONG,
			{ message: /Slow down\. api.chainstack.com asked/ },
		],
		['too long a wait of a service that is down', DOWN, TOO_LONG, { failure: AWAY }],
		[
			'that nothing was sent where another request was asked to wait',
			undefined,
			{ ...TOO_LONG, conclusion: 'pauseTooLong', attempts: 0 },
			{
				message: /^api\.chainstack\.com asked for a wait of 2 h.*5 min.*nothing was sent/,
				hint: /'Max Retry Wait'/,
				...{ httpStatus: 429, effect: 'none', failure: { ...LIMITED, retryAfterMs: 7_200_000 } },
			},
		],
		[
			'why it was not sent again where the host keeps failing',
			DOWN,
			KEEPS_FAILING,
			{
				message: `Chainstack is not available at the moment. ${UNSENT} failing; nothing more was sent`,
				...{ hint: 'Try again later', httpStatus: 503 },
			},
		],
		[
			'the same of a lost connection',
			RESET,
			KEEPS_FAILING,
			{ message: /keeps failing; nothing more/, isNetworkFault: true },
		],
		[
			'that a request was never sent because the host keeps failing',
			undefined,
			FAILED,
			{
				...{
					name: 'Problem',
					message: `${UNSENT} failing; nothing was sent`,
					hint: 'Try again later',
				},
				...{ isNetworkFault: true, effect: 'none', httpStatus: undefined, failure: undefined },
			},
		],
		[
			'of a request that was never sent what happened to others',
			DOWN,
			FAILED,
			{
				message: /is not available at the moment\. .* keeps failing; nothing was sent$/,
				httpStatus: 503,
			},
		],
		[
			'that an answer was one to another request',
			answerOf(429),
			REFUSED,
			{
				message: `${BUSY}. ${UNSENT} rejecting requests; nothing was sent`,
				...{ httpStatus: 429, isNetworkFault: false },
				hint: 'Run the node again later, or with fewer items at once',
			},
		],
		['that others were rejected', undefined, REFUSED, { httpStatus: 429, failure: LIMITED }],
		['that others were rejected by a service that is down', DOWN, REFUSED, { failure: AWAY }],
		[
			'that an answer was its own',
			answerOf(429),
			{ ...REFUSED, attempts: 2 },
			{ message: /nothing more was sent$/ },
		],
		['how to get a smaller answer than one that is too large', LARGE, {}, LESS_AT_ONCE],
		['why the credential refused', { kind: 'refused', message: 'no' }, {}, { message: 'no' }],
		[
			'the limit of a timeout',
			{ kind: 'timedOut', limitMs: 30_000 },
			{ attempts: 3 },
			{
				message: `${HOST} did not send a complete response within 30 s (3 attempts)`,
				...{ hint: /'Timeout'/, failure: undefined },
			},
		],
		[
			'that no connection was made',
			notSent('ECONNREFUSED'),
			{},
			{
				...{ message: `${HOST} could not be reached`, hint: /^Nothing is listening/ },
				...{ networkCode: 'ECONNREFUSED', failure: undefined },
			},
		],
		[
			'what to check after an unknown fault',
			notSent('UNKNOWN'),
			{ attempts: 5 },
			{
				...{ message: `${HOST} could not be reached (5 attempts)`, networkCode: 'UNKNOWN' },
				hint: /^Check the address/,
			},
		],
		[
			'that an answer is damaged',
			lost('Z_DATA_ERROR'),
			{ attempts: 5 },
			{
				message: `${HOST} sent a damaged response (5 attempts)`,
			},
		],
		['what is permanent', notSent('ENOTFOUND'), {}, { isLasting: true, failure: undefined }],
		['what is permanent', notSent('CERT_HAS_EXPIRED'), {}, { isLasting: true }],
		['what may pass', notSent('ECONNRESET'), {}, { isLasting: false, failure: undefined }],
	])('tells %s', (_, reply, more, expected) => {
		const given = problem(reply, more);
		expectMembers(given, expected);
		expect(`${given.message} ${given.hint}`).not.toMatch(FORBIDDEN_WORDS);
	});

	it('does not present the pauses between attempts as requested by the service', () => {
		const { message, hint } = problem(DOWN, { conclusion: 'retriesUsedUp', attempts: 5 });
		expect(`${message} ${hint}`).not.toMatch(/asked/);
	});

	it.each(
		'ECONNREFUSED ENOTFOUND ECONNRESET EPIPE ECONNABORTED EPERM EACCES CERT_HAS_EXPIRED'.split(' '),
	)('keeps the code %s out of the message, where n8n would replace the whole text', (code) => {
		for (const reply of [lost(code), notSent(code)]) {
			const { message, hint, networkCode } = problem(reply, { attempts: 2 });
			expect(message).toContain(HOST);
			expect(message).toContain(
				reply.kind === 'lost' ? 'no complete response' : 'could not be reached',
			);
			expect(message).not.toMatch(NODE_CODE);
			expect(message).not.toMatch(FORBIDDEN_WORDS);
			expect(hint).not.toContain(code);
			expect(networkCode).toBe(code);
		}
	});

	it.each<[Outcome | undefined, Partial<Settled<Outcome>>]>([
		[{ kind: 'cancelled', sent: true }, {}],
		[DOWN, { conclusion: 'cancelled' }],
		[undefined, { conclusion: 'cancelled', attempts: 0 }],
	])('recognizes a cancellation (%j, %j)', (outcome, more) => {
		expect(problem(outcome, more)).toBeInstanceOf(Cancelled);
	});
});

describe('mayExist', () => {
	it('says that the object may exist, keeps the reason and says what to do', () => {
		const failure = { cause: 'temporarily-unavailable' } as const;
		const cause = new Problem('It broke', { httpStatus: 502, hint: 'x', failure });
		// Waiting and repeating it might create it twice.
		expectMembers(makeMayExistProblem('network', cause), {
			...{ effect: 'unclear', httpStatus: 502, failure: undefined },
			message: /network may exist.*It broke/,
			hint: /Before you send/,
		});
	});

	it('says that it was canceled', () => {
		const canceled = { effect: 'unclear', message: /canceled/ };
		expectMembers(makeMayExistProblem('network', new Cancelled()), canceled);
	});
});

import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/shared/http/outcome';
import { exchangeProblem, mayExist } from '../../../nodes/shared/managementApi/exchangeProblem';
import { Cancelled, Problem } from '../../../nodes/shared/text/problem';
import type { Settled } from '../../../nodes/shared/scheduler/scheduledCall';
import { FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';

const ABOUT = { host: 'api.chainstack.com', subject: 'node ND-1', maxRetryWaitMs: 300_000 };

const problem = (reply: Outcome | undefined, more: Partial<Settled<Outcome>> = {}): Problem => {
	const settled: Settled<Outcome> = {
		conclusion: 'replied',
		reply,
		attempts: 1,
		mayHaveBeenProcessedBefore: false,
		durationMs: 1,
	};
	return exchangeProblem({ ...settled, ...more }, ABOUT);
};

const answer = (status: number, headers: Record<string, string> = {}, text = ''): Outcome => ({
	kind: 'answer',
	status,
	headers,
	text,
	receivedAtMs: 0,
});

describe('exchangeProblem', () => {
	it.each(['waitTooLong', 'pauseTooLong'] as const)(
		'says that it asked for too long a wait, for how long, and what to do next (%s)',
		(conclusion) => {
			const { message, hint, httpStatus } = problem(answer(429, { 'retry-after': '7200' }), {
				conclusion,
				retryAfterMs: 7_200_000,
			});
			expect(message).toBe(
				"Chainstack is not accepting more requests for now. It asked for a wait of 2 h, longer than the 5 min that 'Max Retry Wait' allows; nothing more was sent",
			);
			expect(hint).toBe("Run the node again after 2 h, or raise 'Max Retry Wait' in the options");
			expect(httpStatus).toBe(429);
		},
	);

	it("ends the service's message with one full stop", () => {
		const { message } = problem(answer(429, {}, '{"error":"Slow down."}'), {
			conclusion: 'waitTooLong',
			retryAfterMs: 7_200_000,
		});
		expect(message).toContain('Slow down. It asked');
	});

	it('says that nothing was sent where another request was asked to wait', () => {
		const { message, hint, httpStatus, effect } = problem(undefined, {
			conclusion: 'pauseTooLong',
			attempts: 0,
			retryAfterMs: 7_200_000,
		});
		expect(message).toMatch(/api\.chainstack\.com asked for a wait of 2 h/);
		expect(message).toContain('5 min');
		expect(message).toContain('nothing was sent');
		expect(hint).toContain("'Max Retry Wait'");
		expect({ httpStatus, effect }).toEqual({ httpStatus: 429, effect: 'none' });
	});

	it('says why it was not sent again where the host keeps failing', () => {
		const { message, hint, httpStatus } = problem(answer(503), { conclusion: 'othersFailed' });
		expect(message).toBe('Chainstack is not available at the moment');
		expect(hint).toMatch(/not sent again, because requests to api\.chainstack\.com keep/);
		expect(httpStatus).toBe(503);
		const lost = problem({ kind: 'lost', code: 'ECONNRESET' }, { conclusion: 'othersFailed' });
		expect(lost.hint).toMatch(/not sent again/);
		expect(lost.isNetworkFault).toBe(true);
		for (const text of [message, hint, lost.message, lost.hint])
			expect(text).not.toMatch(FORBIDDEN_WORDS);
	});

	it('says that a request was never sent because the host keeps failing', () => {
		const given = problem(undefined, { conclusion: 'othersFailed', attempts: 0 });
		expect(given).not.toBeInstanceOf(Cancelled);
		expect(given.message).toBe(
			'This request was not sent, because api.chainstack.com keeps failing',
		);
		expect(given).toMatchObject({ isNetworkFault: true, effect: 'none', hint: 'Try again later' });
	});

	it('says of a request that was never sent what happened to others', () => {
		const given = problem(answer(503), { conclusion: 'othersFailed', attempts: 0 });
		expect(given.message).toMatch(
			/^This request was not sent, because .* keeps failing: Chainstack is not available/,
		);
		expect(given.httpStatus).toBe(503);
		const busy = problem(undefined, { conclusion: 'othersRefused', attempts: 0 });
		expect(busy).toMatchObject({ httpStatus: 429, failure: { cause: 'rate-limited' } });
	});

	it('distinguishes an answer to another request from one to this', () => {
		const others = { conclusion: 'othersRefused', attempts: 0 } as const;
		expect(problem(answer(429), others)).toMatchObject({
			message:
				'This request was not sent, because api.chainstack.com keeps rejecting requests: Chainstack is not accepting more requests for now',
			httpStatus: 429,
			isNetworkFault: false,
			hint: 'Run the node again later, or with fewer items at once',
		});
		expect(problem(undefined, others).httpStatus).toBe(429);
		expect(problem(answer(429), { ...others, attempts: 2 }).message).toBe(
			'Chainstack is not accepting more requests for now',
		);
	});

	it('does not present the pauses between attempts as requested by the service', () => {
		const { message, hint } = problem(answer(503), { conclusion: 'retriesUsedUp', attempts: 5 });
		expect(`${message} ${hint}`).not.toMatch(/asked/);
	});

	it('says that an answer was too large, and how to get a smaller one', () => {
		const { message, hint, httpStatus } = problem({
			kind: 'tooLarge',
			status: 200,
			limitBytes: 64 * 1024 * 1024,
		});
		expect(message).toMatch(/api\.chainstack\.com is larger than 64 MB/);
		expect(hint).toMatch(/less at once/);
		expect(httpStatus).toBe(200);
	});

	it.each<[Outcome, RegExp]>([
		[{ kind: 'notSent', code: 'ECONNREFUSED' }, /could not be reached/],
		[{ kind: 'lost', code: 'ECONNRESET' }, /was lost/],
		[{ kind: 'timedOut', limitMs: 30_000 }, /30 s/],
	])('describes %j with host and attempts', (outcome, what) => {
		const { message } = problem(outcome, { conclusion: 'retriesUsedUp', attempts: 5 });
		expect(message).toMatch(what);
		expect(message).toContain('api.chainstack.com');
		expect(message).toContain('5 attempts');
		expect(message).not.toMatch(NODE_CODE);
		expect(message).not.toMatch(FORBIDDEN_WORDS);
	});

	it('shows why the credential refused', () => {
		expect(problem({ kind: 'refused', message: 'only sent to' }).message).toBe('only sent to');
	});

	it.each<[Outcome | undefined, Partial<Settled<Outcome>>]>([
		[{ kind: 'cancelled', sent: true }, {}],
		[answer(503), { conclusion: 'cancelled' }],
		[undefined, { conclusion: 'cancelled', attempts: 0 }],
	])('recognizes a cancellation (%j, %j)', (outcome, more) => {
		expect(problem(outcome, more)).toBeInstanceOf(Cancelled);
	});
});

describe('mayExist', () => {
	it('says that the object may exist, keeps the reason and says what to do', () => {
		const cause = new Problem('It broke', { httpStatus: 502, hint: 'x' });
		const unclear = mayExist('network', cause);
		expect(unclear).toMatchObject({ effect: 'unclear', httpStatus: 502 });
		expect(unclear.message).toMatch(/network may exist/);
		expect(unclear.message).toContain('It broke');
		expect(unclear.hint).toMatch(/Before you send/);
	});

	it('says that it was canceled', () => {
		const unclear = mayExist('network', new Cancelled());
		expect(unclear.effect).toBe('unclear');
		expect(unclear.message).toContain('canceled');
	});
});

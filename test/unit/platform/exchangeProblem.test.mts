import { describe, expect, it } from 'vitest';

import type { Exchanged, Outcome } from '../../../nodes/shared/http/outcome';
import { exchangeProblem, mayExist } from '../../../nodes/shared/platform/exchangeProblem';
import { Cancelled, Problem } from '../../../nodes/shared/pure/problem';
import { FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';

const ABOUT = { host: 'api.chainstack.com', subject: 'node ND-1', maxRetryWaitMs: 300_000 };

const problem = (outcome: Outcome, more: Partial<Exchanged> = {}): Problem =>
	exchangeProblem({ outcome, attempts: 1, durationMs: 1, ...more }, ABOUT);

const answer = (status: number, headers: Record<string, string> = {}, text = ''): Outcome => ({
	kind: 'answer',
	status,
	headers,
	text,
});

describe('exchangeProblem', () => {
	it('names what was not found', () => {
		expect(problem(answer(404)).message).toContain('node ND-1');
	});

	it('says how long the service asked to wait', () => {
		const { message, hint } = problem(answer(429, { 'retry-after': '90' }), { attempts: 5 });
		expect(`${message} ${hint}`).toContain('90 s');
	});

	it('says that it asked for too long a wait, for how long, and how to go on', () => {
		const { message, hint, httpStatus } = problem(answer(429, { 'retry-after': '7200' }), {
			refusedWaitMs: 7_200_000,
		});
		expect(message).toContain('2 h');
		expect(message).toContain('5 min');
		expect(hint).toContain("'Max Retry Wait'");
		expect(httpStatus).toBe(429);
	});

	it.each<[Outcome, RegExp]>([
		[{ kind: 'notSent', code: 'ECONNREFUSED' }, /could not be reached/],
		[{ kind: 'lost', code: 'ECONNRESET' }, /broke/],
		[{ kind: 'timedOut', limitMs: 30_000 }, /30 s/],
	])('describes %j with host and attempts', (outcome, what) => {
		const { message } = problem(outcome, { attempts: 5 });
		expect(message).toMatch(what);
		expect(message).toContain('api.chainstack.com');
		expect(message).toContain('5 attempts');
		expect(message).not.toMatch(NODE_CODE);
		expect(message).not.toMatch(FORBIDDEN_WORDS);
	});

	it('passes on why the credential refused', () => {
		expect(problem({ kind: 'refused', message: 'only sent to' }).message).toBe('only sent to');
	});

	it('knows a cancellation', () => {
		expect(problem({ kind: 'cancelled', sent: true })).toBeInstanceOf(Cancelled);
	});
});

describe('mayExist', () => {
	it('says so, keeps the reason and tells what to do', () => {
		const cause = new Problem('It broke', { httpStatus: 502, hint: 'x' });
		const unclear = mayExist('network', cause);
		expect(unclear).toMatchObject({ effect: 'unclear', httpStatus: 502 });
		expect(unclear.message).toMatch(/network may exist/);
		expect(unclear.message).toContain('It broke');
		expect(unclear.hint).toMatch(/before you send/);
	});

	it('says that it was canceled', () => {
		const unclear = mayExist('network', new Cancelled());
		expect(unclear.effect).toBe('unclear');
		expect(unclear.message).toContain('canceled');
	});
});

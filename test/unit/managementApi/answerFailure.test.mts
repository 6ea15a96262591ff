import type { Failure } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/shared/http/outcome';
import { answerProblem, unusableAnswer } from '../../../nodes/shared/managementApi/answerProblem';
import { exchangeProblem, mayExist } from '../../../nodes/shared/managementApi/exchangeProblem';
import { asProblem, Cancelled, Problem } from '../../../nodes/shared/text/problem';
import type { Settled } from '../../../nodes/shared/scheduler/scheduledCall';

const NODE = 'node ND-123-456-789';
const OWN = '{"error":{"code":"x","message":"Said by the service"}}';
const PAGE = '<html><title>Sign in</title></html>';
const RESET = '2026-11-22T12:00:00.000Z';

const settled = (more: Partial<Settled<Outcome>>): Settled<Outcome> => ({
	conclusion: 'replied',
	reply: undefined,
	attempts: 1,
	mayHaveBeenProcessedBefore: false,
	durationMs: 1,
	...more,
});
const refused = (status: number): Outcome => ({
	kind: 'answer',
	status,
	headers: {},
	text: OWN,
	receivedAtMs: 0,
});
const about = { host: 'api.chainstack.com', maxRetryWaitMs: 300_000 };
const problemOf = (reply: Outcome): Problem => exchangeProblem(settled({ reply }), about);

/** Every kind of problem with the cause that n8n is given, or none where none of the six certainly applies. */
const table = (): Array<[kind: string, problem: Problem, failure: Failure | undefined]> => [
	// The service reports that it does not know the key.
	['401', answerProblem({ status: 401, text: OWN }), { cause: 'credential-invalid' }],
	['401 of a web page in between', answerProblem({ status: 401, text: PAGE }), undefined],
	['401 without a body', answerProblem({ status: 401, text: '' }), undefined],
	// The key's rights, the plan, or another organization.
	['403', answerProblem({ status: 403, text: OWN }), undefined],
	// What the node refers to does not exist (any more).
	[
		'404 of a node',
		answerProblem({ status: 404, text: OWN }, NODE),
		{ cause: 'configuration-invalid' },
	],
	['404 of a list', answerProblem({ status: 404, text: OWN }, 'usage report'), undefined],
	['404 of what is created', answerProblem({ status: 404, text: OWN }, 'network'), undefined],
	['404 of nothing in particular', answerProblem({ status: 404, text: OWN }), undefined],
	['404 of a web page in between', answerProblem({ status: 404, text: PAGE }, NODE), undefined],
	// One item among many.
	['400', answerProblem({ status: 400, text: OWN }), undefined],
	['409', answerProblem({ status: 409, text: OWN }), undefined],
	['413', answerProblem({ status: 413, text: OWN }), undefined],
	['429', answerProblem({ status: 429, text: OWN }), { cause: 'rate-limited' }],
	[
		'429 with a wait',
		answerProblem({ status: 429, text: OWN, retryAfterMs: 90_000 }),
		{ cause: 'rate-limited', retryAfterMs: 90_000 },
	],
	[
		'429 of the faucet',
		answerProblem({ status: 429, text: `{"error":"Enough","nextFaucetAvailable":"${RESET}"}` }),
		{ cause: 'quota-exhausted', resetsAtEpochMs: Date.parse(RESET) },
	],
	[
		'429 of the faucet, with an unreadable time',
		answerProblem({ status: 429, text: '{"error":"Enough","nextFaucetAvailable":"tomorrow"}' }),
		{ cause: 'quota-exhausted' },
	],
	// The request, or the service.
	['500', answerProblem({ status: 500, text: OWN }), undefined],
	...[502, 503, 504].map((status): [string, Problem, Failure] => [
		String(status),
		answerProblem({ status, text: PAGE, retryAfterMs: 5000 }),
		{ cause: 'temporarily-unavailable', retryAfterMs: 5000 },
	]),
	['501', answerProblem({ status: 501, text: OWN }), undefined],
	['302', answerProblem({ status: 302, text: '' }), undefined],
	['a success with an error', answerProblem({ status: 200, text: OWN }), undefined],
	['an unusable answer', unusableAnswer(200, PAGE, 'a JSON object'), undefined],
	// The service, the network in between, or that of n8n.
	['a timeout', problemOf({ kind: 'timedOut', limitMs: 1000 }), undefined],
	['a lost connection', problemOf({ kind: 'lost', code: 'ECONNRESET' }), undefined],
	['no connection', problemOf({ kind: 'notSent', code: 'ECONNREFUSED' }), undefined],
	['an unknown host', problemOf({ kind: 'notSent', code: 'ENOTFOUND' }), undefined],
	[
		'a wait that is too long',
		exchangeProblem(
			settled({ conclusion: 'waitTooLong', reply: refused(429), retryAfterMs: 7_200_000 }),
			about,
		),
		{ cause: 'rate-limited', retryAfterMs: 7_200_000 },
	],
	[
		'a wait that is too long, of a service that is down',
		exchangeProblem(
			settled({ conclusion: 'waitTooLong', reply: refused(503), retryAfterMs: 7_200_000 }),
			about,
		),
		{ cause: 'temporarily-unavailable', retryAfterMs: 7_200_000 },
	],
	[
		'not sent because of a pause',
		exchangeProblem(
			settled({ conclusion: 'pauseTooLong', attempts: 0, retryAfterMs: 9000 }),
			about,
		),
		{ cause: 'rate-limited', retryAfterMs: 9000 },
	],
	[
		'not sent because others were rejected',
		exchangeProblem(
			settled({ conclusion: 'othersRefused', attempts: 0, reply: refused(503) }),
			about,
		),
		{ cause: 'temporarily-unavailable' },
	],
	[
		'not sent because others failed',
		exchangeProblem(settled({ conclusion: 'othersFailed', attempts: 0 }), about),
		undefined,
	],
	// Waiting and repeating it might create it twice.
	['what may exist', mayExist('network', answerProblem({ status: 503, text: OWN })), undefined],
	['an invalid field', new Problem("'Region' is empty", { hint: 'Fill it in' }), undefined],
	['a cancelled execution', new Cancelled(), undefined],
	['a bug in the code', asProblem(new TypeError('x is not a function')), { cause: 'node-defect' }],
	['an unknown name', asProblem(new ReferenceError('x is not defined')), { cause: 'node-defect' }],
	// About what Node.js was given, or from n8n.
	['an invalid address', asProblem(thrownBy(() => new URL('x'))), undefined],
	['a full disk', asProblem(new Error('ENOSPC')), undefined],
];

function thrownBy(act: () => unknown): unknown {
	try {
		return act();
	} catch (error) {
		return error;
	}
}

describe('the cause that n8n is given', () => {
	it.each(table().map(([kind], row) => [kind, row] as const))('of %s', (_, row) => {
		const [, problem, failure] = table()[row];
		expect(problem.failure).toEqual(failure);
	});

	it('stays with a problem whose message is reworded', () => {
		const problem = answerProblem({ status: 503, text: OWN }, NODE);
		const other = problem.with({ message: 'Waited', hint: 'Wait' });
		expect(other).toMatchObject({
			message: 'Waited',
			hint: 'Wait',
			httpStatus: 503,
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(problem.message).not.toBe('Waited');
	});
});

import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/shared/http/outcome';
import { exchangeProblem } from '../../../nodes/shared/managementApi/exchangeProblem';
import type { Problem } from '../../../nodes/shared/text/problem';
import { FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';

const HOST = 'api.chainstack.com';

const problemOf = (reply: Outcome, attempts: number): Problem =>
	exchangeProblem(
		{
			conclusion: 'retriesUsedUp',
			reply,
			attempts,
			mayHaveBeenProcessedBefore: false,
			durationMs: 1,
		},
		{ host: HOST, maxRetryWaitMs: 300_000 },
	);

const networkProblem = (code: string, isLost: boolean, attempts: number): Problem =>
	problemOf({ kind: isLost ? 'lost' : 'notSent', code }, attempts);

describe('a fault of the network', () => {
	it.each([
		['ECONNREFUSED', /^Nothing is listening/],
		['UNKNOWN', /^Check the address/],
	])('says for %s what to check', (code, hint) => {
		const problem = networkProblem(code, false, 1);
		expect(problem.message).toBe(`${HOST} could not be reached`);
		expect(problem.hint).toMatch(hint);
		expect(problem.networkCode).toBe(code);
	});

	it.each(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UNKNOWN'])(
		'says that it was lost: %s',
		(code) => {
			const problem = networkProblem(code, true, 1);
			expect(problem.message).toContain('was lost');
			expect(problem.message).toContain(HOST);
			expect(problem.hint).not.toContain(code);
			expect(problem.networkCode).toBe(code);
		},
	);

	it.each([
		['ENOTFOUND', true],
		['CERT_HAS_EXPIRED', true],
		['ECONNRESET', false],
	])('says whether %s is permanent: %s', (code, isLasting) => {
		expect(networkProblem(code, false, 1).isLasting).toBe(isLasting);
	});

	it('says that an answer is damaged', () => {
		const { message } = networkProblem('Z_DATA_ERROR', true, 5);
		expect(message).toBe(
			`The response from ${HOST} is damaged and could not be decompressed (5 attempts)`,
		);
	});

	it.each([
		[1, `${HOST} could not be reached`],
		[5, `${HOST} could not be reached (5 attempts)`],
	])('names %d attempts', (attempts, message) => {
		expect(networkProblem('ECONNREFUSED', false, attempts).message).toBe(message);
	});

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EPERM', 'EACCES', 'CERT_HAS_EXPIRED'])(
		'keeps the code %s out of the message, where n8n would replace the whole text',
		(code) => {
			for (const broke of [true, false]) {
				const { message } = networkProblem(code, broke, 2);
				expect(message).not.toMatch(NODE_CODE);
				expect(message).not.toMatch(FORBIDDEN_WORDS);
			}
		},
	);
});

describe('a timeout', () => {
	it('names host, limit and attempts', () => {
		const problem = problemOf({ kind: 'timedOut', limitMs: 30_000 }, 3);
		expect(problem.message).toBe(
			`${HOST} did not send a complete response within 30 s (3 attempts)`,
		);
		expect(problem.hint).toContain("'Timeout'");
		expect(problem.message).not.toMatch(NODE_CODE);
	});
});

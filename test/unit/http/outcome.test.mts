import { describe, expect, it } from 'vitest';

import {
	toEnding,
	isRateLimit,
	mayHaveBeenProcessed,
	findRetryAfterMs,
	type Outcome,
} from '../../../nodes/shared/http/outcome';
import { answerOf } from '../fixtures/answers.mts';

const NOON = Date.UTC(2026, 10, 20, 12, 0, 0);
const AFTER = { 'retry-after': '7' };
const answer = (status: number, headers = {}, text = '', at = NOON) =>
	answerOf(status, text, headers, at);
const tooLarge = (status: number): Outcome => ({ kind: 'tooLarge', status, limitBytes: 1 });
const notSent = (code: string): Outcome => ({ kind: 'notSent', code });

const ANSWERED = { kind: 'answered' };
const CANCELLED = { kind: 'cancelled' };
const REFUSED = { kind: 'refused', mayHaveBeenProcessed: false };
/** The server was reached. */
const FAILED = { kind: 'failed', isReached: true, isTransient: true, mayHaveBeenProcessed: true };
/** Nothing was sent. */
const unsent = (isTransient: boolean) => ({
	kind: 'failed',
	isReached: false,
	isTransient,
	mayHaveBeenProcessed: false,
});

/** The meaning of an outcome for repeating the request, and whether the server may have acted. */
const OUTCOMES: Array<[Outcome, object, boolean]> = [
	...[200, 201, 204, 301, 302, 400, 401, 403, 404, 409, 413, 422].flatMap(
		(status): Array<[Outcome, object, boolean]> => [
			[answer(status), ANSWERED, false],
			[answer(status, AFTER), ANSWERED, false],
		],
	),
	...[303, 501, 505].flatMap(
		(status): Array<[Outcome, object, boolean]> => [
			[answer(status), ANSWERED, true],
			[answer(status, AFTER), ANSWERED, true],
		],
	),
	[answer(429), REFUSED, false],
	[answer(429, { 'retry-after': '0' }), REFUSED, false],
	[answer(429, AFTER), { ...REFUSED, retryAfterMs: 7000 }, false],
	[answer(503, { 'retry-after': '0' }), REFUSED, false],
	[answer(503, AFTER), { ...REFUSED, retryAfterMs: 7000 }, false],
	...[408, 500, 502, 520, 522, 529, 599].flatMap(
		(status): Array<[Outcome, object, boolean]> => [
			[answer(status), FAILED, true],
			[answer(status, AFTER), { ...FAILED, retryAfterMs: 7000 }, true],
		],
	),
	[answer(425), { ...FAILED, mayHaveBeenProcessed: false }, false],
	[answer(503), FAILED, true],
	[answer(504), FAILED, true],
	[answer(504, AFTER), { ...FAILED, retryAfterMs: 7000 }, true],
	[{ kind: 'lost', code: 'ECONNRESET' }, FAILED, true],
	[{ kind: 'lost', code: 'UNKNOWN' }, FAILED, true],
	[{ kind: 'timedOut', limitMs: 1 }, FAILED, true],
	...'ECONNREFUSED ECONNRESET EAI_AGAIN ENETUNREACH EHOSTUNREACH EADDRNOTAVAIL ETIMEDOUT'
		.split(' ')
		.map((code): [Outcome, object, boolean] => [notSent(code), unsent(true), false]),
	...'ENOTFOUND CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN EPROTO ERR_INVALID_URL'
		.split(' ')
		.map((code): [Outcome, object, boolean] => [notSent(code), unsent(false), false]),
	[{ kind: 'cancelled', sent: true }, CANCELLED, true],
	[{ kind: 'cancelled', sent: false }, CANCELLED, false],
	[{ kind: 'blocked', message: 'x' }, ANSWERED, false],
	[tooLarge(200), ANSWERED, true],
	[tooLarge(399), ANSWERED, true],
	[tooLarge(400), ANSWERED, false],
	[tooLarge(404), ANSWERED, false],
	[tooLarge(500), ANSWERED, true],
];

it.each(OUTCOMES)('%j means %j, and that the server may have acted: %s', (outcome, ending, may) => {
	expect(toEnding(outcome)).toMatchObject(ending);
	expect(mayHaveBeenProcessed(outcome)).toBe(may);
});

it('lets a name that could be resolved before come back', () => {
	expect(toEnding(notSent('ENOTFOUND'), true)).toMatchObject(unsent(true));
	expect(toEnding(notSent('ENOTFOUND'), false)).toMatchObject(unsent(false));
	expect(toEnding(notSent('CERT_HAS_EXPIRED'), true)).toMatchObject(unsent(false));
});

it.each([
	[429, {}, true],
	[429, AFTER, true],
	[503, AFTER, true],
	[503, {}, false],
	[502, AFTER, false],
	[200, AFTER, false],
	[420, {}, false],
])('%d with %j is a rate limit: %s', (status, headers, expected) => {
	expect(isRateLimit(answer(status, headers))).toBe(expected);
});

describe('the wait that a server asks for', () => {
	const date = (time: string) => `Fri, 20 Nov 2026 ${time} GMT`;
	const faucet = JSON.stringify({ error: 'x', nextFaucetAvailable: '2026-11-20T13:00:00Z' });
	const dated = { date: date('12:00:00'), 'retry-after': date('12:00:30') };

	it.each<[string, Outcome, number | undefined]>([
		...[429, 502, 503, 504, 200].map((status): [string, Outcome, number] => [
			'in seconds',
			answer(status, AFTER),
			7000,
		]),
		['as a date', answer(429, { 'retry-after': date('12:01:30') }), 90_000],
		['in the past', answer(429, { 'retry-after': 'Fri, 20 Nov 2020 12:00:00 GMT' }), 0],
		['by the clock of a server that is late', answer(429, dated, '', NOON + 120_000), 30_000],
		['by the clock of one that is early', answer(429, dated, '', NOON - 120_000), 30_000],
		['by the faucet, in the body', answer(429, {}, faucet), 3_600_000],
		['in the header rather than the body', answer(429, AFTER, faucet), 7000],
		['in the body of another status', answer(503, {}, faucet), undefined],
		...['soon', '', '-1', 'after 5'].map((text): [string, Outcome, undefined] => [
			`unreadably (${text})`,
			answer(429, { 'retry-after': text }),
			undefined,
		]),
		['nowhere', answer(429), undefined],
		['without an answer', { kind: 'lost', code: 'x' }, undefined],
	])('is read where it is given %s', (_, outcome, wait) => {
		expect(findRetryAfterMs(outcome)).toBe(wait);
	});
});

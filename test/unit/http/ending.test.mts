import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	endingOf,
	retryAfterMsOf,
	type Answer,
	type Outcome,
} from '../../../nodes/shared/http/outcome';
import type { Ending } from '../../../nodes/shared/scheduler/retryPolicy';
import { stopTime } from '../fixtures/clock.mts';

beforeEach(stopTime);
afterEach(() => {
	vi.useRealTimers();
});

const answer = (status: number, headers: Record<string, string> = {}, text = ''): Answer => ({
	kind: 'answer',
	status,
	headers,
	text,
	receivedAtMs: Date.now(),
});

describe('endingOf', () => {
	it.each([200, 201, 204, 301, 400, 401, 403, 404, 409, 413, 422, 500, 501, 505, 520])(
		'treats %d as final',
		(status) => {
			expect(endingOf(answer(status))).toEqual({ kind: 'answered' });
			expect(endingOf(answer(status, { 'retry-after': '1' }))).toEqual({ kind: 'answered' });
		},
	);

	it.each<[number, Record<string, string>]>([
		[429, {}],
		[429, { 'retry-after': '0' }],
		[503, { 'retry-after': '0' }],
	])('treats %d with %j as a rejected request without effect', (status, headers) => {
		expect(endingOf(answer(status, headers))).toMatchObject({
			kind: 'refused',
			mayHaveBeenProcessed: false,
		});
	});

	it.each<[number, Record<string, string>]>([
		[502, {}],
		[502, { 'retry-after': '1' }],
		[503, {}],
		[504, {}],
		[504, { 'retry-after': '1' }],
	])('treats %d with %j as a failing server that may have acted', (status, headers) => {
		expect(endingOf(answer(status, headers))).toMatchObject({
			kind: 'failed',
			isReached: true,
			isTransient: true,
			mayHaveBeenProcessed: true,
		});
	});

	it.each([429, 502, 503, 504])('passes on the wait requested with %d', (status) => {
		expect(endingOf(answer(status, { 'retry-after': '7' }))).toMatchObject({ retryAfterMs: 7000 });
	});

	it.each<Outcome>([
		{ kind: 'lost', code: 'ECONNRESET' },
		{ kind: 'lost', code: 'EPIPE' },
		{ kind: 'lost', code: 'UNKNOWN' },
		{ kind: 'timedOut', limitMs: 1 },
	])('says that a server that was reached may have acted, and may recover: %j', (outcome) => {
		expect(endingOf(outcome)).toEqual({
			kind: 'failed',
			isReached: true,
			isTransient: true,
			mayHaveBeenProcessed: true,
		});
	});

	it.each<[string, boolean]>([
		['ECONNREFUSED', true],
		['ECONNRESET', true],
		['EAI_AGAIN', true],
		['ENETUNREACH', true],
		['EHOSTUNREACH', true],
		['EADDRNOTAVAIL', true],
		['ETIMEDOUT', true],
		['ENOTFOUND', false],
		['CERT_HAS_EXPIRED', false],
		['SELF_SIGNED_CERT_IN_CHAIN', false],
		['ERR_TLS_CERT_ALTNAME_INVALID', false],
		['EPROTO', false],
		['ERR_INVALID_URL', false],
	])('says that nothing was sent after %s, and whether that is temporary: %s', (code, soon) => {
		expect(endingOf({ kind: 'notSent', code })).toEqual({
			kind: 'failed',
			isReached: false,
			isTransient: soon,
			mayHaveBeenProcessed: false,
		});
	});

	it.each<[Outcome, Ending]>([
		[{ kind: 'cancelled', sent: true }, { kind: 'cancelled' }],
		[{ kind: 'cancelled', sent: false }, { kind: 'cancelled' }],
		[{ kind: 'refused', message: 'x' }, { kind: 'answered' }],
		[{ kind: 'tooLarge', status: 200, limitBytes: 1 }, { kind: 'answered' }],
	])('allows no repetition after %j', (outcome, expected) => {
		expect(endingOf(outcome)).toEqual(expected);
	});
});

describe('retryAfterMsOf', () => {
	it.each([429, 502, 503, 504, 200])('reads seconds, with %d', (status) => {
		expect(retryAfterMsOf(answer(status, { 'retry-after': '2' }))).toBe(2000);
	});

	it.each(['soon', '', '-1', 'after 5'])('reads no wait from the header %j', (value) => {
		expect(retryAfterMsOf(answer(429, { 'retry-after': value }))).toBeUndefined();
	});

	it.each<Outcome>([
		answer(429),
		{ kind: 'lost', code: 'x' },
		{ kind: 'notSent', code: 'x' },
		{ kind: 'timedOut', limitMs: 1 },
		{ kind: 'cancelled', sent: true },
	])('reads no wait from the outcome %j', (outcome) => {
		expect(retryAfterMsOf(outcome)).toBeUndefined();
	});

	it('reads a date', () => {
		vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
		const headers = { 'retry-after': 'Fri, 20 Nov 2026 12:01:30 GMT' };
		expect(retryAfterMsOf(answer(429, headers))).toBe(90_000);
	});

	it.each([-120, 120])('measures a date by the clock of the server (%d s off)', (seconds) => {
		vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, seconds));
		const headers = {
			date: 'Fri, 20 Nov 2026 12:00:00 GMT',
			'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT',
		};
		expect(retryAfterMsOf(answer(429, headers))).toBe(30_000);
	});

	it('treats a date in the past as no wait', () => {
		vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
		const headers = { 'retry-after': 'Fri, 20 Nov 2020 12:00:00 GMT' };
		expect(retryAfterMsOf(answer(429, headers))).toBe(0);
	});

	it("reads the faucet's time from the body, but prefers the header", () => {
		vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
		const text = JSON.stringify({ error: 'wait', nextFaucetAvailable: '2026-11-20T13:00:00Z' });
		expect(retryAfterMsOf(answer(429, {}, text))).toBe(3_600_000);
		expect(retryAfterMsOf(answer(429, { 'retry-after': '5' }, text))).toBe(5000);
		expect(retryAfterMsOf(answer(503, {}, text))).toBeUndefined();
	});
});

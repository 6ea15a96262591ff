import { describe, expect, it } from 'vitest';

import {
	isRateLimit,
	mayHaveBeenProcessed,
	type Answer,
	type Outcome,
} from '../../../nodes/shared/http/outcome';

const answer = (status: number, headers: Record<string, string> = {}): Answer => ({
	kind: 'answer',
	status,
	headers,
	text: '',
	receivedAtMs: 0,
});

describe('mayHaveBeenProcessed', () => {
	it.each<Outcome>([
		answer(303),
		answer(500),
		answer(501),
		answer(502),
		answer(503),
		answer(504),
		answer(599),
		answer(502, { 'retry-after': '1' }),
		answer(504, { 'retry-after': '1' }),
		{ kind: 'lost', code: 'ECONNRESET' },
		{ kind: 'timedOut', limitMs: 1 },
		{ kind: 'cancelled', sent: true },
		{ kind: 'tooLarge', status: 200, limitBytes: 1 },
		{ kind: 'tooLarge', status: 399, limitBytes: 1 },
		{ kind: 'tooLarge', status: 500, limitBytes: 1 },
		{ kind: 'tooLarge', status: 502, limitBytes: 1 },
	])('is true after %j', (outcome) => {
		expect(mayHaveBeenProcessed(outcome)).toBe(true);
	});

	it.each<Outcome>([
		answer(200),
		answer(302),
		answer(400),
		answer(401),
		answer(404),
		answer(409),
		answer(422),
		answer(429),
		answer(429, { 'retry-after': '1' }),
		answer(503, { 'retry-after': '1' }),
		{ kind: 'notSent', code: 'ECONNREFUSED' },
		{ kind: 'tooLarge', status: 400, limitBytes: 1 },
		{ kind: 'tooLarge', status: 404, limitBytes: 1 },
		{ kind: 'refused', message: 'x' },
		{ kind: 'cancelled', sent: false },
	])('is false after %j', (outcome) => {
		expect(mayHaveBeenProcessed(outcome)).toBe(false);
	});
});

describe('isRateLimit', () => {
	it.each<[number, Record<string, string>, boolean]>([
		[429, {}, true],
		[429, { 'retry-after': '1' }, true],
		[503, { 'retry-after': '1' }, true],
		[503, {}, false],
		[502, { 'retry-after': '1' }, false],
		[200, { 'retry-after': '1' }, false],
		[420, {}, false],
	])('%d with %j: %s', (status, headers, expected) => {
		expect(isRateLimit(answer(status, headers))).toBe(expected);
	});
});

import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/shared/http/outcome';
import { readAnswer } from '../../../nodes/shared/jsonRpc/answer';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';
import {
	SKIPPED,
	toEndingOfAnswer,
	toReply,
	type TransportReply,
} from '../../../nodes/shared/jsonRpc/rpcReply';
import type { Ending } from '../../../nodes/shared/scheduler/retryPolicy';
import type { Conclusion, Settled } from '../../../nodes/shared/scheduler/scheduledCall';
import { answerOf, errorAnswer } from '../fixtures/answers.mts';
import { FORBIDDEN_WORDS } from '../fixtures/problems.mts';

const answered = (status: number, headers: Record<string, string> = {}): Outcome =>
	answerOf(status, '', headers, Date.UTC(2026, 10, 20, 12, 1));
const tooLarge: Outcome = { kind: 'tooLarge', status: 200, limitBytes: 1 };
const lost: Outcome = { kind: 'lost', code: 'ECONNRESET' };
const result: RpcAnswer = { kind: 'result', result: false };
const refusal: RpcAnswer = { kind: 'rpcError', message: 'x' };
const invalid: RpcAnswer = { kind: 'invalidResponse', reason: 'x' };
const unreachable: RpcAnswer = { kind: 'unreachable', reason: 'x' };
const LIMIT_MEANING = { kind: 'limited', evidence: 'words', waitMs: 5 } as const;
const limited: RpcAnswer = {
	kind: 'rateLimited',
	reason: 'x',
	quota: false,
	retryAfterMs: 5,
	meaning: LIMIT_MEANING,
};
const usedUp = errorAnswer(-32005, 'monthly quota reached');
/** What was read for a call that changes something. */
const read = (outcome: Outcome): RpcAnswer => readAnswer(outcome, 1, '2.0', { isWrite: true });
const readTransport = (outcome: Outcome): TransportReply => ({ answer: read(outcome), outcome });

describe('toEndingOfAnswer', () => {
	const single = { isBatch: false, isWhole: true };
	const batch = { isBatch: true, isWhole: true };

	it.each<[string, RpcAnswer | undefined, Outcome, Ending['kind']]>([
		['a result', result, answered(200), 'answered'],
		['an error', { kind: 'rpcError', message: 'x' }, answered(200), 'answered'],
		['a refused key', { kind: 'unauthorized', reason: 'x' }, answered(401), 'answered'],
		['a used-up quota', usedUp, answered(200), 'answered'],
		['a limit', limited, answered(200), 'refused'],
		['status 503 with a wait', unreachable, answered(503, { 'retry-after': '1' }), 'refused'],
		['status 503', unreachable, answered(503), 'failed'],
		['status 500', unreachable, answered(500), 'failed'],
		['status 501', unreachable, answered(501), 'answered'],
		['a busy server', errorAnswer(-32009, 'Server is busy'), answered(200), 'failed'],
		['no backend', errorAnswer(-32000, 'no backend is available'), answered(200), 'failed'],
		['an internal error', errorAnswer(-32603, 'internal error'), answered(200), 'answered'],
		['a lost connection', unreachable, lost, 'failed'],
		['an empty answer', invalid, answered(200), 'failed'],
		['one that breaks off', invalid, answerOf(200, '{"jsonrpc":"2.0","id":1,"resu'), 'failed'],
		['a list that breaks off', invalid, answerOf(299, '[1,'), 'failed'],
		['a page', invalid, answerOf(200, '<p>'), 'answered'],
		['other JSON', invalid, answerOf(200, ' {"a":1} '), 'answered'],
		['an empty redirect', invalid, answered(302), 'answered'],
		['an answer that is too large', invalid, tooLarge, 'answered'],
		['a cancellation', { kind: 'cancelled' }, { kind: 'cancelled', sent: true }, 'cancelled'],
		['nothing', undefined, answered(200), 'skipped'],
	])('of a single call with %s', (_, answer, outcome, kind) => {
		expect(toEndingOfAnswer(answer, outcome, single).kind).toBe(kind);
	});

	it.each<[string, RpcAnswer, Outcome, Ending['kind']]>([
		['that is not understood', invalid, answered(400), 'tooMuch'],
		['whose key is refused', { kind: 'unauthorized', reason: 'x' }, answered(401), 'tooMuch'],
		['at a wrong address', invalid, answered(404), 'answered'],
		['whose answer is too large', invalid, tooLarge, 'tooMuch'],
	])('of a batch %s', (_, answer, outcome, kind) => {
		expect(toEndingOfAnswer(answer, outcome, batch).kind).toBe(kind);
		expect(toEndingOfAnswer(answer, outcome, { ...batch, isWhole: false }).kind).not.toBe(
			'tooMuch',
		);
	});

	it.each([
		[-32600, 'x'],
		[-32002, 'x'],
		[-32003, 'x'],
		[-32700, 'x'],
		[-32000, 'the batch is too large'],
		[-32000, 'request timed out'],
		[-32000, 'timeout'],
	])('of a call of a batch with %d (%s) is not believed', (code, message) => {
		const answer = errorAnswer(code, message);
		const some = { isBatch: true, isWhole: false };
		expect(toEndingOfAnswer(answer, answered(200), some).kind).toBe('tooMuch');
		expect(toEndingOfAnswer(answer, answered(200), single).kind).toBe('answered');
		for (const certain of [errorAnswer(3, 'execution reverted'), errorAnswer(code, 'out of gas')])
			expect(toEndingOfAnswer(certain, answered(200), some).kind).toBe('answered');
	});

	it.each([
		['status 503 with a wait', unreachable, answered(503, { 'retry-after': '1' }), 1000],
		['a limit', limited, answered(200), 5],
	])(
		'of %s keeps the wait, and says that writes may have been processed',
		(_, answer, outcome, wait) => {
			for (const isWrite of [true, false])
				expect(toEndingOfAnswer(answer, outcome, { ...single, isWrite })).toEqual({
					kind: 'refused',
					retryAfterMs: wait,
					mayHaveBeenProcessed: isWrite,
				});
		},
	);
});

describe('toReply', () => {
	const settled = (
		reply: TransportReply | undefined,
		more: Partial<Settled<TransportReply>> = {},
		isFixed?: boolean,
	) => {
		const usual = { attempts: 2, mayHaveBeenProcessedBefore: false, durationMs: 12.6 };
		return toReply({ conclusion: 'replied', reply, ...usual, ...more }, isFixed);
	};

	it('reports status, clock difference, round trip and attempts', () => {
		const date = 'Fri, 20 Nov 2026 12:00:30 GMT';
		expect(settled({ answer: result, outcome: answered(200, { date }) })).toEqual({
			answer: result,
			httpStatus: 200,
			receivedAtMs: expect.any(Number) as number,
			clockAheadMs: 30_000,
			latencyMs: 13,
			attempts: 2,
			mayHaveBeenProcessed: false,
		});
		expect(settled({ answer: result, outcome: answered(200) }).clockAheadMs).toBeUndefined();
		expect(settled({ answer: unreachable, outcome: lost }).httpStatus).toBeUndefined();
	});

	it.each<[string, TransportReply, boolean]>([
		['a result', { answer: result, outcome: answered(200) }, false],
		['an unreadable answer', readTransport(answered(200)), true],
		['an answer too large to read', readTransport(tooLarge), true],
		['the last status of a success', readTransport(answered(299)), true],
		['the first redirect', readTransport(answered(300)), false],
		['a redirect', readTransport(answered(302)), false],
		['one that leads to its result', readTransport(answered(303)), true],
		['a refused key', readTransport(answered(401)), false],
		['a timeout of a gateway', readTransport(answered(504)), true],
		['a result with the status of a fault', { answer: result, outcome: answered(500) }, false],
		['an error with the status of a fault', { answer: refusal, outcome: answered(500) }, false],
		['a lost connection', readTransport(lost), true],
		['no connection', { answer: unreachable, outcome: { kind: 'notSent', code: 'X' } }, false],
	])('says whether the endpoint may have acted: %s', (_, reply, may) => {
		expect(settled(reply).mayHaveBeenProcessed).toBe(may);
		expect(settled(reply, { conclusion: 'cancelled' })).toMatchObject({
			answer: { kind: 'cancelled' },
			lastAnswer: reply.answer,
			mayHaveBeenProcessed: false,
		});
	});

	it.each([true, false])('says whether a cancelled call was sent: %s', (sent) => {
		const reply: TransportReply = {
			answer: { kind: 'cancelled' },
			outcome: { kind: 'cancelled', sent },
		};
		expect(settled(reply)).toMatchObject({ mayHaveBeenProcessed: sent, lastAnswer: undefined });
	});

	const wait = 'the endpoint asked for a wait of 90 s';
	const longer = `, longer than 'Max Retry Wait' allows, so nothing`;
	const raise = 'was sent. Try again after that time, or raise the option';
	const failing = 'because requests there keep failing. Try again later';
	const busy = 'because the endpoint keeps rejecting calls. Try again later, or with fewer calls';
	const LIMIT = { kind: 'rateLimited', quota: false } as const;
	const asked = { ...LIMIT, retryAfterMs: 90_000 };
	const said: RpcAnswer = { ...limited, reason: 'RPS limit reached.' };
	const down: RpcAnswer = { kind: 'unreachable', reason: 'y', withStatus: 'status 503' };
	it.each<Conclusion>(['retriesUsedUp', 'othersFailed', 'othersRefused'])(
		'says where nothing gets through at the host: %s',
		(conclusion) => {
			const reply = { answer: down, outcome: answered(503) };
			const shown = settled(reply, { conclusion, isHostDown: true }).answer;
			expect(shown).toMatchObject({
				reason: expect.stringMatching(/^nothing gets through at this host: y/),
				withStatus: expect.stringMatching(/^nothing gets through at this host: status 503/),
			});
		},
	);

	it.each<[Conclusion, RpcAnswer | undefined, number, RpcAnswer, isFixed?: boolean]>([
		['replied', said, 2, said],
		['retriesUsedUp', result, 2, result],
		['retriesUsedUp', undefined, 2, SKIPPED],
		['cancelled', said, 2, { kind: 'cancelled' }],
		[
			'waitTooLong',
			said,
			2,
			{ ...said, reason: `RPS limit reached; ${wait}${longer} more ${raise}` },
		],
		['pauseTooLong', undefined, 0, { ...asked, reason: `${wait}${longer} ${raise}` }],
		['pauseTooLong', undefined, 0, { ...asked, reason: wait }, true],
		[
			'othersFailed',
			down,
			2,
			{
				...down,
				reason: `y; not sent again, ${failing}`,
				withStatus: `status 503; not sent again, ${failing}`,
			},
		],
		['othersFailed', result, 0, { kind: 'unreachable', reason: `not sent, ${failing}` }],
		['othersRefused', said, 1, { ...said, reason: `RPS limit reached; not sent again, ${busy}` }],
		['othersRefused', undefined, 0, { ...LIMIT, reason: `not sent, ${busy}` }],
	])('says why nothing came after it: %s', (conclusion, answer, attempts, expected, isFixed) => {
		const reply = answer && { answer, outcome: answered(200) };
		const shown = settled(reply, { conclusion, attempts, retryAfterMs: 90_000 }, isFixed).answer;
		expect(shown).toEqual(expected);
		expect(JSON.stringify(shown)).not.toMatch(FORBIDDEN_WORDS);
	});
});

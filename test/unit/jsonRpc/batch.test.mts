import { describe, expect, it } from 'vitest';

import type { Answer, Outcome } from '../../../nodes/shared/http/outcome';
import { readBatch, type BatchAnswer } from '../../../nodes/shared/jsonRpc/batch';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { answerOf, withoutMeaning } from '../fixtures/answers.mts';

const answer = (body: unknown, status = 200): Answer => answerOf(status, body);

/** The answers to so many calls, without what they mean. */
function readWithout(outcome: Outcome, count: number): BatchAnswer {
	const calls = Array.from({ length: count }, () => ({ method: 'eth_chainId' }));
	const { answers, isWhole } = readBatch(outcome, calls);
	const shown = answers.map((each) => each && (withoutMeaning(each) as RpcAnswer));
	return { answers: shown, isWhole };
}

const result = (id: unknown, value: unknown = `r${String(id)}`): object => ({
	jsonrpc: '2.0',
	id,
	result: value,
});

describe('readBatch', () => {
	it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]]])(
		'gives each call its own answer, whatever the order: %j',
		(order) => {
			expect(readWithout(answer(order.map((id) => result(id))), 3)).toEqual({
				answers: [
					{ kind: 'result', result: 'r1' },
					{ kind: 'result', result: 'r2' },
					{ kind: 'result', result: 'r3' },
				],
				isWhole: false,
			});
		},
	);

	const error = (id: unknown, code: number) => ({
		jsonrpc: '2.0',
		id,
		error: { code, message: 'x' },
	});

	it.each<[string, unknown[], RpcAnswer['kind'] | undefined]>([
		['an error', [error(2, -32601), result(1)], 'rpcError'],
		['a rate limit', [result(1), error(2, -32005)], 'rateLimited'],
		['the same answer twice', [result(1), result(2), result(2)], 'result'],
		['nothing', [result(1)], undefined],
		['two answers', [result(1), result(2), result(2, 'other')], undefined],
		['one with a string as its id', [result(1), result('2')], undefined],
		['one with a foreign id', [result(1), result(3)], undefined],
		['one without an id', [result(1), { jsonrpc: '2.0', result: 1 }], undefined],
		['one in another version', [result(1), { ...result(2), jsonrpc: '1.0' }], undefined],
		['one without a result', [result(1), { jsonrpc: '2.0', id: 2 }], undefined],
		['null', [null, result(1)], undefined],
		['no object', [5, 'x', [], result(1)], undefined],
	])('gives a call that got %s its answer, or leaves it open', (_, elements, kind) => {
		for (const status of [200, 500]) {
			const { answers, isWhole } = readWithout(answer(elements, status), 2);
			expect(answers.map((each) => each?.kind)).toEqual(['result', kind]);
			expect(answers[0]).toEqual({ kind: 'result', result: 'r1' });
			expect(isWhole).toBe(false);
		}
	});

	it('leaves all calls open after an empty list', () => {
		expect(readWithout(answer([]), 2)).toEqual({ answers: [undefined, undefined], isWhole: false });
	});

	it.each<[string, Answer]>([
		['a result for the first id', answer(result(1))],
		['the same with the status of a fault', answer(result(1), 500)],
		['other JSON', answer('null')],
	])('leaves all calls open if the server answers one call of many: %s', (_, outcome) => {
		expect(readWithout(outcome, 3)).toEqual({
			answers: [undefined, undefined, undefined],
			isWhole: true,
		});
	});

	// The meaning of these answers is tested with single calls.
	it.each<[string, Outcome, string]>([
		['text', answer('no batches here'), 'invalidResponse'],
		['nothing', answer(''), 'invalidResponse'],
		['401', answer('', 401), 'unauthorized'],
		['413', answer('', 413), 'invalidResponse'],
		['300 with other JSON', answer('null', 300), 'invalidResponse'],
		['429', answer('', 429), 'rateLimited'],
		['-32005', answer(error(null, -32005)), 'rateLimited'],
		['an error', answer(error(null, -32600)), 'rpcError'],
		['503', answer('', 503), 'unreachable'],
		['a broken connection', { kind: 'lost', code: 'ECONNRESET' }, 'unreachable'],
		['a cancellation', { kind: 'cancelled', sent: true }, 'cancelled'],
		['too much', { kind: 'tooLarge', status: 200, limitBytes: 1 }, 'invalidResponse'],
	])('gives all calls the answer to the whole batch: %s', (_, outcome, kind) => {
		expect(readWithout(outcome, 2)).toMatchObject({ answers: [{ kind }, { kind }], isWhole: true });
	});
});

import { describe, expect, it } from 'vitest';

import type { Answer, Outcome } from '../../../nodes/shared/http/outcome';
import { readBatch } from '../../../nodes/shared/jsonRpc/batch';
import { answerOf } from '../fixtures/answers.mts';

const answer = (body: unknown, status = 200): Answer => answerOf(status, body);

const result = (id: unknown, value: unknown = `r${String(id)}`): object => ({
	jsonrpc: '2.0',
	id,
	result: value,
});

describe('readBatch', () => {
	it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]]])(
		'gives each call its own answer, whatever the order: %j',
		(order) => {
			expect(readBatch(answer(order.map((id) => result(id))), 3)).toEqual({
				answers: [
					{ kind: 'result', result: 'r1' },
					{ kind: 'result', result: 'r2' },
					{ kind: 'result', result: 'r3' },
				],
				isWhole: false,
			});
		},
	);

	it('reads errors of single calls', () => {
		const refusal = { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'x' } };
		const { answers } = readBatch(answer([refusal, result(1)]), 2);
		expect(answers).toMatchObject([{ kind: 'result' }, { kind: 'rpcError', code: -32601 }]);
	});

	it('reads rate limits of single calls', () => {
		const limit = { jsonrpc: '2.0', id: 2, error: { code: -32005, message: 'x' } };
		for (const status of [200, 429]) {
			const { answers, isWhole } = readBatch(answer([result(1), limit], status), 2);
			expect(answers).toMatchObject([{ kind: 'result' }, { kind: 'rateLimited' }]);
			expect(isWhole).toBe(false);
		}
	});

	it.each<[string, unknown[], number]>([
		['missing', [result(1)], 1],
		['double', [result(1), result(2), result(2, 'other')], 1],
		['present with a string as its id', [result(1), result('2')], 1],
		['present with a foreign id', [result(1), result(3)], 1],
		['present without an id', [result(1), { jsonrpc: '2.0', result: 1 }], 1],
		['present in another version', [result(1), { ...result(2), jsonrpc: '1.0' }], 1],
		['present without a result', [result(1), { jsonrpc: '2.0', id: 2 }], 1],
		['null', [null, result(1)], 1],
		['not an object', [5, 'x', [], result(1)], 1],
	])('leaves a call open whose answer is %s', (_, elements, known) => {
		const { answers, isWhole } = readBatch(answer(elements), 2);
		expect(answers.filter((each) => each !== undefined)).toHaveLength(known);
		expect(answers[0]).toEqual({ kind: 'result', result: 'r1' });
		expect(answers[1]).toBeUndefined();
		expect(isWhole).toBe(false);
	});

	it('counts an answer that arrives twice once', () => {
		const { answers } = readBatch(answer([result(1), result(2), result(2)]), 2);
		expect(answers).toEqual([
			{ kind: 'result', result: 'r1' },
			{ kind: 'result', result: 'r2' },
		]);
	});

	it('leaves all calls open after an empty list', () => {
		expect(readBatch(answer([]), 2)).toEqual({ answers: [undefined, undefined], isWhole: false });
	});

	it.each<[string, Answer]>([
		['a result for the first id', answer(result(1))],
		['the same with the status of a fault', answer(result(1), 500)],
		['other JSON', answer('null')],
	])('leaves all calls open if the server answers one call of many: %s', (_, outcome) => {
		expect(readBatch(outcome, 3)).toEqual({
			answers: [undefined, undefined, undefined],
			isWhole: true,
		});
	});

	// What these answers mean is tested with single calls.
	const error = (code: number) => ({ jsonrpc: '2.0', id: null, error: { code, message: 'x' } });
	it.each<[string, Outcome, string]>([
		['text', answer('no batches here'), 'invalidResponse'],
		['nothing', answer(''), 'invalidResponse'],
		['401', answer('', 401), 'unauthorized'],
		['413', answer('', 413), 'invalidResponse'],
		['300 with other JSON', answer('null', 300), 'invalidResponse'],
		['429', answer('', 429), 'rateLimited'],
		['-32005', answer(error(-32005)), 'rateLimited'],
		['an error', answer(error(-32600)), 'rpcError'],
		['503', answer('', 503), 'unreachable'],
		['a broken connection', { kind: 'lost', code: 'ECONNRESET' }, 'unreachable'],
		['a cancellation', { kind: 'cancelled', sent: true }, 'cancelled'],
		['too much', { kind: 'tooLarge', status: 200, limitBytes: 1 }, 'invalidResponse'],
	])('gives all calls the answer to the whole batch: %s', (_, outcome, kind) => {
		expect(readBatch(outcome, 2)).toMatchObject({ answers: [{ kind }, { kind }], isWhole: true });
	});
});

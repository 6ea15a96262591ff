import { describe, expect, it } from 'vitest';

import type { Answer } from '../../../nodes/shared/http/outcome';
import { readBatch, sizeOfBatch } from '../../../nodes/shared/jsonRpc/batch';

const answer = (body: unknown, status = 200): Answer => ({
	kind: 'answer',
	status,
	headers: {},
	text: typeof body === 'string' ? body : JSON.stringify(body),
});

const result = (id: unknown, value: unknown = `r${String(id)}`): object => ({
	jsonrpc: '2.0',
	id,
	result: value,
});

describe('sizeOfBatch', () => {
	it.each([0, 1, 2, 1000])('takes all of %d small calls', (count) => {
		expect(sizeOfBatch(Array.from({ length: count }, () => '{}'))).toBe(count);
	});

	it('fills 1 MB and does not exceed it', () => {
		const body = (bytes: number): string => 'x'.repeat(bytes);
		expect(sizeOfBatch([body(499_990), body(499_990)])).toBe(2);
		expect(sizeOfBatch([body(499_999), body(500_000)])).toBe(1);
	});

	it('counts bytes, not characters', () => {
		const body = 'ü'.repeat(250_000);
		expect(sizeOfBatch([body, body, body])).toBe(1);
	});

	it('lets a call that is too large for any batch go alone', () => {
		expect(sizeOfBatch(['x'.repeat(2_000_000), '{}'])).toBe(1);
	});

	it.each([1, 2, 7, 50])('never exceeds 1 MB with bodies of a %dth of it', (parts) => {
		const bodies = Array.from({ length: 200 }, () => 'x'.repeat(Math.floor(1_000_000 / parts) - 1));
		const taken = bodies.slice(0, sizeOfBatch(bodies));
		expect(taken.length).toBeGreaterThan(0);
		if (taken.length > 1) expect(`[${taken.join(',')}]`.length).toBeLessThanOrEqual(1_000_000);
	});
});

describe('readBatch', () => {
	it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]]])(
		'gives each call its own answer, whatever the order: %j',
		(order) => {
			expect(readBatch(answer(order.map((id) => result(id))), 3)).toEqual([
				{ kind: 'result', result: 'r1' },
				{ kind: 'result', result: 'r2' },
				{ kind: 'result', result: 'r3' },
			]);
		},
	);

	it('reads refusals of single calls', () => {
		const refusal = { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'x' } };
		const read = readBatch(answer([refusal, result(1)]), 2);
		expect(read).toMatchObject([{ kind: 'result' }, { kind: 'rpcError', code: -32601 }]);
	});

	it.each<[string, unknown[], number]>([
		['missing', [result(1)], 1],
		['double', [result(1), result(2), result(2, 'other')], 1],
		['there with a text for an id', [result(1), result('2')], 1],
		['there with a foreign id', [result(1), result(3)], 1],
		['there without an id', [result(1), { jsonrpc: '2.0', result: 1 }], 1],
		['there in another version', [result(1), { ...result(2), jsonrpc: '1.0' }], 1],
		['there without a result', [result(1), { jsonrpc: '2.0', id: 2 }], 1],
		['null', [null, result(1)], 1],
		['no object', [5, 'x', [], result(1)], 1],
	])('leaves a call open whose answer is %s', (_, elements, known) => {
		const read = readBatch(answer(elements), 2);
		expect(read.filter((each) => each !== undefined)).toHaveLength(known);
		expect(read[0]).toEqual({ kind: 'result', result: 'r1' });
		expect(read[1]).toBeUndefined();
	});

	it.each<[string, Answer]>([
		['an empty list', answer([])],
		['one object', answer({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } })],
		['a result for the first id', answer(result(1))],
		['text', answer('no batches here')],
		['nothing', answer('')],
		['400', answer('', 400)],
		['405', answer('<html></html>', 405)],
		['413', answer('', 413)],
		['500', answer('', 500)],
	])('leaves all calls open if the server does not take batches: %s', (_, outcome) => {
		expect(readBatch(outcome, 3)).toEqual([undefined, undefined, undefined]);
	});

	it.each<[string, Answer, string]>([
		['401', answer('', 401), 'unauthorized'],
		['403', answer('<html></html>', 403), 'unauthorized'],
		['404', answer('', 404), 'invalidResponse'],
		['429', answer('', 429), 'rateLimited'],
		[
			'-32005',
			answer({ jsonrpc: '2.0', id: null, error: { code: -32005, message: 'x' } }),
			'rateLimited',
		],
		['502', answer('', 502), 'unreachable'],
		['503', answer('', 503), 'unreachable'],
	])('gives all calls the same answer if it is about all of them: %s', (_, outcome, kind) => {
		expect(readBatch(outcome, 2)).toMatchObject([{ kind }, { kind }]);
	});

	it.each([
		[{ kind: 'lost', code: 'ECONNRESET' } as const, 'unreachable'],
		[{ kind: 'timedOut', limitMs: 1 } as const, 'unreachable'],
		[{ kind: 'cancelled', sent: true } as const, 'cancelled'],
	])('does so after %j, too', (outcome, kind) => {
		expect(readBatch(outcome, 2)).toMatchObject([{ kind }, { kind }]);
	});
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readAnswer, readPlainAnswer } from '../../../nodes/shared/jsonRpc/answer';
import { getMeaning, type RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';
import type { Asked } from '../../../nodes/shared/jsonRpc/meaning';
import { answerOf } from '../fixtures/answers.mts';
import { inputs } from '../fixtures/properties.mts';

const ID = 7;

const KINDS: ReadonlyArray<RpcAnswer['kind']> = [
	'result',
	'rpcError',
	'rateLimited',
	'unauthorized',
	'unreachable',
	'invalidResponse',
];

const statuses = fc.integer({ min: 200, max: 599 });

/** Objects that look like answers: each member is present or not, and valid or not. */
const answerLike = fc.record(
	{
		jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
		id: fc.oneof(fc.constant(ID), fc.constant(null), fc.jsonValue()),
		result: fc.jsonValue(),
		error: fc.oneof(
			fc.record(
				{ code: fc.integer(), message: fc.string(), data: fc.jsonValue() },
				{ requiredKeys: [] },
			),
			fc.jsonValue(),
		),
	},
	{ requiredKeys: [] },
);

/** Integers that a number cannot represent exactly become strings; from 1e21 on they have an exponent here. */
function exactly(_: string, value: unknown): unknown {
	const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
	return isInexact && Math.abs(Number(value)) < 1e21 ? String(value) : value;
}

describe('readAnswer', () => {
	it('returns every result unchanged, whatever the status', () => {
		fc.assert(
			fc.property(fc.jsonValue(), statuses, (result, status) => {
				const text = JSON.stringify({ jsonrpc: '2.0', id: ID, result });
				const expected = (JSON.parse(text, exactly) as { result: unknown }).result;
				expect(readAnswer(answerOf(status, text), ID)).toEqual({
					kind: 'result',
					result: expected,
				});
			}),
			inputs(300),
		);
	});

	it('treats nothing as a result but an answer to this call without an error', () => {
		fc.assert(
			fc.property(answerLike, statuses, (body, status) => {
				const read = readAnswer(answerOf(status, JSON.stringify(body)), ID);
				const sent = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
				const isAnswer = sent.jsonrpc === '2.0' && sent.id === ID && 'result' in sent;
				const hasError = sent.error !== undefined && sent.error !== null;
				expect(read.kind === 'result').toBe(isAnswer && !hasError);
			}),
			inputs(2000),
		);
	});

	it('turns any text into one of the known answers, with a reason where there is no result', () => {
		const texts = fc.oneof(
			fc.string(),
			fc.json(),
			answerLike.map((body) => JSON.stringify(body)),
		);
		fc.assert(
			fc.property(texts, statuses, (text, status) => {
				for (const read of [
					readAnswer(answerOf(status, text), ID),
					readPlainAnswer(answerOf(status, text)),
				]) {
					expect(KINDS).toContain(read.kind);
					if (read.kind === 'result') continue;
					const said =
						read.kind === 'rpcError' ? read.message : (read as { reason: string }).reason;
					expect(typeof said).toBe('string');
					if (read.kind !== 'rpcError' && read.kind !== 'rateLimited') expect(said).not.toBe('');
				}
			}),
			inputs(1000),
		);
	});
});

describe('the meaning of a reply', () => {
	const words = fc.constantFrom(
		'rate limit exceeded',
		'monthly quota reached',
		'invalid api key',
		'method not found',
		'block not found',
		'request timed out',
		'no backend is available',
		'range too wide',
	);
	const asked = fc.record({ isWrite: fc.boolean(), method: fc.constant('eth_call') });
	const read = (status: number, body: object, call: Asked) =>
		readAnswer(answerOf(status, { jsonrpc: '2.0', id: ID, ...body }), ID, '2.0', call);
	const kindOf = (answer: RpcAnswer) =>
		answer.kind === 'result' || answer.kind === 'cancelled' ? answer.kind : getMeaning(answer).kind;

	it('is an answer for a result, and for a revert whatever its text, with any status', () => {
		fc.assert(
			fc.property(statuses, words, asked, (status, text, call) => {
				expect(read(status, { result: text }, call)).toEqual({ kind: 'result', result: text });
				const message = `execution reverted: ${text}`;
				expect(kindOf(read(status, { error: { code: -32000, message } }, call))).toBe('answer');
				const error = { code: 3, message: text, data: '0x08c379a0' };
				expect(kindOf(read(status, { error }, call))).toBe('answer');
			}),
			inputs(300),
		);
	});

	it('is never unclear for what only reads, and the same for all spellings of the words', () => {
		fc.assert(
			fc.property(statuses, fc.oneof(words, fc.string()), (status, message) => {
				const one = read(status, { error: { code: -32000, message } }, {});
				expect(kindOf(one)).not.toBe('unclear');
				const shouted = message.toUpperCase().replaceAll(' ', '-');
				const isAscii = /^[ -~]*$/.test(message) && !/[A-Z]/.test(message);
				if (isAscii)
					expect(kindOf(read(status, { error: { code: -32000, message: shouted } }, {}))).toBe(
						kindOf(one),
					);
			}),
			inputs(500),
		);
	});

	it('of a write is unclear after every status that leaves it open', () => {
		fc.assert(
			fc.property(fc.integer({ min: 502, max: 599 }), (status) => {
				const answer = readAnswer(answerOf(status, ''), ID, '2.0', { isWrite: true });
				expect(kindOf(answer)).toBe('unclear');
			}),
			inputs(100),
		);
	});
});

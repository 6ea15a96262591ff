import { describe, expect, it } from 'vitest';

import type { Verdict } from '../../../nodes/shared/across/answerClass';
import { EndpointRecord } from '../../../nodes/shared/across/endpointRecord';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';

/** How a call ended. */
const ended = (kind: Verdict['class'], answer: RpcAnswer, state: string = answer.kind) => ({
	class: kind,
	state,
	reply: { answer, latencyMs: 1, attempts: 1, mayHaveBeenProcessed: false },
});

const answered = ended('answer', { kind: 'result', result: '0x1' });
const failed = ended('failure', { kind: 'unreachable', reason: 'x' });
const cancelled = ended('cancelled', { kind: 'cancelled' });

/** Notes that a call ended at a time, after a number of milliseconds. */
const note = (
	record: EndpointRecord,
	how: ReturnType<typeof ended>,
	tookMs: number,
	now: number,
): void => record.noteEnd('m', how, now - tookMs, now);

describe('what an endpoint usually takes', () => {
	it('covers 95 % of its answers', () => {
		const record = new EndpointRecord();
		for (let n = 1; n <= 100; n += 1) note(record, answered, n * 10, n * 1000);
		expect(record.usualMs).toBeCloseTo(1.1 * 950);
	});

	it('counts the calls of a batch once', () => {
		const record = new EndpointRecord();
		for (let n = 0; n < 99; n += 1) note(record, answered, 100, 100);
		note(record, answered, 300, 1300);
		// Two answers show little.
		expect(record.usualMs).toBeCloseTo(1.1 * 600);
	});
});

describe('an endpoint that fails', () => {
	it('comes last for a while, and then while it is probed', () => {
		const record = new EndpointRecord();
		note(record, failed, 10, 10);
		expect([record.isLast('m', 1000), record.isLast('m', 31_000)]).toEqual([true, false]);
		record.open += 1;
		expect(record.isLast('m', 31_000)).toBe(true);
		record.open -= 1;
		note(record, answered, 10, 31_010);
		expect(record.isLast('m', 31_020)).toBe(false);
	});

	it('comes last where another was faster than what is usual here, which does not shrink by that', () => {
		const record = new EndpointRecord();
		note(record, cancelled, 900, 900);
		expect([record.isLast('m', 901), record.usualMs]).toEqual([false, 1000]);
		note(record, cancelled, 1100, 1100);
		expect([record.isLast('m', 1101), record.usualMs > 1100]).toEqual([true, true]);
	});

	it('comes last after an error as well, and not after an empty result', () => {
		const record = new EndpointRecord();
		note(record, ended('failure', { kind: 'result', result: null }, 'empty'), 10, 10);
		expect(record.isLast('m', 20)).toBe(false);
		note(record, ended('failure', { kind: 'rpcError', message: 'x' }), 10, 20);
		expect(record.isLast('m', 20)).toBe(true);
	});
});

it('an endpoint that rejects calls comes last for as long as it asks', () => {
	const record = new EndpointRecord();
	const limited = { kind: 'rateLimited', reason: 'x', quota: false, retryAfterMs: 5000 } as const;
	note(record, ended('failure', limited), 10, 10);
	expect([record.isLast('m', 5000), record.isLast('m', 5011)]).toEqual([true, false]);
});

it('an endpoint that lacks a method comes last for that method alone', () => {
	const record = new EndpointRecord();
	const error = { kind: 'rpcError', code: -32601, message: 'x' } as const;
	record.noteEnd('trace_block', ended('unsupported', error), 0, 1);
	expect([record.isLast('trace_block', 0), record.isLast('eth_call', 0)]).toEqual([true, false]);
});

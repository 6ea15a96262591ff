import { describe, expect, it } from 'vitest';

import { EndpointRecord, MOVED, type OpenCall } from '../../../nodes/shared/across/endpointRecord';

const answered = { class: 'answer', state: 'answered' } as const;
const failed = { class: 'failure', state: 'unreachable' } as const;
const limited = { class: 'failure', state: 'rateLimited' } as const;
const cancelled = { class: 'cancelled', state: 'cancelled' } as const;

/** A call that has not ended, and whether it was moved on. */
function opened(record: EndpointRecord, parts: Partial<OpenCall> = {}): { isMoved: () => boolean } {
	const ending = new AbortController();
	record.open.add({ ending, keepsLimits: false, isAlone: false, isUnderWay: false, ...parts });
	return { isMoved: () => ending.signal.reason === MOVED };
}

describe('what an endpoint usually takes', () => {
	it('is a second before it has answered', () => {
		expect(new EndpointRecord().usualMs).toBe(1000);
	});

	it('covers 95 % of its answers', () => {
		const record = new EndpointRecord();
		for (let n = 1; n <= 100; n += 1) record.noteEnd(answered, n * 10, n * 1000);
		expect(record.usualMs).toBeCloseTo(1.1 * 950);
	});

	it('counts the calls of a batch once', () => {
		const record = new EndpointRecord();
		for (let n = 0; n < 99; n += 1) record.noteEnd(answered, 100, 100);
		record.noteEnd(answered, 300, 1300);
		// Two answers show little.
		expect(record.usualMs).toBeCloseTo(1.1 * 600);
	});

	it('does not shrink with each call that is called off', () => {
		const record = new EndpointRecord();
		for (let n = 1; n <= 100; n += 1) record.noteEnd(answered, 100, n * 1000);
		const before = record.usualMs;
		for (let n = 1; n <= 20; n += 1) record.noteEnd(cancelled, 500, 200_000 + n);
		expect(record.usualMs).toBeGreaterThan(before);
	});
});

describe('an endpoint that fails', () => {
	it('comes last for a while, and then while it is probed', () => {
		const record = new EndpointRecord();
		record.noteEnd(failed, 10, 10);
		expect([record.isLast('m', 1000), record.isLast('m', 31_000)]).toEqual([true, false]);
		opened(record);
		expect(record.isLast('m', 31_000)).toBe(true);
		record.noteEnd(answered, 10, 31_010);
		expect(record.isLast('m', 31_020)).toBe(false);
	});

	it('comes last where another was faster than what is usual here', () => {
		const record = new EndpointRecord();
		record.noteEnd(cancelled, 900, 900);
		expect(record.isLast('m', 901)).toBe(false);
		record.noteEnd(cancelled, 1100, 1100);
		expect(record.isLast('m', 1101)).toBe(true);
	});

	it('moves on what waits, unless it only returned an error, or nothing', () => {
		const record = new EndpointRecord();
		const waiting = opened(record);
		const later = opened(record, { keepsLimits: true });
		const inFlight = opened(record, { isUnderWay: true });
		const moved = () => [waiting, later, inFlight].map((each) => each.isMoved());
		record.noteEnd({ ...failed, state: 'empty' }, 10, 10);
		expect(record.isLast('m', 20)).toBe(false);
		record.noteEnd({ ...failed, state: 'rpcError' }, 10, 20);
		expect(record.isLast('m', 20)).toBe(true);
		expect(moved()).toEqual([false, false, false]);
		record.noteEnd(failed, 10, 30);
		expect(moved()).toEqual([true, true, false]);
	});
});

it('an endpoint that rejects calls comes last for as long as it asks, and moves on what need not wait', () => {
	const record = new EndpointRecord();
	const waiting = opened(record);
	const later = opened(record, { keepsLimits: true });
	record.noteEnd(limited, 10, 10, 5000);
	expect([waiting.isMoved(), later.isMoved()]).toEqual([true, false]);
	expect([record.isLast('m', 5000), record.isLast('m', 5011)]).toEqual([true, false]);
});

it('an endpoint that lacks a method comes last for that method alone', () => {
	const record = new EndpointRecord();
	record.notHere.add('trace_block');
	expect([record.isLast('trace_block', 0), record.isLast('eth_call', 0)]).toEqual([true, false]);
});

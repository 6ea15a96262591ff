import { describe, expect, it } from 'vitest';

import {
	EndpointRecord,
	type EndedCall,
	type OpenCall,
} from '../../../nodes/shared/across/endpointRecord';

const answered = (sentAt: number, tookMs: number): EndedCall => ({
	class: 'answer',
	state: 'answered',
	sentAt,
	endedAt: sentAt + tookMs,
	tookMs,
	isTimeout: false,
});

const failed = (sentAt: number, tookMs: number, isTimeout = false): EndedCall => ({
	...answered(sentAt, tookMs),
	class: 'failure',
	state: 'unreachable',
	isTimeout,
});

/** A call under way, and whether it was moved on. */
function opened(record: EndpointRecord, parts: Partial<OpenCall> = {}): { isMoved: () => boolean } {
	let isMoved = false;
	record.open.add({
		isMovable: true,
		isWrite: false,
		isUnderWay: parts.sentAt !== undefined,
		move: () => (isMoved = true),
		...parts,
	});
	return { isMoved: () => isMoved };
}

describe('what an endpoint usually takes', () => {
	it('is a second before it has answered', () => {
		expect(new EndpointRecord().usualMs).toBe(1000);
	});

	it('covers 95 % of its answers', () => {
		const record = new EndpointRecord();
		for (let n = 1; n <= 100; n += 1) record.noteEnd(answered(n * 1000, n * 10));
		expect(record.usualMs).toBeCloseTo(1.1 * 950);
	});

	it('counts the calls of a batch once', () => {
		const record = new EndpointRecord();
		for (let n = 0; n < 99; n += 1) record.noteEnd(answered(0, 100));
		record.noteEnd(answered(1000, 300));
		// Two answers show little.
		expect(record.usualMs).toBeCloseTo(1.1 * 600);
	});

	it('does not shrink with each call that is called off', () => {
		const record = new EndpointRecord();
		for (let n = 1; n <= 100; n += 1) record.noteEnd(answered(n * 1000, 100));
		const before = record.usualMs;
		for (let n = 1; n <= 20; n += 1)
			record.noteEnd({ ...answered(200_000 + n, 500), class: 'cancelled' });
		expect(record.usualMs).toBeGreaterThan(before);
	});
});

describe('an endpoint that fails', () => {
	it('is down, comes last for a while, and is paused', () => {
		const record = new EndpointRecord();
		record.noteEnd(failed(0, 10));
		expect(record.isDown).toBe(true);
		expect(record.pausedUntil).toBeGreaterThan(10);
		expect(record.isLast('m', 1000)).toBe(true);
		expect(record.isLast('m', 31_000)).toBe(false);
	});

	it('is up again with its next answer', () => {
		const record = new EndpointRecord();
		record.noteEnd(failed(0, 10));
		record.noteEnd(answered(500, 10));
		expect(record.isDown).toBe(false);
		expect(record.isLast('m', 600)).toBe(false);
	});

	it('is not down while others get through', () => {
		const record = new EndpointRecord();
		record.noteEnd(answered(5, 10));
		record.noteEnd(failed(4, 20));
		expect(record.isDown).toBe(false);
	});

	it('is not down because of an error, or of a result that is empty', () => {
		const record = new EndpointRecord();
		record.noteEnd({ ...failed(0, 10), state: 'rpcError' });
		expect(record.isDown).toBe(false);
		expect(record.isLast('m', 20)).toBe(true);
		const other = new EndpointRecord();
		other.noteEnd({ ...failed(0, 10), state: 'empty' });
		expect(other.isLast('m', 20)).toBe(false);
	});

	it('moves on what waits, and what is in flight only after a timeout', () => {
		const record = new EndpointRecord();
		const waiting = opened(record);
		const inFlight = opened(record, { sentAt: 3 });
		const again = opened(record, { sentAt: 3, isUnderWay: false });
		const later = opened(record, { isMovable: false });
		record.noteEnd(failed(0, 10));
		const moved = [waiting, inFlight, again, later].map((each) => each.isMoved());
		expect(moved).toEqual([true, false, true, false]);
		record.noteEnd(failed(600, 5000, true));
		expect(inFlight.isMoved()).toBe(true);
		expect(later.isMoved()).toBe(false);
	});

	it('never takes back what changes something once it was sent', () => {
		const record = new EndpointRecord();
		const sent = opened(record, { isWrite: true, sentAt: 3 });
		const waiting = opened(record, { isWrite: true });
		record.noteEnd(failed(0, 5000, true));
		expect([sent.isMoved(), waiting.isMoved()]).toEqual([false, true]);
	});
});

describe('an endpoint that rejects calls', () => {
	it('comes last for as long as it asks, and moves on what waits', () => {
		const record = new EndpointRecord();
		const waiting = opened(record);
		const inFlight = opened(record, { sentAt: 3 });
		record.noteEnd({ ...failed(0, 10), state: 'rateLimited', retryAfterMs: 5000 });
		expect(record.isDown).toBe(false);
		expect([waiting.isMoved(), inFlight.isMoved()]).toEqual([true, false]);
		expect([record.isLast('m', 5000), record.isLast('m', 5011)]).toEqual([true, false]);
	});
});

it('an endpoint that lacks a method comes last for that method alone', () => {
	const record = new EndpointRecord();
	record.notHere.add('trace_block');
	expect([record.isLast('trace_block', 0), record.isLast('eth_call', 0)]).toEqual([true, false]);
});

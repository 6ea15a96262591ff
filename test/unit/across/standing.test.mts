import { describe, expect, it } from 'vitest';

import { Standing, type Ended, type OpenCall } from '../../../nodes/shared/across/standing';

const answered = (sentAt: number, tookMs: number): Ended => ({
	class: 'answer',
	state: 'answered',
	sentAt,
	endedAt: sentAt + tookMs,
	tookMs,
	isTimeout: false,
});

const failed = (sentAt: number, tookMs: number, isTimeout = false): Ended => ({
	...answered(sentAt, tookMs),
	class: 'failure',
	state: 'unreachable',
	isTimeout,
});

/** A call under way, and whether it was moved on. */
function opened(standing: Standing, parts: Partial<OpenCall> = {}): { isMoved: () => boolean } {
	let isMoved = false;
	standing.open.add({ isMovable: true, isWrite: false, move: () => (isMoved = true), ...parts });
	return { isMoved: () => isMoved };
}

describe('what an endpoint usually takes', () => {
	it('is a second before it has answered', () => {
		expect(new Standing().usualMs).toBe(1000);
	});

	it('covers 95 % of its answers', () => {
		const standing = new Standing();
		for (let n = 1; n <= 100; n += 1) standing.ended(answered(n * 1000, n * 10));
		expect(standing.usualMs).toBeCloseTo(1.1 * 950);
	});

	it('counts the calls of a batch once', () => {
		const standing = new Standing();
		for (let n = 0; n < 99; n += 1) standing.ended(answered(0, 100));
		standing.ended(answered(1000, 300));
		// Two answers show little.
		expect(standing.usualMs).toBeCloseTo(1.1 * 600);
	});

	it('does not shrink with each call that is called off', () => {
		const standing = new Standing();
		for (let n = 1; n <= 100; n += 1) standing.ended(answered(n * 1000, 100));
		const before = standing.usualMs;
		for (let n = 1; n <= 20; n += 1)
			standing.ended({ ...answered(200_000 + n, 500), class: 'cancelled' });
		expect(standing.usualMs).toBeGreaterThan(before);
	});
});

describe('an endpoint that fails', () => {
	it('is down, comes last for a while, and is paused', () => {
		const standing = new Standing();
		standing.ended(failed(0, 10));
		expect(standing.isDown).toBe(true);
		expect(standing.pausedUntil).toBeGreaterThan(10);
		expect(standing.isLast('m', 1000)).toBe(true);
		expect(standing.isLast('m', 31_000)).toBe(false);
	});

	it('is up again with its next answer', () => {
		const standing = new Standing();
		standing.ended(failed(0, 10));
		standing.ended(answered(500, 10));
		expect(standing.isDown).toBe(false);
		expect(standing.isLast('m', 600)).toBe(false);
	});

	it('is not down while others get through', () => {
		const standing = new Standing();
		standing.ended(answered(5, 10));
		standing.ended(failed(4, 20));
		expect(standing.isDown).toBe(false);
	});

	it('is not down because of an error, or of a result that is empty', () => {
		const standing = new Standing();
		standing.ended({ ...failed(0, 10), state: 'rpcError' });
		expect(standing.isDown).toBe(false);
		expect(standing.isLast('m', 20)).toBe(true);
		const other = new Standing();
		other.ended({ ...failed(0, 10), state: 'empty' });
		expect(other.isLast('m', 20)).toBe(false);
	});

	it('moves on what waits, and what is in flight only after a timeout', () => {
		const standing = new Standing();
		const waiting = opened(standing);
		const inFlight = opened(standing, { sentAt: 3 });
		const later = opened(standing, { isMovable: false });
		standing.ended(failed(0, 10));
		expect([waiting, inFlight, later].map((each) => each.isMoved())).toEqual([true, false, false]);
		standing.ended(failed(600, 5000, true));
		expect(inFlight.isMoved()).toBe(true);
		expect(later.isMoved()).toBe(false);
	});

	it('never takes back what changes something once it was sent', () => {
		const standing = new Standing();
		const sent = opened(standing, { isWrite: true, sentAt: 3 });
		const waiting = opened(standing, { isWrite: true });
		standing.ended(failed(0, 5000, true));
		expect([sent.isMoved(), waiting.isMoved()]).toEqual([false, true]);
	});
});

describe('an endpoint that rejects calls', () => {
	it('comes last for as long as it asks, and moves on what waits', () => {
		const standing = new Standing();
		const waiting = opened(standing);
		const inFlight = opened(standing, { sentAt: 3 });
		standing.ended({ ...failed(0, 10), state: 'rateLimited', retryAfterMs: 5000 });
		expect(standing.isDown).toBe(false);
		expect([waiting.isMoved(), inFlight.isMoved()]).toEqual([true, false]);
		expect([standing.isLast('m', 5000), standing.isLast('m', 5011)]).toEqual([true, false]);
	});
});

it('an endpoint that lacks a method comes last for that method alone', () => {
	const standing = new Standing();
	standing.notHere.add('trace_block');
	expect([standing.isLast('trace_block', 0), standing.isLast('eth_call', 0)]).toEqual([
		true,
		false,
	]);
});

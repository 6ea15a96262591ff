import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';

import { Alarm, waitForAbort, systemClock } from '../../../nodes/shared/scheduler/clock';
import { settle, useStoppedTime } from '../fixtures/clock.mts';

useStoppedTime(0);

const never = new AbortController().signal;

/** Tracks whether a promise is fulfilled. */
function follow(work: Promise<unknown>): { isDone: boolean } {
	const seen = { isDone: false };
	void work.then(() => {
		seen.isDone = true;
	});
	return seen;
}

describe('a sleep', () => {
	it.each([1, 1000, 1001, 300_000])('lasts %d ms', async (milliseconds) => {
		const seen = follow(systemClock.sleep(milliseconds, never));
		await vi.advanceTimersByTimeAsync(milliseconds - 1);
		expect(seen.isDone).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		expect(seen.isDone).toBe(true);
	});

	it('lasts at least a requested fraction of a millisecond', async () => {
		const startedAt = systemClock.now();
		const seen = follow(systemClock.sleep(0.3, never));
		await vi.advanceTimersByTimeAsync(1);
		expect(seen.isDone).toBe(true);
		expect(systemClock.now() - startedAt).toBeGreaterThanOrEqual(0.3);
	});

	it.each([0, -5])('of %d ms ends at once', async (milliseconds) => {
		const seen = follow(systemClock.sleep(milliseconds, never));
		await settle();
		expect(seen.isDone).toBe(true);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('adds one listener to its signal, however many sleeps there are, and removes it at the end', async () => {
		const stop = new AbortController();
		const sleeps = Array.from({ length: 50 }, () => follow(systemClock.sleep(2500, stop.signal)));
		await settle();
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(2500);
		expect(sleeps.every(({ isDone }) => isDone)).toBe(true);
		const more = follow(systemClock.sleep(2500, stop.signal));
		stop.abort();
		await settle();
		expect(more.isDone).toBe(true);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('does not start after the signal has fired', async () => {
		const seen = follow(systemClock.sleep(60_000, AbortSignal.abort()));
		await settle();
		expect(seen.isDone).toBe(true);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('leaves no timer behind for longer than a second when it is ended early', async () => {
		const stop = new AbortController();
		void systemClock.sleep(300_000, stop.signal);
		await vi.advanceTimersByTimeAsync(1500);
		stop.abort();
		await vi.advanceTimersByTimeAsync(1000);
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe('firing', () => {
	it('is fulfilled when the signal fires, or has already fired', async () => {
		const stop = new AbortController();
		const seen = follow(waitForAbort(stop.signal));
		await settle();
		expect(seen.isDone).toBe(false);
		stop.abort();
		await settle();
		expect(seen.isDone).toBe(true);
		await waitForAbort(stop.signal);
		await waitForAbort(AbortSignal.abort());
	});
});

describe('a timeout', () => {
	it.each([1.5, 0.2, 30])('of %d ms fires at that time, not before', async (milliseconds) => {
		vi.useRealTimers();
		const startedAt = performance.now();
		await waitForAbort(systemClock.timeout(milliseconds));
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(milliseconds - 1);
	});
});

describe('an alarm', () => {
	it('rings at the earliest time it was set to, and can be set again while it rings', async () => {
		const startedAt = systemClock.now();
		const rungAt: number[] = [];
		const alarm: Alarm = new Alarm(systemClock, () => {
			rungAt.push(systemClock.now() - startedAt);
			if (rungAt.length === 1) alarm.set(startedAt + 900);
		});
		for (const ms of [10_000, 100, 300]) alarm.set(startedAt + ms);
		await vi.advanceTimersByTimeAsync(20_000);
		expect(rungAt).toEqual([100, 900]);
		alarm.set(0);
		expect(rungAt).toHaveLength(2);
		await settle();
		expect(rungAt).toHaveLength(3);
	});

	it('does not ring where that is called off, and leaves no timer behind', async () => {
		const ring = vi.fn();
		const alarm = new Alarm(systemClock, ring);
		alarm.set(systemClock.now() + 500);
		alarm.set(Infinity);
		await vi.advanceTimersByTimeAsync(20_000);
		expect(ring).not.toHaveBeenCalled();
		expect(vi.getTimerCount()).toBe(0);
	});
});

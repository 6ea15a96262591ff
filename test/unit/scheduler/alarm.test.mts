import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Alarm } from '../../../nodes/shared/scheduler/alarm';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { settle, stopTime } from '../fixtures/clock.mts';

beforeEach(stopTime);
afterEach(() => {
	vi.useRealTimers();
});

describe('an alarm', () => {
	it('rings once, at the time it was last set to', async () => {
		const ring = vi.fn();
		const alarm = new Alarm(systemClock, ring);
		const startedAt = systemClock.now();
		alarm.set(startedAt + 100);
		alarm.set(startedAt + 300);
		await vi.advanceTimersByTimeAsync(299);
		expect(ring).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(2);
		expect(ring).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(ring).toHaveBeenCalledTimes(1);
	});

	it('can be set to an earlier time, switched off, and set again', async () => {
		const ring = vi.fn();
		const alarm = new Alarm(systemClock, ring);
		const startedAt = systemClock.now();
		alarm.set(startedAt + 10_000);
		alarm.set(startedAt + 50);
		await vi.advanceTimersByTimeAsync(51);
		expect(ring).toHaveBeenCalledTimes(1);
		alarm.set(startedAt + 200);
		alarm.set(Infinity);
		await vi.advanceTimersByTimeAsync(5000);
		expect(ring).toHaveBeenCalledTimes(1);
		alarm.set(0);
		await settle();
		expect(ring).toHaveBeenCalledTimes(2);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('rings no earlier although timers fire a little early', async () => {
		let now = 0;
		const early = { ...systemClock, now: () => now, sleep: vi.fn(async () => void (now += 40)) };
		const ring = vi.fn();
		new Alarm(early, ring).set(100);
		await settle();
		expect(ring).toHaveBeenCalledTimes(1);
		expect(early.sleep).toHaveBeenCalledTimes(3);
	});

	it('is not moved by being set to the same time again', async () => {
		const sleep = vi.fn(systemClock.sleep);
		const ring = vi.fn();
		const alarm = new Alarm({ ...systemClock, sleep }, ring);
		const at = systemClock.now() + 100;
		for (let count = 0; count < 50; count += 1) alarm.set(at);
		expect(sleep).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(101);
		expect(ring).toHaveBeenCalledTimes(1);
	});

	it('continues to sleep when it is set later, and rings at the later time', async () => {
		const sleep = vi.fn(systemClock.sleep);
		const ring = vi.fn();
		const alarm = new Alarm({ ...systemClock, sleep }, ring);
		const startedAt = systemClock.now();
		for (let more = 100; more <= 150; more += 1) alarm.set(startedAt + more);
		expect(sleep).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(149);
		expect(ring).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(2);
		expect(ring).toHaveBeenCalledTimes(1);
		expect(sleep).toHaveBeenCalledTimes(2);
	});

	it.each([0, -1, -Infinity])(
		'rings soon, not at once, when it is set to a past time: %d',
		async (at) => {
			const ring = vi.fn();
			new Alarm(systemClock, ring).set(at);
			expect(ring).not.toHaveBeenCalled();
			await settle();
			expect(ring).toHaveBeenCalledTimes(1);
		},
	);

	it('can be set again while it rings, even to the same time', async () => {
		let rings = 0;
		const alarm: Alarm = new Alarm(systemClock, () => {
			rings += 1;
			if (rings < 3) alarm.set(0);
		});
		alarm.set(0);
		await settle();
		expect(rings).toBe(3);
	});

	it('never rings when it was never set, or set to never', async () => {
		const ring = vi.fn();
		new Alarm(systemClock, ring).set(Infinity);
		await vi.advanceTimersByTimeAsync(1e6);
		expect(ring).not.toHaveBeenCalled();
	});

	it('leaves no timer behind for any time it was set to', async () => {
		const alarm = new Alarm(systemClock, vi.fn());
		for (let count = 1; count <= 1000; count += 1) alarm.set(systemClock.now() + 1e6 + count);
		alarm.set(Infinity);
		await vi.advanceTimersByTimeAsync(1000);
		expect(vi.getTimerCount()).toBe(0);
	});
});

import { describe, expect, it, vi } from 'vitest';

import { Alarm } from '../../../nodes/shared/scheduler/alarm';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { settle, useStoppedTime } from '../fixtures/clock.mts';

useStoppedTime(0);

function alarmOf(clock = systemClock) {
	const ring = vi.fn();
	return { ring, alarm: new Alarm(clock, ring), startedAt: systemClock.now() };
}

describe('an alarm', () => {
	it('rings once, at the time it was last set to, and can be set again', async () => {
		const { ring, alarm, startedAt } = alarmOf();
		for (const ms of [100, 10_000, 300]) alarm.set(startedAt + ms);
		await vi.advanceTimersByTimeAsync(299);
		expect(ring).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(10_000);
		expect(ring).toHaveBeenCalledTimes(1);
		alarm.set(startedAt + 20_000);
		alarm.set(Infinity);
		await vi.advanceTimersByTimeAsync(20_000);
		expect(ring).toHaveBeenCalledTimes(1);
		alarm.set(0);
		expect(ring).toHaveBeenCalledTimes(1);
		await settle();
		expect(ring).toHaveBeenCalledTimes(2);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('rings no earlier although timers fire a little early', async () => {
		let now = 0;
		const early = { ...systemClock, now: () => now, sleep: vi.fn(async () => void (now += 40)) };
		const { ring, alarm } = alarmOf(early);
		alarm.set(100);
		await settle();
		expect(ring).toHaveBeenCalledTimes(1);
		expect(early.sleep).toHaveBeenCalledTimes(3);
	});

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
});

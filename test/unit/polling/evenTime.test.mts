import { describe, expect, it } from 'vitest';

import { EvenTime } from '../../../nodes/shared/polling/evenTime';

describe('the time of a process', () => {
	it('goes on as if the wall clock had not been set, and shows what it shows now', () => {
		let [wallMs, monotonicMs] = [1_000_000, 7];
		const time = new EvenTime({ wallMs: () => wallMs, now: () => monotonicMs });
		const pass = (setByMs: number): void => {
			wallMs += 60_000 + setByMs;
			monotonicMs += 60_000;
		};
		expect(time.now()).toBe(1_000_000);
		pass(7_200_000);
		expect(time.now()).toBe(1_060_000);
		expect(time.toWall(1_000_000)).toBe(8_200_000);
		expect(time.fromWall(8_200_000)).toBe(1_000_000);
		pass(-7_200_000);
		expect(time.now()).toBe(1_120_000);
		expect(time.toWall(1_120_000)).toBe(wallMs);
	});

	it('follows the wall clock as long as that hardly differs', () => {
		let [wallMs, monotonicMs] = [1_000_000, 7];
		const time = new EvenTime({ wallMs: () => wallMs, now: () => monotonicMs });
		time.now();
		wallMs += 60_900;
		monotonicMs += 60_000;
		expect(time.now()).toBe(wallMs);
		expect(time.toWall(5)).toBe(5);
	});
});

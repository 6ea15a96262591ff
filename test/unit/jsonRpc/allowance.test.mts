import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Allowance } from '../../../nodes/shared/jsonRpc/allowance';
import { settle, stopTime } from '../fixtures/clock.mts';

beforeEach(stopTime);
afterEach(() => {
	vi.useRealTimers();
});

/** Sends calls, so many of which are refused, and lets a little time pass. */
async function send(allowance: Allowance, calls: number, refused: number): Promise<void> {
	await allowance.take(calls, undefined);
	const sentAt = performance.now();
	await vi.advanceTimersByTimeAsync(5);
	allowance.give(calls, { refused, sentAt });
}

describe('Allowance', () => {
	it('sets no limit at first', () => {
		expect(new Allowance(Infinity).room()).toBe(Infinity);
	});

	it('learns from refusals how much gets through', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75);
		expect(allowance.room()).toBe(25);
	});

	it('halves when nothing gets through, and never ends at nothing', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 100);
		expect(allowance.room()).toBe(50);
		for (let calls = 50; calls >= 1; calls = Math.floor(calls / 2))
			await send(allowance, calls, calls);
		expect(allowance.room()).toBeGreaterThanOrEqual(1);
	});

	it('grows again with successes', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75);
		await send(allowance, 25, 0);
		expect(allowance.room()).toBeGreaterThan(25);
		expect(allowance.room()).toBeLessThan(50);
	});

	it('counts the refusals of one burst once', async () => {
		const allowance = new Allowance(Infinity);
		const sentAt = performance.now();
		await allowance.take(300, undefined);
		await vi.advanceTimersByTimeAsync(5);
		for (const refused of [75, 100, 100]) allowance.give(100, { refused, sentAt });
		expect(allowance.room()).toBe(25);
	});

	it('takes what is under way into account', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75);
		await allowance.take(20, undefined);
		expect(allowance.room()).toBe(5);
		await allowance.take(10, undefined);
		expect(allowance.room()).toBe(0);
	});

	it('keeps to what the user allows per second', async () => {
		const allowance = new Allowance(10);
		expect(allowance.room()).toBe(10);
		expect(await allowance.take(10, undefined)).toBe(true);
		expect(allowance.room()).toBe(0);
		allowance.give(10, { refused: 0, sentAt: performance.now() });
		let turn = false;
		void allowance.take(5, undefined).then((mayGo) => (turn = mayGo));
		await vi.advanceTimersByTimeAsync(990);
		expect(turn).toBe(false);
		await vi.advanceTimersByTimeAsync(20);
		expect(turn).toBe(true);
	});

	it('stops waiting on cancellation', async () => {
		const cancel = new AbortController();
		const allowance = new Allowance(1);
		await allowance.take(1, cancel.signal);
		let turn: boolean | undefined;
		void allowance.take(1, cancel.signal).then((mayGo) => (turn = mayGo));
		cancel.abort();
		await settle();
		expect(turn).toBe(false);
	});
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Allowance } from '../../../nodes/shared/jsonRpc/allowance';
import { stopTime } from '../fixtures/clock.mts';

beforeEach(stopTime);
afterEach(() => {
	vi.useRealTimers();
});

const RTT_MS = 5;

/** Sends calls, so many of which are refused, and lets a little time pass. */
async function send(
	allowance: Allowance,
	calls: number,
	refused: number,
	retryAfterMs?: number,
): Promise<void> {
	const shipment = allowance.take(calls);
	await pass(RTT_MS);
	allowance.give(shipment, { refused, retryAfterMs });
}

async function pass(ms: number): Promise<void> {
	await vi.advanceTimersByTimeAsync(ms);
}

describe('an allowance without a limit of the user', () => {
	it('lets everything through as long as nothing is refused', async () => {
		const allowance = new Allowance(Infinity);
		for (let count = 0; count < 5; count += 1) await send(allowance, 1000, 0);
		expect(allowance.room()).toBe(Infinity);
	});

	it('counts the refusals of one burst once', async () => {
		const allowance = new Allowance(Infinity);
		const shipments = [100, 75, 100, 100].map((refused) => ({
			shipment: allowance.take(100),
			refused,
		}));
		await pass(RTT_MS);
		for (const { shipment, refused } of shipments) allowance.give(shipment, { refused });
		await pass(1000);
		expect(allowance.room()).toBe(25);
	});

	it('never ends at nothing', async () => {
		const allowance = new Allowance(Infinity);
		for (let calls = 100; calls >= 1; calls = Math.floor(calls / 2)) {
			await send(allowance, calls, calls);
			await pass(500);
		}
		expect(allowance.room()).toBe(1);
	});

	it('takes what is under way into account', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75);
		await pass(1000);
		allowance.take(20);
		expect(allowance.room()).toBe(5);
		allowance.take(5);
		expect(allowance.room()).toBe(0);
	});
});

describe('a server that does not say when to come back', () => {
	it('gets in a second what got through before', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75);
		expect(allowance.room()).toBe(0);
		await pass(999);
		expect(allowance.room()).toBe(0);
		await pass(1);
		expect(allowance.room()).toBe(25);
	});

	it('has its second counted from the answer, not from the request', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75);
		await pass(1000);
		const shipment = allowance.take(25);
		await pass(400);
		allowance.give(shipment, { refused: 0 });
		expect(allowance.msToMoreRoom()).toBe(1000);
	});

	it('gets half of a batch that it refused as a whole', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 100);
		expect(allowance.room()).toBe(50);
	});

	it('is probed for what lies between, after what is sure', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 0);
		await send(allowance, 100, 100);
		await pass(1000);
		expect(allowance.room()).toBe(100);
		await send(allowance, 100, 0);
		expect(allowance.room()).toBe(50);
		await send(allowance, 50, 0);
		expect(allowance.room()).toBe(25);
		await send(allowance, 25, 25);
		// A later probe would reach into the server's next second.
		expect(allowance.room()).toBe(0);
		await pass(1000);
		await send(allowance, 150, 0);
		expect(allowance.room()).toBe(12);
	});

	it('is left in peace once its limit is known, until limits may have changed', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75);
		let windows = 0;
		for (; windows < 20; windows += 1) {
			await pass(1000);
			expect(allowance.room()).toBe(25);
			await send(allowance, 25, 0);
			if (allowance.room() > 0) break;
		}
		expect(windows).toBe(7);
		expect(allowance.room()).toBe(1);
		await send(allowance, 1, 0);
		// The level that was refused gets through now: nothing is known any more.
		expect(allowance.room()).toBe(26);
	});
});

describe('a call that is never answered', () => {
	it('does not keep others waiting for longer than a second', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 10, 5);
		await pass(1000);
		const hanging = allowance.take(5);
		expect(allowance.room()).toBe(0);
		expect(allowance.msToMoreRoom()).toBe(1000);
		await pass(1000);
		expect(allowance.room()).toBe(5);
		allowance.give(hanging, { refused: 0 });
		expect(allowance.room()).toBe(0);
	});

	it('counts against a limit of the user for a second', async () => {
		const allowance = new Allowance(2);
		allowance.take(2);
		expect(allowance.room()).toBe(0);
		await pass(1000);
		expect(allowance.room()).toBe(2);
	});
});

describe('a server that says when to come back', () => {
	it('gets the same again as soon as it may', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75, 300);
		await pass(300);
		expect(allowance.room()).toBe(25);
	});

	it('is filled up until it says so again', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75, 300);
		await pass(300);
		await send(allowance, 25, 0);
		expect(allowance.room()).toBe(1);
		await send(allowance, 1, 0);
		expect(allowance.room()).toBe(26);
	});

	it('gets its next round after a quiet second at the latest', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75, 30_000);
		await pass(30_000);
		await send(allowance, 25, 20, 300);
		await pass(300);
		await send(allowance, 5, 0);
		// It is not provoked, so it will not name a time either.
		expect(allowance.room()).toBe(0);
		expect(allowance.msToMoreRoom()).toBeGreaterThan(0);
		await pass(1000);
		expect(allowance.room()).toBe(5);
	});

	it('is not provoked when it makes everyone wait long', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 100, 75, 30_000);
		await pass(30_000);
		await send(allowance, 25, 0);
		expect(allowance.room()).toBe(0);
	});
});

describe('refusals in a row', () => {
	it('are those of lone calls, while nothing gets through', async () => {
		const allowance = new Allowance(Infinity);
		await send(allowance, 4, 4);
		await send(allowance, 2, 2);
		expect(allowance.refusalsInARow).toBe(0);
		await send(allowance, 1, 1);
		await send(allowance, 1, 1);
		expect(allowance.refusalsInARow).toBe(2);
		await send(allowance, 1, 0);
		expect(allowance.refusalsInARow).toBe(0);
	});

	it('count once when calls were under way together', async () => {
		const allowance = new Allowance(Infinity);
		const shipments = Array.from({ length: 16 }, () => allowance.take(1));
		await pass(RTT_MS);
		for (const shipment of shipments) allowance.give(shipment, { refused: 1 });
		expect(allowance.refusalsInARow).toBe(1);
	});
});

describe('a limit of the user', () => {
	it('holds in every second', async () => {
		const allowance = new Allowance(10);
		expect(allowance.room()).toBe(10);
		await send(allowance, 10, 0);
		expect(allowance.room()).toBe(0);
		expect(allowance.msToMoreRoom()).toBe(1000);
		await pass(1000);
		expect(allowance.room()).toBe(10);
	});

	it('stays the limit when the server takes more', async () => {
		const allowance = new Allowance(10);
		await send(allowance, 10, 5, 200);
		await pass(1200);
		await send(allowance, 5, 0);
		await send(allowance, 1, 0);
		expect(allowance.room()).toBe(4);
	});

	it.each([
		[0.5, 1, 2000],
		[2.5, 2, 800],
	])('of %d a second is kept as %d in %d ms', async (perSecond, calls, windowMs) => {
		const allowance = new Allowance(perSecond);
		expect(allowance.room()).toBe(calls);
		await send(allowance, calls, 0);
		await pass(windowMs - 1);
		expect(allowance.room()).toBe(0);
		await pass(1);
		expect(allowance.room()).toBe(calls);
	});
});

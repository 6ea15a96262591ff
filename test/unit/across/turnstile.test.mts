import { describe, expect, it } from 'vitest';

import { Turnstile } from '../../../nodes/shared/across/turnstile';
import { VirtualClock } from '../../simulation/support/virtualClock.mts';

const NEVER = new AbortController().signal;

/** Runs calls at an endpoint that ends so many a second, one after the other. @returns how long the longest was inside */
async function runAtRate(calls: number, perSecond: number): Promise<{ longestMs: number }> {
	const clock = new VirtualClock();
	const turnstile = new Turnstile(clock);
	let freeAt = 0;
	let longestMs = 0;
	let ended = 0;
	const run = async (): Promise<void> => {
		await turnstile.enter(NEVER);
		const from = clock.now();
		freeAt = Math.max(freeAt, from) + 1000 / perSecond;
		await clock.pass(freeAt - from);
		longestMs = Math.max(longestMs, clock.now() - from);
		turnstile.leave();
		ended += 1;
	};
	for (let call = 0; call < calls; call += 1) void run();
	await clock.runUntil(() => ended === calls, 3_600_000);
	return { longestMs };
}

describe('a turnstile', () => {
	it.each([5, 25, 250])('keeps nobody inside for long at %d calls a second', async (perSecond) => {
		expect((await runAtRate(2000, perSecond)).longestMs).toBeLessThan(16_500);
	});

	it('lets many through where calls only take long', async () => {
		const clock = new VirtualClock();
		const turnstile = new Turnstile(clock);
		let ended = 0;
		const run = async (): Promise<void> => {
			await turnstile.enter(NEVER);
			await clock.pass(3000);
			turnstile.leave();
			ended += 1;
		};
		for (let call = 0; call < 1000; call += 1) void run();
		await clock.runUntil(() => ended === 1000, 3_600_000);
		expect(clock.now()).toBeLessThanOrEqual(18_000);
	});

	it('forgets who was cancelled while waiting', async () => {
		const clock = new VirtualClock();
		const turnstile = new Turnstile(clock);
		for (let call = 0; call < 30; call += 1) await turnstile.enter(NEVER);
		const cancel = new AbortController();
		const waiting = turnstile.enter(cancel.signal);
		const next = turnstile.enter(NEVER);
		cancel.abort();
		await expect(waiting).rejects.toThrow();
		turnstile.leave();
		await next;
	});
});

import { describe, expect, it } from 'vitest';

import {
	backoff,
	decideRetry,
	retryAfterOf,
	type RetryDecision,
	type Ending,
	type TriedCall,
} from '../../../nodes/shared/scheduler/retryPolicy';

const refused = (retryAfterMs?: number, mayHaveBeenProcessed = false): Ending => ({
	kind: 'refused',
	mayHaveBeenProcessed,
	retryAfterMs,
});

const failed = (more: Partial<Extract<Ending, { kind: 'failed' }>> = {}): Ending => ({
	kind: 'failed',
	isReached: true,
	isTransient: true,
	mayHaveBeenProcessed: true,
	...more,
});

const decide = (ending: Ending, tried: Partial<TriedCall> = {}, random = 0): RetryDecision =>
	decideRetry(
		ending,
		{
			idempotent: true,
			options: { timeoutMs: 1000, maxRetries: 4, maxRetryWaitMs: 300_000 },
			retriesUsed: 0,
			together: 1,
			elapsedMs: 0,
			isStuck: true,
			...tried,
		},
		random,
	);

describe('backoff', () => {
	it('grows three times up to a limit', () => {
		const waits = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((repetition) => backoff(repetition, 0));
		expect(waits).toEqual([75, 225, 675, 2025, 6075, 18_225, 30_000, 30_000, 30_000]);
	});

	it('is longer at random by a quarter at most, and never shorter', () => {
		expect(backoff(1, 1)).toBe(93.75);
		for (const repetition of [1, 2, 5, 50])
			expect(backoff(repetition, 1)).toBeCloseTo(backoff(repetition, 0) * 1.25, 6);
	});
});

const USED_UP = { again: false, because: 'retriesUsedUp' };

describe('decideRetry', () => {
	it.each<Ending>([
		{ kind: 'answered' },
		{ kind: 'cancelled' },
		{ kind: 'skipped' },
		failed({ isTransient: false }),
	])('repeats nothing after %j', (ending) => {
		expect(decide(ending)).toEqual({ again: false });
	});

	it.each([failed(), failed({ isReached: false, mayHaveBeenProcessed: false })])(
		'repeats after %j with growing waits, as often as allowed',
		(ending) => {
			for (const [retriesUsed, delayMs] of [75, 225, 675, 2025].entries()) {
				const again = { again: true, delayMs, isRetry: true, together: Infinity };
				expect(decide(ending, { retriesUsed })).toEqual(again);
			}
			expect(decide(ending, { retriesUsed: 4 })).toEqual(USED_UP);
		},
	);

	it('leaves it to the rate limiter when a rejected call is sent again, where it gets through at all', () => {
		const again = { again: true, together: Infinity };
		expect(decide(refused(700))).toEqual({ ...again, delayMs: 75, isRetry: true });
		const isStuck = false;
		expect(decide(refused(700), { isStuck })).toEqual({ ...again, delayMs: 0, isRetry: false });
	});

	it('counts a rejection as a retry only where nothing succeeded', () => {
		const loose = decide(refused(), { isStuck: false, retriesUsed: 4 });
		expect(loose).toMatchObject({ again: true, isRetry: false });
		expect(decide(refused(), { isStuck: true, retriesUsed: 4 })).toEqual(USED_UP);
	});

	it('repeats nothing where the user allows no retries', () => {
		const options = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 300_000 };
		for (const ending of [failed(), refused()])
			for (const isStuck of [true, false])
				expect(decide(ending, { options, isStuck })).toEqual(USED_UP);
	});

	it.each<[Ending, boolean]>([
		[failed(), false],
		[failed({ mayHaveBeenProcessed: false }), true],
		[failed({ isReached: false, mayHaveBeenProcessed: false }), true],
		[refused(), true],
		[refused(1000), true],
		[refused(undefined, true), false],
	])('repeats what must not be processed twice only if it was not: %j, %s', (ending, again) => {
		expect(decide(ending, { idempotent: false }).again).toBe(again);
	});

	it.each([refused, (retryAfterMs: number) => failed({ retryAfterMs })])(
		"accepts a wait up to the user's limit",
		(ending) => {
			expect(decide(ending(300_000)).again).toBe(true);
			expect(decide(ending(300_001))).toEqual({ again: false, because: 'waitTooLong' });
		},
	);

	it('waits as long as requested after a failure, or longer if its own backoff is longer', () => {
		for (const random of [0, 1])
			expect(decide(failed({ retryAfterMs: 7000 }), {}, random)).toMatchObject({ delayMs: 7000 });
		const decision = decide(failed({ retryAfterMs: 1 }), { retriesUsed: 3 });
		expect(decision).toMatchObject({ delayMs: 2025 });
	});

	it('splits a batch that was not answered, without using up a retry', () => {
		const decision = decide(failed(), { together: 95, retriesUsed: 4 });
		expect(decision).toEqual({ again: true, delayMs: 0, isRetry: false, together: 10 });
		expect(decide(failed({ isTransient: false }), { together: 10 })).toMatchObject({ together: 1 });
		for (const kind of ['skipped', 'tooMuch'] as const) {
			expect(decide({ kind }, { together: 95 })).toMatchObject({ together: 48 });
			expect(decide({ kind }, { together: 1 })).toEqual({ again: false });
		}
	});

	it('sends a batch that was not answered only once where nothing may be repeated', () => {
		const options = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };
		expect(decide(failed(), { together: 95, options })).toMatchObject({ again: false });
		const patient = { ...options, maxRetries: 4, retryForMs: 5000 };
		for (const elapsedMs of [4999, 5000])
			expect(decide(failed(), { options: patient, elapsedMs }).again).toBe(elapsedMs < 5000);
	});

	it('does not split a batch that never arrived', () => {
		const decision = decide(failed({ isReached: false, mayHaveBeenProcessed: false }), {
			together: 95,
		});
		expect(decision).toMatchObject({ isRetry: true, together: Infinity });
	});
});

describe('retryAfterOf', () => {
	it.each<[Ending, number]>([
		[{ kind: 'answered' }, 0],
		[{ kind: 'skipped' }, 0],
		[refused(), 0],
		[refused(700), 700],
		[failed(), 0],
		[failed({ retryAfterMs: 700 }), 700],
	])('reads from %j %d ms', (ending, expected) => {
		expect(retryAfterOf(ending)).toBe(expected);
	});
});

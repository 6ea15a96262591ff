import { describe, expect, it } from 'vitest';

import {
	backoff,
	decideRetry,
	type Ending,
	type Final,
	type Retry,
	type RetryOptions,
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

interface Tried extends Partial<Omit<TriedCall, 'call'>>, Partial<RetryOptions> {
	idempotent?: boolean;
	random?: number;
}

function decide(ending: Ending, tried: Tried = {}): Retry | Final {
	const { idempotent = true, maxRetries = 4, maxRetryWaitMs = 300_000, retryForMs } = tried;
	const { maxRefusals } = tried;
	const retry = { timeoutMs: 1000, maxRetries, maxRetryWaitMs, retryForMs, maxRefusals };
	const usual = {
		retriesUsed: 0,
		attempts: 1,
		areOthersDone: false,
		batchSize: 1,
		elapsedMs: 0,
		isStuck: true,
		turnedAway: 1,
	};
	return decideRetry(
		ending,
		{ ...usual, ...tried, call: { idempotent, retry } },
		tried.random ?? 0,
	);
}

describe('backoff', () => {
	it('grows three times up to a limit', () => {
		const waits = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((repetition) => backoff(repetition, 0));
		expect(waits).toEqual([75, 225, 675, 2025, 6075, 18_225, 30_000, 30_000, 30_000]);
	});
});

const DELAYS = [75, 225, 675, 2025];

describe('decideRetry', () => {
	it.each([
		[0.1, 1],
		[0.75, 0.25],
		[1, 1],
	])(
		'uses up fewer retries for faults while many others are turned away (%d)',
		(turnedAway, retries) => {
			expect(decide(failed(), { turnedAway })).toEqual({
				delayMs: 75,
				retries,
				maxBatch: Infinity,
			});
		},
	);

	it.each<Ending>([
		{ kind: 'answered' },
		{ kind: 'cancelled' },
		{ kind: 'skipped' },
		failed({ isTransient: false }),
	])('repeats nothing after %j', (ending) => {
		expect(decide(ending)).toBe('replied');
	});

	it.each([failed(), failed({ isReached: false, mayHaveBeenProcessed: false }), refused()])(
		'repeats after %j with growing waits, as often as allowed',
		(ending) => {
			for (const [retriesUsed, delayMs] of DELAYS.entries())
				expect(decide(ending, { retriesUsed })).toEqual({
					delayMs,
					retries: 1,
					maxBatch: Infinity,
				});
			expect(decide(ending, { retriesUsed: 4 })).toBe('retriesUsedUp');
		},
	);

	it('leaves it to the rate limiter when a rejected call is sent again, where it gets through at all', () => {
		const decision = decide(refused(700), { isStuck: false, retriesUsed: 4 });
		expect(decision).toEqual({ delayMs: 0, retries: 0, maxBatch: Infinity });
	});

	it('repeats nothing where the user allows no retries', () => {
		for (const ending of [failed(), refused()])
			for (const isStuck of [true, false])
				expect(decide(ending, { maxRetries: 0, isStuck })).toBe('retriesUsedUp');
	});

	it.each<[Ending, boolean]>([
		[failed(), false],
		[failed({ mayHaveBeenProcessed: false }), true],
		[failed({ isReached: false, mayHaveBeenProcessed: false }), true],
		[refused(), true],
		[refused(1000), true],
		[refused(undefined, true), false],
	])('repeats what must not be processed twice only if it was not: %j, %s', (ending, again) => {
		expect(decide(ending, { idempotent: false }) !== 'replied').toBe(again);
	});

	it('splits a batch that was not answered, without using up a retry', () => {
		const decision = decide(failed(), { batchSize: 95, retriesUsed: 4 });
		expect(decision).toEqual({ delayMs: 0, retries: 0, maxBatch: 10 });
		expect(decide(failed({ isTransient: false }), { batchSize: 10 })).toMatchObject({
			maxBatch: 1,
		});
		for (const kind of ['skipped', 'tooMuch'] as const) {
			expect(decide({ kind }, { batchSize: 95 })).toMatchObject({ maxBatch: 48 });
			expect(decide({ kind }, { batchSize: 1 })).toBe('replied');
		}
	});

	it('splits a batch that was not answered also where no call may be repeated, as each would be sent alone', () => {
		expect(decide(failed(), { batchSize: 95, maxRetries: 0 })).toMatchObject({ maxBatch: 10 });
		expect(decide(failed(), { batchSize: 1, maxRetries: 0 })).toBe('retriesUsedUp');
	});

	it('repeats only for a time where calls are repeated anyway, and not what took all its time', () => {
		const tried = { batchSize: 1, retryForMs: 5000 };
		expect(decide(failed(), { ...tried, elapsedMs: 4999 })).toMatchObject({ maxBatch: Infinity });
		expect(decide(failed(), { ...tried, elapsedMs: 5000 })).toBe('retriesUsedUp');
		expect(decide(failed(), { ...tried, elapsedMs: 1, isTimeout: true })).toBe('retriesUsedUp');
	});

	it('repeats a rejected call a few times only where that is wanted, once others have got through', () => {
		const tried = { isStuck: false, areOthersDone: true, maxRefusals: 3, retryForMs: 5000 };
		expect(decide(refused(), { ...tried, attempts: 2 })).toMatchObject({ delayMs: 0 });
		expect(decide(refused(), { ...tried, attempts: 3 })).toBe('retriesUsedUp');
		expect(decide(refused(), { ...tried, elapsedMs: 5000 })).toBe('retriesUsedUp');
		const alone = { ...tried, areOthersDone: false, attempts: 9, elapsedMs: 9000 };
		expect(decide(refused(), alone)).toMatchObject({ delayMs: 0 });
		expect(decide(failed(), { ...tried, attempts: 3 })).toMatchObject({ maxBatch: Infinity });
	});

	it('does not split a batch that never arrived', () => {
		const ending = failed({ isReached: false, mayHaveBeenProcessed: false });
		expect(decide(ending, { batchSize: 95 })).toEqual({
			delayMs: 75,
			retries: 1,
			maxBatch: Infinity,
		});
	});
});

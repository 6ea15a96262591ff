import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { wait } from '../../../nodes/shared/http/waiting';
import { settle, stopTime } from '../fixtures/clock.mts';

beforeEach(stopTime);
afterEach(() => {
	vi.useRealTimers();
});

/** Follows a promise: `undefined` until it is settled. */
function follow<T>(work: Promise<T>): { value?: T } {
	const seen: { value?: T } = {};
	void work.then((value) => {
		seen.value = value;
	});
	return seen;
}

describe('wait', () => {
	it.each([false, true])('lasts as long as it should (with a signal: %s)', async (hasSignal) => {
		const seen = follow(wait(1000, hasSignal ? new AbortController().signal : undefined));
		await vi.advanceTimersByTimeAsync(999);
		expect(seen).toEqual({});
		await vi.advanceTimersByTimeAsync(1);
		expect(seen).toEqual({ value: true });
	});

	it('ends at once on cancellation', async () => {
		const cancel = new AbortController();
		const seen = follow(wait(60_000, cancel.signal));
		await vi.advanceTimersByTimeAsync(10);
		expect(seen).toEqual({});
		cancel.abort();
		await settle();
		expect(seen).toEqual({ value: false });
	});

	it('does not last after a cancellation', async () => {
		expect(await wait(60_000, AbortSignal.abort())).toBe(false);
	});

	it('listens once per signal, however many wait', async () => {
		const cancel = new AbortController();
		const added = vi.spyOn(cancel.signal, 'addEventListener');
		const all = Array.from({ length: 50 }, () => follow(wait(60_000, cancel.signal)));
		await vi.advanceTimersByTimeAsync(10);
		expect(added.mock.calls.length).toBeLessThanOrEqual(1);
		cancel.abort();
		await settle();
		expect(all.every(({ value }) => value === false)).toBe(true);
	});
});

import { describe, expect, it } from 'vitest';

import {
	ConcurrencyLimit,
	type Permit,
	type Sign,
} from '../../../nodes/shared/scheduler/concurrencyLimit';

const ROUND_TRIP_MS = 50;

/** Sends as many requests as may be sent now. */
function fill(limit: ConcurrencyLimit, now: number): Permit[] {
	const permits: Permit[] = [];
	while (limit.notBefore() <= now) {
		permits.push(limit.sent(now));
		if (permits.length > 10_000) throw new Error('there is no bound');
	}
	return permits;
}

/** Ends requests. */
function end(limit: ConcurrencyLimit, permits: readonly Permit[], sign: Sign, now: number): void {
	for (const permit of permits) limit.ended(permit, sign, now);
}

/**
 * Keeps as many requests in flight as allowed, and ends them, for this many round trips.
 * @returns how many were in flight at the start of each
 */
function rounds(limit: ConcurrencyLimit, sign: Sign, count: number, from = 0): number[] {
	const sizes: number[] = [];
	let permits = fill(limit, from);
	for (let now = from + ROUND_TRIP_MS; sizes.length < count; now += ROUND_TRIP_MS) {
		sizes.push(permits.length);
		permits = permits.flatMap((permit) => {
			limit.ended(permit, sign, now);
			return sizes.length < count ? fill(limit, now) : [];
		});
	}
	return sizes;
}

const adaptive = (most = Infinity): ConcurrencyLimit => new ConcurrencyLimit(most, true);

describe('a limit that the user sets', () => {
	it.each([
		[true, 1],
		[true, 3],
		[true, 100],
		[false, 3],
	])('is not exceeded for slow requests (adaptive: %s, %d)', (isAdaptive, most) => {
		const limit = new ConcurrencyLimit(most, isAdaptive);
		for (let now = 0; now < 100_000; now += 1000) fill(limit, now);
		expect(limit.notBefore()).toBe(Infinity);
		expect(rounds(limit, 'more', 1, 1e9)).toEqual([0]);
	});

	it('bounds the adaptive limit', () => {
		const sizes = rounds(adaptive(60), 'more', 20);
		expect(Math.max(...sizes)).toBe(60);
		expect(sizes[0]).toBeLessThan(60);
	});

	it.each([true, false])('may be infinite (adaptive: %s)', (isAdaptive) => {
		expect(new ConcurrencyLimit(Infinity, isAdaptive).notBefore()).toBe(-Infinity);
	});
});

describe('an adaptive limit', () => {
	it('about doubles with each round trip while nothing fails', () => {
		const sizes = rounds(adaptive(), 'more', 8);
		for (const [index, size] of sizes.slice(1).entries()) {
			expect(size).toBeGreaterThan(1.5 * sizes[index]);
			expect(size).toBeLessThanOrEqual(2 * sizes[index]);
		}
	});

	it('grows neither while it is not used nor where requests end without a result', () => {
		const limit = adaptive();
		const [before, ...others] = rounds(limit, undefined, 5);
		expect(new Set(others)).toEqual(new Set([before]));
		for (let now = 1000; now < 100_000; now += 100) end(limit, [limit.sent(now)], 'more', now + 50);
		expect(fill(limit, 200_000)).toHaveLength(before);
	});

	it('shrinks once per round trip, however many requests are rejected', () => {
		const one = adaptive();
		const all = adaptive();
		const ofOne = fill(one, 0);
		const ofAll = fill(all, 0);
		end(one, ofOne.slice(0, 1), 'fewer', 50);
		end(one, ofOne.slice(1), undefined, 50);
		end(all, ofAll, 'fewer', 50);
		const left = fill(all, 50).length;
		expect(left).toBeLessThan(ofAll.length);
		expect(left).toBe(fill(one, 50).length);
	});

	it('shrinks for faults that say little only where more than a few requests come to nothing', () => {
		const few = adaptive();
		const many = adaptive();
		const before = fill(few, 0);
		end(few, before.slice(0, 10), 'maybeFewer', 50);
		end(few, before.slice(10), undefined, 50);
		expect(fill(few, 50)).toHaveLength(before.length);
		end(many, fill(many, 0), 'maybeFewer', 50);
		expect(fill(many, 50).length).toBeLessThan(before.length);
	});

	it('grows more slowly after it shrank', () => {
		const limit = adaptive();
		rounds(limit, 'more', 4);
		rounds(limit, 'fewer', 1, 1000);
		const sizes = rounds(limit, 'more', 10, 2000);
		for (const [index, size] of sizes.slice(1).entries()) {
			expect(size).toBeGreaterThan(sizes[index]);
			expect(size).toBeLessThan(1.5 * sizes[index]);
		}
	});

	it('always allows one request, and recovers from there by one more in two round trips', () => {
		const limit = adaptive();
		const shrinking = rounds(limit, 'fewer', 100);
		expect([Math.min(...shrinking), shrinking.at(-1)]).toEqual([1, 1]);
		const sizes = rounds(limit, 'more', 20, 1e6);
		for (const [index, size] of sizes.slice(2).entries())
			expect(size).toBeGreaterThan(sizes[index]);
	});
});

describe('a slow request', () => {
	it('no longer prevents another from being sent', () => {
		const limit = adaptive();
		const permits = fill(limit, 0);
		const notBefore = limit.notBefore();
		expect(notBefore).toBeGreaterThan(1);
		expect(notBefore).toBeLessThan(Infinity);
		expect(fill(limit, notBefore)).toHaveLength(permits.length);
	});

	it.each([100, 1000, 5000])('is one that takes much longer than others: %d ms', (usualMs) => {
		const limit = adaptive();
		end(limit, [limit.sent(0)], 'more', usualMs);
		const now = 1e6;
		fill(limit, now);
		const slowAt = limit.notBefore();
		expect(slowAt - now).toBeGreaterThan(2 * usualMs);
		expect(slowAt - now).toBeLessThan(10 * usualMs);
	});

	it('makes room for one other, in the order in which they were sent', () => {
		const limit = adaptive();
		const first = limit.sent(0);
		fill(limit, 10);
		const slowAt = limit.notBefore();
		limit.sent(slowAt);
		// The next one makes room only when it is slow itself.
		expect(limit.notBefore()).toBe(slowAt + 10);
		limit.ended(first, undefined, slowAt);
		expect(limit.notBefore()).toBe(slowAt + 10);
	});
});

import { describe, expect, it } from 'vitest';

import { RetryQuota } from '../../../nodes/shared/scheduler/retryQuota';

/** The quota after this many calls, each of which may be repeated this many times. */
function quotaOf(calls: number, maxRetries = 4): RetryQuota {
	const quota = new RetryQuota();
	for (let count = 0; count < calls; count += 1) quota.firstSent(maxRetries);
	return quota;
}

/** Repeats until the quota is empty. @returns how often */
function drain(quota: RetryQuota): number {
	let repetitions = 0;
	for (; !quota.isEmpty; repetitions += 1) {
		if (repetitions > 1e6) throw new Error('it never becomes empty');
		quota.draw();
	}
	return repetitions;
}

describe('the retry quota', () => {
	it.each([1, 4, 10, 100])(
		'allows a single call to be repeated as often as the user sets: %d',
		(most) => {
			expect(drain(quotaOf(1, most))).toBeGreaterThanOrEqual(most);
		},
	);

	it('allows some repetitions even where a call itself allows none', () => {
		expect(drain(quotaOf(1, 0))).toBeGreaterThan(0);
	});

	it.each([500, 5000, 50_000])('adds about a fifth to %d calls without an answer', (calls) => {
		const share = drain(quotaOf(calls)) / calls;
		expect(share).toBeGreaterThan(0.1);
		expect(share).toBeLessThan(0.3);
	});

	it('is the same whether calls are sent before repetitions or between them', () => {
		const quota = new RetryQuota();
		let repetitions = 0;
		for (let calls = 0; calls < 5000; calls += 1) {
			quota.firstSent(4);
			if (quota.isEmpty) continue;
			quota.draw();
			repetitions += 1;
		}
		expect(repetitions + drain(quota)).toBe(drain(quotaOf(5000)));
	});

	it('allows as many retries as the call that allows most, once', () => {
		const quota = quotaOf(3, 2);
		quota.firstSent(20);
		quota.firstSent(20);
		expect(drain(quota)).toBe(20);
	});

	it('is refilled by answers', () => {
		const quota = quotaOf(100);
		drain(quota);
		quota.answered();
		expect(quota.isEmpty).toBe(false);
		expect(drain(quota)).toBeGreaterThan(0);
	});

	it('never runs out while each repetition is answered', () => {
		const quota = quotaOf(1);
		for (let count = 0; count < 1000; count += 1) {
			expect(quota.isEmpty).toBe(false);
			quota.draw();
			quota.answered();
		}
	});

	it('does not accumulate while all goes well', () => {
		const quota = quotaOf(100);
		for (let count = 0; count < 10_000; count += 1) quota.answered();
		expect(drain(quota)).toBe(drain(quotaOf(100)));
	});
});

import { describe, expect, it } from 'vitest';

import { BatchLimit, type BatchSplit } from '../../../nodes/shared/scheduler/batchLimit';

/** The limit of a host that has answered before. */
function limitOf(allowed: number): BatchLimit {
	const limit = new BatchLimit(allowed);
	limit.reached();
	return limit;
}

/** Splits a batch that was not answered. */
function split(
	limit: BatchLimit,
	calls: number,
	partSize: number,
	isUnderstood = true,
): BatchSplit {
	const batch = { unanswered: calls, partSize, isUnderstood };
	limit.split(batch);
	return batch;
}

/** Answers this many of the calls that were in a batch, each alone. */
function answer(limit: BatchLimit, batch: BatchSplit, calls = batch.unanswered): void {
	for (let count = 0; count < calls; count += 1) limit.answered(batch);
}

/** @returns how many batches of the largest size have to be answered before a larger one is tried */
function batchesUntilLarger(limit: BatchLimit): number {
	const before = limit.most;
	for (let batches = 1; batches <= 10_000; batches += 1) {
		limit.passed(before);
		if (limit.most > before) return batches;
	}
	return Infinity;
}

describe('the size of batches', () => {
	it.each([1, 7, 100])('is what the user allows as long as nothing fails: %d', (allowed) => {
		const limit = new BatchLimit(allowed);
		for (let count = 0; count < 100; count += 1) {
			limit.passed(allowed);
			limit.answered(undefined);
		}
		expect(limit.most).toBe(allowed);
	});

	it('shrinks to that of the parts when all of them are answered, and not before', () => {
		const limit = limitOf(100);
		const batch = split(limit, 100, 10);
		answer(limit, batch, 99);
		expect(limit.most).toBe(100);
		answer(limit, batch, 1);
		expect(limit.most).toBe(10);
	});

	it('does not grow because of a batch that was split before it shrank', () => {
		const limit = limitOf(100);
		const [large, small] = [split(limit, 100, 10), split(limit, 10, 1)];
		answer(limit, small);
		answer(limit, large);
		expect(limit.most).toBe(1);
	});

	it('stays the same while a call that spoils its batch is not answered', () => {
		const limit = limitOf(100);
		answer(limit, split(limit, 100, 10), 90);
		answer(limit, split(limit, 10, 1), 9);
		expect(limit.most).toBe(100);
	});
});

describe('a larger batch', () => {
	it('is tried again after a number of successful batches of the largest size', () => {
		const limit = limitOf(100);
		answer(limit, split(limit, 100, 10));
		expect(batchesUntilLarger(limit)).toBeLessThan(100);
		expect(limit.most).toBeLessThanOrEqual(100);
	});

	it('is tried half as often after each failure', () => {
		const limit = limitOf(100);
		const waits = [1, 2, 3, 4].map(() => {
			answer(limit, split(limit, 100, 10));
			return batchesUntilLarger(limit);
		});
		expect(waits.slice(1)).toEqual(waits.slice(0, -1).map((wait) => 2 * wait));
	});

	it('is not tried later because several failed at the same time', () => {
		const [one, several] = [1, 3].map((count) => {
			const limit = limitOf(100);
			const batches = Array.from({ length: count }, () => split(limit, 100, 10));
			for (const batch of batches) answer(limit, batch);
			return batchesUntilLarger(limit);
		});
		expect(several).toBe(one);
	});

	it('is tried after a number of batches of the largest size since the size shrank', () => {
		const limit = limitOf(100);
		for (let count = 0; count < 9; count += 1) limit.passed(100);
		answer(limit, split(limit, 100, 10));
		const fresh = limitOf(100);
		answer(fresh, split(fresh, 100, 10));
		expect(batchesUntilLarger(limit)).toBe(batchesUntilLarger(fresh));
	});

	it('is not tried because smaller ones are answered', () => {
		const limit = limitOf(100);
		answer(limit, split(limit, 100, 10));
		for (let count = 0; count < 1000; count += 1) limit.passed(9);
		expect(limit.most).toBe(10);
	});

	it('is never tried with a server that does not support batches', () => {
		const limit = limitOf(100);
		answer(limit, split(limit, 100, 1, false));
		expect(limit.most).toBe(1);
		expect(batchesUntilLarger(limit)).toBe(Infinity);
	});

	it('never exceeds what the user allows', () => {
		const limit = limitOf(25);
		answer(limit, split(limit, 25, 3));
		while (batchesUntilLarger(limit) < Infinity) expect(limit.most).toBeLessThanOrEqual(25);
		expect(limit.most).toBe(25);
	});
});

describe('a host that never answered', () => {
	it('allows one batch to be split, and its parts again', () => {
		const limit = new BatchLimit(100);
		expect(limit.maySplit(undefined)).toBe(true);
		const first = split(limit, 100, 10);
		expect(limit.maySplit(first)).toBe(true);
		expect(limit.maySplit(undefined)).toBe(false);
		expect(limit.maySplit({ unanswered: 5, partSize: 1, isUnderstood: true })).toBe(false);
		const part = split(limit, 10, 1);
		expect(limit.maySplit(part)).toBe(true);
	});

	it.each<[string, (limit: BatchLimit) => void]>([
		['answers', (limit) => limit.reached()],
		['answers a request', (limit) => limit.passed(1)],
	])('allows all batches to be split once it %s', (_, answered) => {
		const limit = new BatchLimit(100);
		split(limit, 100, 10);
		answered(limit);
		expect(limit.maySplit(undefined)).toBe(true);
	});
});

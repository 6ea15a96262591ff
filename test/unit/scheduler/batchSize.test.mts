import { describe, expect, it } from 'vitest';

import { BatchSize } from '../../../nodes/shared/scheduler/batchSize';

/** Sends requests, each as large as it may be. */
function send(size: BatchSize, count: number, most = Infinity): void {
	for (let index = 0; index < count; index += 1) {
		const calls = size.capacity();
		size.sent(calls);
		if (calls > most) size.tooLarge(calls);
		else size.passed(calls);
	}
}

describe('the size of batches', () => {
	it('is what the user allows at first, and not below what got through', () => {
		const size = new BatchSize(100);
		expect(size.capacity()).toBe(100);
		size.passed(40);
		size.tooLarge(100);
		expect(size.capacity()).toBe(40);
	});

	it('is a tenth of what was too large, or what the server says', () => {
		const size = new BatchSize(100);
		size.tooLarge(100);
		expect(size.capacity()).toBe(10);
		const told = new BatchSize(100);
		told.tooLarge(100, 30);
		expect(told.capacity()).toBe(30);
	});

	it('is cut once for batches that were in flight together', () => {
		const size = new BatchSize(100);
		for (let index = 0; index < 10; index += 1) size.tooLarge(100);
		expect(size.capacity()).toBe(10);
	});

	it('is tried at twice as many after batches that got through, one at a time, and seldom where that fails', () => {
		const size = new BatchSize(100);
		size.tooLarge(100);
		const trials: number[] = [];
		for (let index = 1; index < 50; index += 1) {
			if (size.capacity() > 10) trials.push(index);
			send(size, 1, 10);
		}
		expect(trials).toEqual([6, 17, 38]);
		expect(size.capacity()).toBe(10);
	});

	it('grows back to what the user allows', () => {
		const size = new BatchSize(100);
		size.tooLarge(100);
		send(size, 100);
		expect(size.capacity()).toBe(100);
	});

	it('is tried with one request after a rejection that may be due to it', () => {
		const size = new BatchSize(100);
		size.doubt(100);
		expect(size.capacity()).toBe(100);
		size.sent(100);
		expect(size.capacity()).toBe(1);
		size.passed(100);
		expect(size.capacity()).toBe(100);
	});
});

import { describe, expect, it } from 'vitest';

import { BatchSize } from '../../../nodes/shared/scheduler/batchSize';

function passing(size: BatchSize, count: number): void {
	for (let index = 0; index < count; index += 1) size.passed(size.most);
}

describe('the size of batches', () => {
	it('is what the user allows at first, and not below what got through', () => {
		const size = new BatchSize(100);
		expect(size.most).toBe(100);
		size.passed(40);
		size.tooLarge(100);
		expect(size.most).toBe(40);
	});

	it('is a tenth of what was too large, or what the server says', () => {
		const size = new BatchSize(100);
		size.tooLarge(100);
		expect(size.most).toBe(10);
		const told = new BatchSize(100);
		told.tooLarge(100, 30);
		expect(told.most).toBe(30);
	});

	it('is cut once for batches that were in flight together', () => {
		const size = new BatchSize(100);
		for (let index = 0; index < 10; index += 1) size.tooLarge(100);
		expect(size.most).toBe(10);
	});

	it('is doubled after batches that got through, later after each failure', () => {
		const size = new BatchSize(100);
		size.tooLarge(100);
		passing(size, 10);
		expect(size.most).toBe(20);
		size.tooLarge(20);
		expect(size.most).toBe(10);
		passing(size, 19);
		expect(size.most).toBe(10);
		passing(size, 1);
		expect(size.most).toBe(20);
	});

	it('grows back to what the user allows', () => {
		const size = new BatchSize(100);
		size.tooLarge(100);
		passing(size, 100);
		expect(size.most).toBe(100);
	});
});

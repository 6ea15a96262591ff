import { describe, expect, it } from 'vitest';

import { Fifo } from '../../../nodes/shared/scheduler/fifo';

function filled(count: number): Fifo<number> {
	const fifo = new Fifo<number>();
	for (let item = 0; item < count; item += 1) fifo.push(item);
	return fifo;
}

describe('a first-in-first-out list', () => {
	it('returns items in the order in which they came', () => {
		const fifo = filled(3);
		expect(fifo.take(2)).toEqual([0, 1]);
		fifo.push(3);
		expect([fifo.first, fifo.length, ...fifo]).toEqual([2, 2, 2, 3]);
	});

	it('returns no more than it contains', () => {
		const fifo = filled(2);
		expect(fifo.take(5)).toEqual([0, 1]);
		expect([fifo.length, fifo.first, fifo.take(1)]).toEqual([0, undefined, []]);
	});

	it('keeps the order over many calls of take', () => {
		const fifo = filled(5000);
		const taken: number[] = [];
		while (fifo.length > 0) {
			taken.push(...fifo.take(7));
			if (taken.length < 7000) fifo.push(5000 + taken.length);
		}
		expect(taken.slice(0, 5000)).toEqual([...filled(5000)]);
		expect(taken.slice(5000)).toEqual([...taken.slice(5000)].sort((a, b) => a - b));
	});

	it('removes the items that meet a condition from those not yet taken', () => {
		const fifo = filled(6);
		fifo.take(1);
		expect(fifo.remove((item) => item % 2 === 0)).toEqual([2, 4]);
		expect([...fifo]).toEqual([1, 3, 5]);
	});
});

import { describe, expect, it } from 'vitest';

import {
	Address,
	CallGroup,
	CallQueue,
	type WaitingCall,
} from '../../../nodes/shared/scheduler/callQueue';
import { waitingCall as waiting } from '../fixtures/waitingCall.mts';

const names = (calls: readonly WaitingCall[]): unknown[] => calls.map(({ call }) => call.payload);

function groupOf(...calls: WaitingCall[]): CallGroup {
	const group = new CallGroup(new Address(), false);
	for (const call of calls) group.add(call, 0);
	return group;
}

/** How many of these calls are sent in one request; only their size limits that. */
const together = (bytes: readonly number[]): number =>
	groupOf(...bytes.map((each) => waiting('x', { bytes: each }))).take(Infinity).length;

describe('a request', () => {
	it.each([0, 1, 2, 1000])('holds all of %d small calls', (count) => {
		expect(together(Array.from({ length: count }, () => 2))).toBe(count);
	});

	it('fills 1 MB and does not exceed it', () => {
		expect(together([499_998, 499_998])).toBe(2);
		expect(together([499_999, 500_000])).toBe(1);
	});

	it('holds only one call if that is too large for any batch', () => {
		expect(together([2_000_000, 2])).toBe(1);
		expect(together([2, 2_000_000])).toBe(1);
	});

	it.each([1, 2, 7, 50])('never exceeds 1 MB with calls of 1/%d of it', (parts) => {
		const bytes = Math.floor(1_000_000 / parts) - 1;
		const count = together(Array.from({ length: 200 }, () => bytes));
		expect(count).toBeGreaterThan(0);
		// Brackets around the list, and commas between the calls.
		if (count > 1) expect(2 + count * bytes + count - 1).toBeLessThanOrEqual(1_000_000);
	});

	it.each([1, 3, 100])('holds no more calls than it may: %d', (most) => {
		const group = groupOf(...Array.from({ length: 5 }, (_, n) => waiting(`${n}`)));
		expect(group.take(most)).toHaveLength(Math.min(most, 5));
		expect(group.size).toBe(5 - Math.min(most, 5));
	});

	it('holds calls in the order in which they came, and only one if it has to be sent alone', () => {
		const alone = { isAlone: true };
		const group = groupOf(waiting('1'), waiting('2'), waiting('3', alone), waiting('4'));
		expect(names(group.take(10))).toEqual(['1', '2']);
		expect(names(group.take(10))).toEqual(['3']);
		expect(names(group.take(10))).toEqual(['4']);
		expect(group.take(10)).toEqual([]);
	});

	it('holds no more calls than the strictest of them allows', () => {
		const group = groupOf(waiting('1'), waiting('2', { together: 2 }), waiting('3'));
		expect(names(group.take(10))).toEqual(['1', '2']);
	});
});

describe('a call that has to wait', () => {
	it('is due when its time has come, and not before', () => {
		const group = groupOf(
			waiting('1', { notBefore: 100 }),
			waiting('2'),
			waiting('3', { notBefore: 50 }),
		);
		expect(group.due(0)).toEqual({ calls: 1, notBefore: 50 });
		expect(names(group.take(10))).toEqual(['2']);
		expect(group.due(50)).toEqual({ calls: 1, notBefore: 100 });
		expect(group.due(100)).toEqual({ calls: 2, notBefore: Infinity });
		expect(names(group.take(10))).toEqual(['3', '1']);
	});
});

function next(queue: CallQueue): CallGroup {
	return [...queue.waiting()][0];
}

describe('a queue', () => {
	it('serves groups in turn', () => {
		const queue = new CallQueue();
		for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
			queue.add(waiting(name, { group: name[0] }), 0);
		const taken: unknown[] = [];
		while (queue.size > 0) taken.push(...names(queue.take(next(queue), 1)));
		expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
	});

	it('drops calls wherever they wait, and forgets groups without any', () => {
		const queue = new CallQueue();
		queue.add(waiting('1', { group: 'a' }), 0);
		queue.add(waiting('2', { group: 'a' }), 0);
		queue.add(waiting('3', { group: 'b', notBefore: 100 }), 0);
		queue.add(waiting('4', { group: 'b' }), 0);
		const removed = [...queue.waiting()].flatMap((group) =>
			queue.remove(group, ({ call }) => call.payload !== '4'),
		);
		expect(names(removed)).toEqual(['1', '2', '3']);
		expect(queue.size).toBe(1);
		expect(names(queue.take(next(queue), 10))).toEqual(['4']);
		expect(queue.size).toBe(0);
	});

	it('serves urgent calls first', () => {
		const queue = new CallQueue();
		const urgent = waiting('b', { group: 'b' });
		Object.assign(urgent.call, { isUrgent: true });
		queue.add(waiting('a', { group: 'a' }), 0);
		queue.add(urgent, 0);
		expect([...queue.waiting()].flatMap((group) => names(group.take(1)))).toEqual(['b', 'a']);
	});

	it('forgets addresses that have had no call for long', () => {
		const queue = new CallQueue();
		queue.add(waiting('1', { group: 'a' }), 0);
		const { address } = next(queue);
		queue.take(next(queue), 1);
		queue.forget(0);
		queue.add(waiting('2', { group: 'a' }), 5);
		expect(next(queue).address).toBe(address);
		queue.take(next(queue), 1);
		queue.forget(10);
		queue.add(waiting('3', { group: 'a' }), 20);
		expect(next(queue).address).not.toBe(address);
	});

	it('recognizes groups of one address by the address they share', () => {
		const queue = new CallQueue();
		const [one, two] = ['a 1', 'a 2'].map((group) => waiting(group, { group }));
		for (const each of [one, two]) Object.assign(each.call, { address: 'a' });
		queue.add(one, 0);
		queue.add(two, 0);
		const addresses = [...queue.waiting()].map(({ address }) => address);
		expect(addresses).toHaveLength(2);
		expect(addresses[0]).toBe(addresses[1]);
	});
});

import { describe, expect, it } from 'vitest';

import {
	Address,
	CallGroup,
	CallQueue,
	type WaitingCall,
} from '../../../nodes/shared/scheduler/callQueue';

/** A waiting call with its name as the payload; the other parts do not matter. */
function waiting(
	name: string,
	details: Partial<WaitingCall> & { bytes?: number; isAlone?: boolean; group?: string } = {},
): WaitingCall {
	const { bytes = 10, isAlone = false, group = 'x', ...more } = details;
	return {
		call: {
			...{ payload: name, bytes, host: 'host', address: group, group, isAlone, idempotent: true },
			retry: { timeoutMs: 1, maxRetries: 0, maxRetryWaitMs: 0 },
			transport: { send: async () => await Promise.reject(new Error('nothing is sent here')) },
		},
		settle: () => undefined,
		...{ attempts: 0, retriesUsed: 0, addedAt: 0, sentFirstAt: 0, mayHaveBeenProcessed: false },
		...{ isCancelled: false, isSettled: false, notBefore: -Infinity, together: Infinity },
		...more,
	};
}

const names = (calls: readonly WaitingCall[]): unknown[] => calls.map(({ call }) => call.payload);

function groupOf(...calls: WaitingCall[]): CallGroup {
	const group = new CallGroup(new Address(), false);
	for (const call of calls) group.add(call, 0);
	return group;
}

describe('a request', () => {
	const many = (count: number, bytes: number): number[] => Array<number>(count).fill(bytes);
	it.each([
		['all of 1000 small calls', many(1000, 2), Infinity, 1000],
		['no more calls than it may', many(5, 2), 3, 3],
		['1 MB', [499_998, 499_998], Infinity, 2],
		['no more than 1 MB', [499_999, 499_999], Infinity, 1],
		['only one call that is too large for any batch', [2_000_000, 2], Infinity, 1],
		['none of those that are too large besides another', [2, 2_000_000], Infinity, 1],
		// Brackets around the list, and commas between the calls.
		['as many of seven as fit', many(200, 142_857 - 2), Infinity, 7],
		['as many of fifty as fit', many(200, 20_000), Infinity, 49],
	])('holds %s', (_, bytes, most, expected) => {
		const group = groupOf(...bytes.map((each) => waiting('x', { bytes: each })));
		expect(group.take(most)).toHaveLength(expected);
		expect(group.size).toBe(bytes.length - expected);
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

describe('a queue', () => {
	const next = (queue: CallQueue): CallGroup => [...queue.waiting()][0];

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

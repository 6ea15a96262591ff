import { describe, expect, it } from 'vitest';

import { Destination } from '../../../nodes/shared/scheduler/destination';
import {
	CallQueue,
	countDue,
	type CallGroup,
	type WaitingCall,
} from '../../../nodes/shared/scheduler/callQueue';

interface Details extends Partial<WaitingCall> {
	bytes?: number;
	isAlone?: boolean;
	isUrgent?: boolean;
	group?: string;
}

/** A waiting call with its name as the payload; the other parts do not matter. */
function waiting(name: string, details: Details = {}): WaitingCall {
	const { bytes = 10, isAlone = false, isUrgent, group = 'x', ...more } = details;
	return {
		call: {
			payload: name,
			bytes,
			host: 'host',
			address: group,
			group,
			isAlone,
			isUrgent,
			idempotent: true,
			retry: { timeoutMs: 1, maxRetries: 0, maxRetryWaitMs: 0 },
			transport: { send: async () => await Promise.reject(new Error('nothing is sent here')) },
		},
		settle: () => undefined,
		attempts: 0,
		retriesUsed: 0,
		seen: { passed: 0, refused: 0 },
		refusals: 0,
		addedAt: 0,
		sentFirstAt: 0,
		mayHaveBeenProcessedBefore: false,
		isCancelled: false,
		isSettled: false,
		notBefore: 0,
		maxBatch: Infinity,
		...more,
	};
}

const names = (calls: readonly WaitingCall[]): unknown[] => calls.map(({ call }) => call.payload);

function queueOf(...calls: WaitingCall[]): CallQueue {
	const queue = new CallQueue();
	for (const call of calls) queue.add(call, new Destination());
	return queue;
}

const next = (queue: CallQueue): CallGroup => [...queue.inTurn()][0];

const take = (queue: CallQueue, most: number): unknown[] => names(queue.take(next(queue), most));

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
		const queue = queueOf(...bytes.map((each) => waiting('x', { bytes: each })));
		expect(take(queue, most)).toHaveLength(expected);
	});

	it('holds calls in the order in which they came, and only one if it has to be sent alone', () => {
		const alone = { isAlone: true };
		const queue = queueOf(waiting('1'), waiting('2'), waiting('3', alone), waiting('4'));
		for (const expected of [['1', '2'], ['3'], ['4']]) expect(take(queue, 10)).toEqual(expected);
		expect(queue.size).toBe(0);
	});

	it('holds no more calls than the strictest of them allows', () => {
		const queue = queueOf(waiting('1'), waiting('2', { maxBatch: 2 }), waiting('3'));
		expect(take(queue, 10)).toEqual(['1', '2']);
	});
});

it('calls are in the order in which they may be sent', () => {
	const delays = { 1: 100, 2: 0, 3: 50, 4: 0 };
	const calls = Object.entries(delays).map(([name, notBefore]) => waiting(name, { notBefore }));
	const group = next(queueOf(...calls));
	expect(names(group.calls)).toEqual(['2', '4', '3', '1']);
	expect([0, 50, 99, 100].map((now) => countDue(group.calls, now))).toEqual([2, 3, 3, 4]);
});

describe('a queue', () => {
	it('serves groups in turn', () => {
		const queue = queueOf(
			...['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) => waiting(name, { group: name[0] })),
		);
		const taken: unknown[] = [];
		while (queue.size > 0) taken.push(...take(queue, 1));
		expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
	});

	it('drops calls wherever they wait, and groups without any', () => {
		const queue = queueOf(
			waiting('1', { group: 'a' }),
			waiting('2', { group: 'a' }),
			waiting('3', { group: 'b', notBefore: 100 }),
			waiting('4', { group: 'b' }),
		);
		for (const group of queue.inTurn()) queue.keep(group, ({ call }) => call.payload === '4');
		expect([...queue.inTurn()].map(({ calls }) => names(calls))).toEqual([['4']]);
	});

	it('serves addresses last that were turned away and never let anything through', () => {
		const queue = new CallQueue();
		const suspect = new Destination();
		suspect.streak = {
			refusals: 1,
			chance: 1,
			share: 1,
			refusedAt: 0,
			others: { passed: 0, refused: 0 },
		};
		queue.add(waiting('a', { group: 'a' }), suspect);
		queue.add(waiting('b', { group: 'b' }), new Destination());
		expect([...queue.inTurn()].map(({ calls }) => names(calls))).toEqual([['b'], ['a']]);
		expect(queue.size).toBe(2);
	});

	it('serves urgent calls first', () => {
		const urgent = { isUrgent: true };
		const queue = queueOf(waiting('a1'), waiting('a2', urgent), waiting('b', { group: 'b' }));
		expect([...queue.inTurn()].map(({ calls }) => names(calls))).toEqual([['a2'], ['a1'], ['b']]);
	});
});

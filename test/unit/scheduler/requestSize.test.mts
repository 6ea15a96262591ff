import { describe, expect, it } from 'vitest';

import { RequestSize } from '../../../nodes/shared/scheduler/requestSize';

/** What is known about a server that turned requests away as a whole, after some had got through. */
function begun(...passed: number[]): RequestSize {
	const size = new RequestSize();
	for (const calls of passed) size.passed(calls);
	size.begin();
	return size;
}

/**
 * Sends requests of the largest size to a server that takes so many calls in one.
 * @returns the sizes of those that it turned away
 */
function send(size: RequestSize, largest: number, requests: number): number[] {
	const refused: number[] = [];
	for (let count = 0; count < requests; count += 1) {
		const calls = size.most;
		if (calls <= largest) size.passed(calls);
		else {
			refused.push(calls);
			expect(size.refused(calls)).toBe(true);
		}
	}
	return refused;
}

describe('the size of requests', () => {
	it('has no bound before a server turned one away as a whole', () => {
		const size = new RequestSize();
		for (const calls of [1, 100, 5]) size.passed(calls);
		expect(size.most).toBe(Infinity);
	});

	it('is then that of the largest that got through, or one call', () => {
		expect(begun(3, 40, 7).most).toBe(40);
		expect(begun().most).toBe(1);
	});

	it('doubles with each request until one is turned away', () => {
		const size = begun();
		const sizes: number[] = [];
		for (let count = 0; count < 8; count += 1) {
			sizes.push(size.most);
			size.passed(size.most);
		}
		expect(sizes).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
	});

	it.each([1, 2, 3, 10, 33, 1000])(
		'comes to more than half of what the server takes: %d',
		(largest) => {
			const size = begun();
			send(size, largest, 12);
			expect(size.most).toBeLessThanOrEqual(largest);
			expect(size.most).toBeGreaterThan(largest / 2);
		},
	);

	it('is raised by a larger request that got through meanwhile', () => {
		const size = begun();
		size.refused(50);
		size.passed(20);
		expect(size.most).toBeGreaterThanOrEqual(20);
	});
});

describe('a request that was turned away as a whole', () => {
	it.each([1, 7, 40])('is not blamed for its size if one as large got through: %d', (calls) => {
		const size = begun(40);
		expect(size.refused(calls)).toBe(false);
		expect(size.most).toBe(40);
	});

	it('is blamed if none so large ever got through, and makes the next ones smaller', () => {
		const size = begun(40);
		expect(size.refused(41)).toBe(true);
		expect(size.most).toBe(40);
	});

	it('of one call is never blamed', () => {
		expect(begun().refused(1)).toBe(false);
		expect(new RequestSize().refused(1)).toBe(false);
	});

	it('is blamed also before there was a bound', () => {
		const size = new RequestSize();
		size.passed(10);
		expect(size.refused(100)).toBe(true);
		expect(size.most).toBe(10);
	});
});

describe('larger requests', () => {
	it('are tried again after many of the largest size that passes', () => {
		const size = begun();
		send(size, 20, 10);
		const tried = send(size, 20, 1000);
		expect(tried.length).toBeGreaterThan(0);
	});

	it('are tried ever more rarely while they fail', () => {
		const size = begun();
		send(size, 20, 10);
		const seldom = [1, 2, 3].map(() => {
			let requests = 0;
			while (send(size, 20, 1).length === 0) requests += 1;
			return requests;
		});
		expect(seldom[1]).toBeGreaterThan(seldom[0]);
		expect(seldom[2]).toBeGreaterThan(seldom[1]);
		expect(send(size, 20, 100_000).length).toBeLessThan(15);
	});

	it('become usual once the server takes them', () => {
		const size = begun();
		send(size, 20, 10);
		send(size, 100, 1000);
		expect(size.most).toBeGreaterThan(50);
	});
});

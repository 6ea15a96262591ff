import { describe, expect, it } from 'vitest';

import { RequestSize } from '../../../nodes/shared/scheduler/requestSize';

/** What is known about a server that rejected whole requests after some had succeeded. */
function begun(...passed: number[]): RequestSize {
	const size = new RequestSize();
	for (const calls of passed) size.passed(calls);
	size.begin();
	return size;
}

/**
 * Sends requests of the largest size to a server that accepts this many calls in one.
 * @returns the sizes of those that it rejected
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
	it('has no bound before a server has rejected a whole request', () => {
		const size = new RequestSize();
		for (const calls of [1, 100, 5]) size.passed(calls);
		expect(size.most).toBe(Infinity);
	});

	it('is then that of the largest that succeeded, or one call', () => {
		expect(begun(3, 40, 7).most).toBe(40);
		expect(begun().most).toBe(1);
	});

	it('doubles with each request until one is rejected', () => {
		const size = begun();
		const sizes: number[] = [];
		for (let count = 0; count < 8; count += 1) {
			sizes.push(size.most);
			size.passed(size.most);
		}
		expect(sizes).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
	});

	it.each([1, 2, 3, 10, 33, 1000])(
		'reaches more than half of what the server accepts: %d',
		(largest) => {
			const size = begun();
			send(size, largest, 12);
			expect(size.most).toBeLessThanOrEqual(largest);
			expect(size.most).toBeGreaterThan(largest / 2);
		},
	);

	it('is raised by a larger request that succeeded meanwhile', () => {
		const size = begun();
		size.refused(50);
		size.passed(20);
		expect(size.most).toBeGreaterThanOrEqual(20);
	});
});

describe('a request that was rejected as a whole', () => {
	it.each([1, 7, 40])('does not count as too large if one as large succeeded: %d', (calls) => {
		const size = begun(40);
		expect(size.refused(calls)).toBe(false);
		expect(size.most).toBe(40);
	});

	it('counts as too large if none as large ever succeeded, and makes the next ones smaller', () => {
		const size = begun(40);
		expect(size.refused(41)).toBe(true);
		expect(size.most).toBe(40);
	});

	it('of one call never counts as too large', () => {
		expect(begun().refused(1)).toBe(false);
		expect(new RequestSize().refused(1)).toBe(false);
	});

	it('also counts as too large before there was a bound', () => {
		const size = new RequestSize();
		size.passed(10);
		expect(size.refused(100)).toBe(true);
		expect(size.most).toBe(10);
	});
});

describe('larger requests', () => {
	it('are tried again after many of the largest size that succeeds', () => {
		const size = begun();
		send(size, 20, 10);
		const tried = send(size, 20, 1000);
		expect(tried.length).toBeGreaterThan(0);
	});

	it('are tried less and less often while they fail', () => {
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

	it('become normal once the server accepts them', () => {
		const size = begun();
		send(size, 20, 10);
		send(size, 100, 1000);
		expect(size.most).toBeGreaterThan(50);
	});
});

import { describe, expect, it } from 'vitest';

import { CircuitBreaker } from '../../../nodes/shared/scheduler/circuitBreaker';

const LONGEST_MS = 1000;

/** Requests that fail at once, each sent as soon as that is allowed. @returns the pauses between them */
function pausesOf(breaker: CircuitBreaker, failures: number, random = 0): number[] {
	const pauses: number[] = [];
	for (let now = 0; pauses.length < failures; now = breaker.notBefore) {
		breaker.sent(now);
		breaker.ended(now);
		breaker.failed(now, random, now);
		pauses.push(breaker.notBefore - now);
	}
	return pauses;
}

describe('a circuit breaker', () => {
	it('opens with a failure, and pauses longer the longer nothing gets through', () => {
		const breaker = new CircuitBreaker();
		expect(breaker.notBefore).toBe(-Infinity);
		const pauses = pausesOf(breaker, 30);
		expect(pauses[0]).toBe(75);
		expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
		expect(pauses.at(-1)).toBe(LONGEST_MS);
		expect(Math.max(...pausesOf(new CircuitBreaker(), 30, 1))).toBe(LONGEST_MS / 2);
	});

	it('waits for as long as the server asks, and the next time a little longer, not to come with others', () => {
		const breaker = new CircuitBreaker();
		breaker.failed(0, 0.5, 10, { askedUntil: 5000 });
		expect(breaker.notBefore).toBe(5000);
		breaker.failed(5000, 0.5, 5010, { askedUntil: 10_000 });
		expect(breaker.notBefore).toBeGreaterThan(10_000);
		expect(breaker.notBefore).toBeLessThan(10_200);
	});

	it('counts what was in flight at the same time once', () => {
		const breaker = new CircuitBreaker();
		for (const now of [10, 11, 12]) breaker.failed(0, 0, now);
		expect([breaker.failures, breaker.notBefore]).toEqual([1, 85]);
		breaker.failed(50, 0, 60);
		expect(breaker.failures).toBe(2);
	});

	it('closes with the first answer, and stays closed for requests that were sent before it', () => {
		const breaker = new CircuitBreaker();
		breaker.failed(0, 0, 10);
		breaker.answered(20);
		breaker.failed(15, 0, 30);
		expect([breaker.failures, breaker.notBefore]).toEqual([0, -Infinity]);
	});

	it('sends one probe at a time, and another when it takes far longer than the last failure, or a second', () => {
		const breaker = new CircuitBreaker();
		breaker.failed(0, 0, 50);
		breaker.sent(200);
		expect(breaker.notBefore).toBe(400);
		breaker.ended(200);
		expect(breaker.notBefore).toBe(125);
		breaker.failed(200, 0, 5000);
		breaker.sent(6000);
		expect(breaker.notBefore).toBe(7000);
	});

	it('knows for how long nothing has got through, and for how long a call has waited for it', () => {
		const breaker = new CircuitBreaker();
		for (const at of [1000, 2000, 3000]) breaker.failed(at, 0, at);
		expect([breaker.failures, breaker.getLastedMs(), breaker.getLastedMs(1500)]).toEqual([
			3, 2000, 1500,
		]);
	});
});

import { describe, expect, it } from 'vitest';

import { CircuitBreaker, type Failure } from '../../../nodes/shared/scheduler/circuitBreaker';

const LONGEST_MS = 1000;

/** A request that was not answered. */
function fault(sentAt: number): Failure {
	return { sentAt, isRefusal: false, since: sentAt, leastPauseMs: 0 };
}

/** Requests that fail at once, each sent as soon as that is allowed. @returns the pauses between them */
function pausesOf(breaker: CircuitBreaker, failures: number, random = 0): number[] {
	const pauses: number[] = [];
	for (let now = 0; pauses.length < failures; now = breaker.notBefore()) {
		breaker.sent(now);
		breaker.ended(now);
		breaker.failed(fault(now), random, now);
		pauses.push(breaker.notBefore() - now);
	}
	return pauses;
}

describe('a circuit breaker', () => {
	it('opens with a failure, and pauses longer the longer nothing gets through', () => {
		const breaker = new CircuitBreaker();
		expect(breaker.notBefore()).toBe(-Infinity);
		const pauses = pausesOf(breaker, 30);
		expect(pauses[0]).toBe(75);
		expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
		expect(pauses.at(-1)).toBe(LONGEST_MS);
		expect(Math.max(...pausesOf(new CircuitBreaker(), 30, 1))).toBe(LONGEST_MS / 2);
	});

	it('pauses for longer where that is known to be needed, but no longer than a second', () => {
		const breaker = new CircuitBreaker();
		breaker.failed({ ...fault(0), leastPauseMs: 400 }, 0, 10);
		expect(breaker.notBefore()).toBe(410);
		breaker.failed({ ...fault(500), leastPauseMs: 4000 }, 0, 510);
		expect(breaker.notBefore()).toBe(1510);
	});

	it('counts faults that follow refusals on their own, as somebody answered until then', () => {
		const breaker = new CircuitBreaker();
		for (const at of [0, 1000, 2000]) breaker.failed({ ...fault(at), isRefusal: true }, 0, at);
		expect([breaker.failures, breaker.isOut]).toEqual([3, false]);
		breaker.failed(fault(3000), 0, 3000);
		expect([breaker.failures, breaker.getLastedMs(), breaker.isOut]).toEqual([1, 0, true]);
	});

	it('counts what was in flight at the same time once', () => {
		const breaker = new CircuitBreaker();
		for (const now of [10, 11, 12]) breaker.failed({ ...fault(0), since: now }, 0, now);
		expect([breaker.failures, breaker.notBefore()]).toEqual([1, 85]);
		breaker.failed(fault(50), 0, 60);
		expect(breaker.failures).toBe(2);
	});

	it('closes with the first answer, and stays closed for requests that were sent before it', () => {
		const breaker = new CircuitBreaker();
		breaker.failed(fault(0), 0, 10);
		breaker.answered(20);
		breaker.failed(fault(15), 0, 30);
		expect([breaker.failures, breaker.notBefore()]).toEqual([0, -Infinity]);
	});

	it('sends one probe at a time, and another when it takes far longer than the last failure, or a second', () => {
		const breaker = new CircuitBreaker();
		breaker.failed(fault(0), 0, 50);
		breaker.sent(200);
		expect(breaker.notBefore()).toBe(400);
		breaker.ended(200);
		expect(breaker.notBefore()).toBe(125);
		breaker.failed(fault(200), 0, 5000);
		breaker.sent(6000);
		expect(breaker.notBefore()).toBe(7000);
	});

	it('knows for how long nothing has got through, and for how long a call has waited for it', () => {
		const breaker = new CircuitBreaker();
		for (const at of [1000, 2000, 3000]) breaker.failed(fault(at), 0, at);
		expect([breaker.failures, breaker.getLastedMs(), breaker.getLastedMs(1500)]).toEqual([
			3, 2000, 1500,
		]);
	});
});

import { describe, expect, it } from 'vitest';

import { CircuitBreaker } from '../../../nodes/shared/scheduler/circuitBreaker';

const pauseMs = (failure: number): number => 100 * failure;

function failing(breaker: CircuitBreaker, sentAt: number, now: number): void {
	breaker.failed(sentAt, now, pauseMs);
}

describe('a circuit breaker', () => {
	it('opens with a failure, and each probe that fails is followed by a longer pause', () => {
		const breaker = new CircuitBreaker();
		expect(breaker.notBefore).toBe(-Infinity);
		failing(breaker, 0, 10);
		expect([breaker.failures, breaker.notBefore]).toEqual([1, 110]);
		expect(breaker.sent(110)).toBe(true);
		breaker.ended(true);
		failing(breaker, 110, 120);
		expect([breaker.failures, breaker.notBefore]).toEqual([2, 320]);
	});

	it('counts what was in flight at the same time once', () => {
		const breaker = new CircuitBreaker();
		for (const now of [10, 11, 12]) failing(breaker, 0, now);
		failing(breaker, 50, 60);
		expect([breaker.failures, breaker.notBefore]).toEqual([1, 110]);
	});

	it('stays closed when others were answered since the request was sent', () => {
		const breaker = new CircuitBreaker();
		breaker.answered(5);
		failing(breaker, 0, 10);
		expect(breaker.failures).toBe(0);
	});

	it('closes with the first answer', () => {
		const breaker = new CircuitBreaker();
		failing(breaker, 0, 10);
		breaker.answered(20);
		expect([breaker.failures, breaker.notBefore]).toEqual([0, -Infinity]);
		expect(breaker.sent(20)).toBe(false);
	});

	it('sends one probe at a time, and another when it takes longer than a second', () => {
		const breaker = new CircuitBreaker();
		failing(breaker, 0, 10);
		breaker.sent(110);
		expect(breaker.notBefore).toBe(1110);
		breaker.ended(true);
		expect(breaker.notBefore).toBe(110);
	});
});

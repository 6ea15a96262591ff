import { describe, expect, it } from 'vitest';

import { CircuitBreaker } from '../../../nodes/shared/scheduler/circuitBreaker';

/** The random number, where it does not matter. */
const RANDOM = 0.5;

/** How long a request takes. */
const ROUND_TRIP_MS = 10;

/**
 * Sends probes, each as soon as it may be sent; none of them is answered.
 * @returns the pauses after them, in milliseconds, until there are no more
 */
function failOn(outage: CircuitBreaker, random = RANDOM): number[] {
	const pauses: number[] = [];
	for (let now = 0; pauses.length < 100; ) {
		const wasProbe = outage.sent(now);
		const endedAt = now + ROUND_TRIP_MS;
		outage.ended(wasProbe);
		outage.failed(now, endedAt, random);
		if (outage.notBefore <= endedAt) return pauses;
		pauses.push(outage.notBefore - endedAt);
		now = outage.notBefore;
	}
	throw new Error('there is always a further pause');
}

/** An outage that was noticed at this time. */
function outageSince(now: number): CircuitBreaker {
	const outage = new CircuitBreaker();
	outage.failed(now - ROUND_TRIP_MS, now, RANDOM);
	return outage;
}

describe('an outage', () => {
	it('delays nothing while nothing fails', () => {
		const outage = new CircuitBreaker();
		expect(outage.sent(0)).toBe(false);
		outage.ended(false);
		outage.answered(10);
		expect(outage.notBefore).toBe(-Infinity);
	});

	it.each([0, 0.5, 1])('causes a few growing pauses (random %d)', (random) => {
		const pauses = failOn(new CircuitBreaker(), random);
		expect(pauses).toHaveLength(4);
		expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
		expect(pauses[pauses.length - 1]).toBeGreaterThan(2 * pauses[0]);
	});

	it('that lasts finally delays nothing, and has no more probes', () => {
		const outage = new CircuitBreaker();
		failOn(outage);
		const now = 1e6;
		expect(outage.sent(now)).toBe(false);
		outage.ended(false);
		outage.failed(now, now + 10, RANDOM);
		expect(outage.notBefore).toBeLessThan(now);
	});

	it('is over with the first answer', () => {
		const outage = outageSince(100);
		expect(outage.notBefore).toBeGreaterThan(100);
		outage.answered(101);
		expect(outage.notBefore).toBe(-Infinity);
		expect(outage.sent(102)).toBe(false);
	});

	it('that comes later starts with the shortest pause again', () => {
		const first = failOn(new CircuitBreaker());
		const outage = new CircuitBreaker();
		failOn(outage);
		outage.answered(1e6);
		outage.failed(1e6 + 1, 1e6 + 11, RANDOM);
		expect(outage.notBefore - (1e6 + 11)).toBeCloseTo(first[0], 6);
	});
});

describe('a request that failed', () => {
	it.each([99, 100])(
		'is not an outage when others were answered since it was sent: at %d',
		(sentAt) => {
			const outage = new CircuitBreaker();
			outage.answered(100);
			outage.failed(sentAt, 150, RANDOM);
			expect(outage.notBefore).toBe(-Infinity);
		},
	);

	it('counts once together with those that were in flight at the same time', () => {
		const [one, many] = [new CircuitBreaker(), new CircuitBreaker()];
		one.failed(0, 10, RANDOM);
		for (let count = 0; count < 50; count += 1) many.failed(count / 10, 10, RANDOM);
		expect(many.notBefore).toBe(one.notBefore);
	});
});

describe('a probe', () => {
	it('that fails at once causes the next pause, although it was sent when the last one ended', () => {
		const [one, two] = [new CircuitBreaker(), new CircuitBreaker()];
		for (const outage of [one, two]) outage.failed(0, 10, RANDOM);
		two.failed(10, 10, RANDOM);
		expect(two.notBefore).toBeGreaterThan(one.notBefore);
	});

	it('holds others back although requests end that were sent before the outage', () => {
		const outage = outageSince(100);
		outage.ended(false);
		const now = outage.notBefore;
		outage.sent(now);
		expect(outage.notBefore).toBe(now + 1000);
	});

	it('is sent after each of the pauses', () => {
		const outage = new CircuitBreaker();
		let now = 0;
		const probes = Array.from({ length: 6 }, () => {
			now = Math.max(now + 1, outage.notBefore);
			const wasProbe = outage.sent(now);
			outage.ended(wasProbe);
			outage.failed(now, now + ROUND_TRIP_MS, RANDOM);
			return wasProbe;
		});
		expect(probes).toEqual([false, true, true, true, true, false]);
	});

	it('is sent alone', () => {
		const outage = outageSince(100);
		const now = outage.notBefore;
		expect(outage.sent(now)).toBe(true);
		expect(outage.notBefore).toBeGreaterThan(now);
	});

	it('delays nothing when it takes longer than a second', () => {
		const outage = outageSince(100);
		const now = outage.notBefore;
		outage.sent(now);
		expect(outage.notBefore).toBeLessThanOrEqual(now + 1000);
	});

	it('makes room for the next one when it ends without a result', () => {
		const outage = outageSince(100);
		const now = outage.notBefore;
		outage.ended(outage.sent(now));
		expect(outage.notBefore).toBeLessThanOrEqual(now);
	});

	it('is no longer waited for once another one is answered', () => {
		const outage = outageSince(100);
		const now = outage.notBefore;
		const slow = outage.sent(now);
		const quick = outage.sent(now + 1000);
		outage.ended(quick);
		outage.answered(now + 1010);
		expect(outage.notBefore).toBe(-Infinity);
		outage.ended(slow);
		outage.failed(now, now + 5000, RANDOM);
		expect(outage.notBefore).toBe(-Infinity);
	});

	it('of a previous outage says nothing about the next one', () => {
		const outage = outageSince(100);
		const slow = outage.sent(outage.notBefore);
		outage.answered(1000);
		outage.failed(1001, 1011, RANDOM);
		const until = outage.notBefore;
		outage.ended(slow);
		expect(outage.notBefore).toBeLessThanOrEqual(until);
		const next = outage.sent(until);
		expect(next).toBe(true);
		outage.ended(next);
		expect(outage.notBefore).toBeLessThanOrEqual(until);
	});
});

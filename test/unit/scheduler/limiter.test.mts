import { describe, expect, it } from 'vitest';

import { Destination } from '../../../nodes/shared/scheduler/destination';
import { Limiter } from '../../../nodes/shared/scheduler/limiter';

const ROUND_TRIP_MS = 10;

/** Sends single calls whenever that is allowed, for this many milliseconds. @returns when they were sent, and passed */
function drive(
	destination: Destination,
	accepts: (now: number) => boolean,
	{ from = 0, ms }: { from?: number; ms: number },
): { sent: number[]; passed: number[] } {
	const sent: number[] = [];
	const passed: number[] = [];
	for (let now = from; now < from + ms; now += 1) {
		if (destination.notBefore(now) > now) continue;
		const sentAt = now;
		destination.sent(1, sentAt);
		sent.push(now);
		const isPassed = accepts(now);
		if (isPassed) passed.push(now);
		now += ROUND_TRIP_MS;
		const verdict = { passed: isPassed ? 1 : 0, refused: isPassed ? 0 : 1, retryAfterMs: 0 };
		destination.breaker.ended(sentAt);
		destination.answered(sentAt, verdict, 0.5, now);
	}
	return { sent, passed };
}

/** A bucket of one token. */
function bucket(perSecond: number): (now: number) => boolean {
	let tokens = 1;
	let at = 0;
	return (now) => {
		tokens = Math.min(1, tokens + ((now - at) * perSecond) / 1000);
		at = now;
		if (tokens < 1) return false;
		tokens -= 1;
		return true;
	};
}

/** So many calls in any second, counting those that are refused. */
function countingRefused(most: number): (now: number) => boolean {
	let log: number[] = [];
	return (now) => {
		log = [...log.filter((at) => at > now - 1000), now];
		return log.length <= most;
	};
}

describe('a limiter', () => {
	it('has no bound before anything is refused', () => {
		const limiter = new Limiter(0);
		limiter.sent(100, 0);
		limiter.ended(0, { passed: 100, refused: 0, retryAfterMs: 0 }, 10);
		expect([limiter.capacity(), limiter.notBefore(10)]).toEqual([Infinity, -Infinity]);
	});

	it.each([5, 25])('uses most of a limit of %d per second, and little more', (perSecond) => {
		const { sent, passed } = drive(new Destination(), bucket(perSecond), { ms: 60_000 });
		expect(passed.length).toBeGreaterThan(perSecond * 60 * 0.75);
		expect(sent.length).toBeLessThan(perSecond * 60 * 2.2);
	});

	it('uses most of a limit that counts refused calls', () => {
		const { passed } = drive(new Destination(), countingRefused(5), { ms: 60_000 });
		expect(passed.length).toBeGreaterThan(5 * 60 * 0.6);
	});

	it('uses what others leave in every other second', () => {
		let left = 0;
		let second = -1;
		const own = (now: number): boolean => {
			if (Math.floor(now / 1000) > second) left = 25;
			second = Math.floor(now / 1000);
			left -= 1;
			return second % 2 === 1 && left >= 0;
		};
		const { passed } = drive(new Destination(), own, { ms: 60_000 });
		expect(passed.length).toBeGreaterThan(25 * 30 * 0.9);
	});

	it('uses a limit again soon after others have used it up for long', () => {
		const limiter = new Destination();
		const own = bucket(25);
		const isUsedUp = (now: number): boolean => now > 10_000 && now < 50_000;
		const { sent, passed } = drive(limiter, (now) => !isUsedUp(now) && own(now), { ms: 60_000 });
		expect(passed.filter((at) => at > 50_000).length).toBeGreaterThan(120);
		// Tried in each second.
		const meanwhile = sent.filter((at) => at > 15_000 && at < 50_000);
		const gaps = meanwhile.slice(1).map((at, index) => at - meanwhile[index]);
		expect(Math.max(...gaps)).toBeLessThanOrEqual(1000 + ROUND_TRIP_MS);
		expect(meanwhile.length).toBeLessThan(60);
	});

	it('is not slowed down for good by refusals that do not depend on its rate', () => {
		const own = bucket(25);
		let count = 0;
		const twoOfThree = (now: number): boolean => {
			count += 1;
			return count % 3 > 0 && own(now);
		};
		const { passed } = drive(new Destination(), twoOfThree, { ms: 60_000 });
		expect(passed.length).toBeGreaterThan((60 * 25) / 4);
	});

	it('keeps to a wait in full', () => {
		const limiter = new Limiter(0);
		limiter.sent(1, 0);
		limiter.asked(10 + 5000);
		limiter.ended(0, { passed: 0, refused: 1, retryAfterMs: 5000 }, 10);
		for (const now of [10, 5009]) expect(limiter.notBefore(now)).toBe(5010);
	});
});

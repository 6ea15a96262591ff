import { describe, expect, it } from 'vitest';

import { AddressLimits } from '../../../nodes/shared/scheduler/addressLimits';
import { RateLimits, type Reservation } from '../../../nodes/shared/scheduler/rateLimits';
import type { Verdict } from '../../../nodes/shared/scheduler/rateLimiter';
import { tokenBucket, type RateLimit } from '../../simulation/support/rateLimits.mts';

const MANY = 1_000_000;

const ROUND_TRIP_MS = 10;

const PASSED = { passed: 1, isWhole: false };

const REFUSED = { passed: 0, isWhole: false };

/** Sends a call and ends it. @returns when it has ended */
function exchange(
	limits: RateLimits,
	address: AddressLimits,
	sentAt: number,
	verdict: Verdict | undefined,
): number {
	limits.ended(address, limits.sent(address, 1, sentAt), verdict, sentAt + ROUND_TRIP_MS);
	return sentAt + ROUND_TRIP_MS;
}

/** @returns when the next call to an address may be sent */
function nextAt(limits: RateLimits, address: AddressLimits, now: number): number {
	let at = now;
	for (let tries = 0; tries < 20; tries += 1) {
		const room = limits.room(address, MANY, at);
		if ('calls' in room) return at;
		at = room.notBefore;
	}
	throw new Error('it promised room when there was none');
}

/** @returns whether a very large number of calls to an address may be sent at once */
function isUnlimited(limits: RateLimits, address: AddressLimits, now: number): boolean {
	const room = limits.room(address, MANY, now);
	return 'calls' in room && room.calls === MANY;
}

/** Addresses at a host, at each of which a call has succeeded. */
function working(count: number): { limits: RateLimits; addresses: AddressLimits[] } {
	const limits = new RateLimits();
	const addresses = Array.from({ length: count }, () => new AddressLimits());
	for (const address of addresses) exchange(limits, address, 0, PASSED);
	return { limits, addresses };
}

/** The same, where a limit has turned out to be shared: another address was rejected, and succeeded later. */
function shared(count: number): { limits: RateLimits; addresses: AddressLimits[]; now: number } {
	const { limits, addresses } = working(count);
	const late = new AddressLimits();
	let now = exchange(limits, late, 100, REFUSED);
	now = exchange(limits, late, nextAt(limits, late, now), PASSED);
	return { limits, addresses: [...addresses, late], now };
}

describe('a host that rejected nothing', () => {
	it('has room for all calls at all addresses', () => {
		const { limits, addresses } = working(3);
		for (const address of [...addresses, new AddressLimits()])
			expect(limits.room(address, 12_345, 100)).toEqual({ calls: 12_345 });
	});

	it('has no wait', () => {
		const { limits, addresses } = working(1);
		expect(limits.askedUntil(addresses[0])).toBe(-Infinity);
		expect(limits.ownRefusals(addresses[0])).toBe(0);
		expect(limits.isStuck(addresses[0], 1000)).toBe(false);
	});
});

describe('a rejection', () => {
	it('limits its address, and no other', () => {
		const { limits, addresses } = working(2);
		const now = exchange(limits, addresses[0], 100, REFUSED);
		expect(isUnlimited(limits, addresses[0], now)).toBe(false);
		expect(isUnlimited(limits, addresses[1], now)).toBe(true);
		expect(isUnlimited(limits, new AddressLimits(), now)).toBe(true);
	});

	it('at an address where nothing ever succeeded limits that one as well, and no other', () => {
		const { limits, addresses } = working(2);
		const late = new AddressLimits();
		const now = exchange(limits, late, 100, REFUSED);
		expect(nextAt(limits, late, now)).toBeGreaterThan(now);
		for (const address of addresses) expect(isUnlimited(limits, address, now)).toBe(true);
	});

	it('is not assumed for a request whose calls were not processed', () => {
		const { limits, addresses } = working(1);
		const now = exchange(limits, addresses[0], 100, undefined);
		expect(isUnlimited(limits, addresses[0], now)).toBe(true);
	});
});

describe('a limit that addresses share', () => {
	it('is detected when an address succeeds that was rejected because of others', () => {
		const { limits, addresses, now } = shared(3);
		for (const address of addresses) expect(isUnlimited(limits, address, now)).toBe(false);
	});

	it('is not detected because an address succeeds again that had succeeded before', () => {
		const { limits, addresses } = working(2);
		let now = exchange(limits, addresses[0], 100, REFUSED);
		now = exchange(limits, addresses[0], nextAt(limits, addresses[0], now), PASSED);
		expect(isUnlimited(limits, addresses[1], now)).toBe(true);
	});

	it('is not detected at the only address of a host', () => {
		const limits = new RateLimits();
		const only = new AddressLimits();
		let now = exchange(limits, only, 0, REFUSED);
		now = exchange(limits, only, nextAt(limits, only, now), PASSED);
		expect(isUnlimited(limits, new AddressLimits(), now)).toBe(true);
	});

	it('is detected when an address is starved that had sent nothing for a long time', () => {
		const { limits, addresses } = working(2);
		let now = 10_000;
		for (let count = 0; count < 3; count += 1) {
			now = exchange(limits, addresses[1], now + 1, PASSED);
			now = exchange(limits, addresses[0], nextAt(limits, addresses[0], now + 1), REFUSED);
		}
		exchange(limits, addresses[1], now + 1, PASSED);
		now = exchange(limits, addresses[0], nextAt(limits, addresses[0], now + 20), PASSED);
		expect(isUnlimited(limits, addresses[1], now)).toBe(false);
	});

	it.each([
		['it was rejected only once', 1, true],
		['nothing succeeded elsewhere in between', 3, false],
	])('is not detected when an address succeeds again and %s', (_, rejections, othersPass) => {
		const { limits, addresses } = working(2);
		let now = 10_000;
		for (let count = 0; count < rejections; count += 1) {
			if (othersPass || count === 0) now = exchange(limits, addresses[1], now + 1, PASSED);
			now = exchange(limits, addresses[0], nextAt(limits, addresses[0], now + 1), REFUSED);
		}
		if (othersPass) exchange(limits, addresses[1], now + 1, PASSED);
		now = exchange(limits, addresses[0], nextAt(limits, addresses[0], now + 20), PASSED);
		expect(isUnlimited(limits, addresses[1], now)).toBe(true);
	});

	it('hardly changes because of an address at which nothing ever succeeds', () => {
		const [alone, among] = [false, true].map((hasDead) => {
			const { limits, addresses, now: start } = shared(2);
			const dead = new AddressLimits();
			let now = start;
			for (let count = 0; count < 500; count += 1) {
				now = exchange(limits, addresses[0], nextAt(limits, addresses[0], now), PASSED);
				if (hasDead && 'calls' in limits.room(dead, 1, now)) exchange(limits, dead, now, REFUSED);
			}
			return now - start;
		});
		expect(among).toBeLessThan(1.5 * alone);
	});
});

describe('a wait the server asks for', () => {
	it('applies to its address, and no other', () => {
		const { limits, addresses } = working(2);
		limits.asked(addresses[0], 5000);
		limits.asked(addresses[0], 3000);
		expect(limits.room(addresses[0], 1, 4999)).toEqual({ notBefore: 5000 });
		expect(limits.room(addresses[0], 1, 5000)).toEqual({ calls: 1 });
		expect(limits.room(addresses[1], 1, 100)).toEqual({ calls: 1 });
		expect(limits.askedUntil(addresses[0])).toBe(5000);
		expect(limits.askedUntil(addresses[1])).toBe(-Infinity);
	});

	it('applies to all addresses that share a limit', () => {
		const { limits, addresses, now } = shared(2);
		const until = now + 7000;
		const sentAt = nextAt(limits, addresses[0], now);
		exchange(limits, addresses[0], sentAt, {
			...REFUSED,
			retryAfterMs: until - sentAt - ROUND_TRIP_MS,
		});
		for (const address of addresses) {
			expect(limits.askedUntil(address)).toBeCloseTo(until, 6);
			expect(nextAt(limits, address, now + 100)).toBeGreaterThanOrEqual(until - 0.001);
		}
	});

	it('that was requested before the limit turned out to be shared also applies to all', () => {
		const { limits, addresses } = working(1);
		limits.asked(addresses[0], 9000);
		const late = new AddressLimits();
		const now = exchange(limits, late, 100, REFUSED);
		exchange(limits, late, nextAt(limits, late, now), PASSED);
		expect(nextAt(limits, late, 5000)).toBeGreaterThanOrEqual(9000);
	});
});

describe('an address at which nothing succeeds', () => {
	it('is stuck when others are not the reason', () => {
		const limits = new RateLimits();
		const address = new AddressLimits();
		let now = 100;
		for (let count = 1; count <= 5; count += 1) {
			now = exchange(limits, address, nextAt(limits, address, now), REFUSED);
			expect(limits.ownRefusals(address)).toBe(count);
			expect(limits.isStuck(address, 100)).toBe(true);
		}
	});

	it('is not stuck because of rejections if it succeeded shortly before', () => {
		const { limits, addresses } = working(1);
		exchange(limits, addresses[0], 100, REFUSED);
		expect(limits.isStuck(addresses[0], 100)).toBe(false);
		expect(limits.ownRefusals(addresses[0])).toBe(0);
	});

	it('is not stuck while others succeed', () => {
		const { limits, addresses } = working(2);
		const [other, address] = addresses;
		let now = 100;
		for (let count = 0; count < 10; count += 1) {
			now = exchange(limits, other, now, PASSED);
			now = exchange(limits, address, nextAt(limits, address, now), REFUSED);
		}
		expect(limits.ownRefusals(address)).toBeLessThanOrEqual(1);
	});

	it('is no longer stuck when something succeeds', () => {
		const { limits, addresses } = working(1);
		const [address] = addresses;
		let now = 100;
		for (let count = 0; count < 5; count += 1)
			now = exchange(limits, address, nextAt(limits, address, now), REFUSED);
		const sentAt = nextAt(limits, address, now);
		now = exchange(limits, address, sentAt, PASSED);
		expect(limits.isStuck(address, sentAt)).toBe(false);
		expect(limits.ownRefusals(address)).toBe(0);
	});

	it('counts requests that were in flight together once', () => {
		const limits = new RateLimits();
		const address = new AddressLimits();
		const reservations = Array.from({ length: 50 }, () => limits.sent(address, 1, 0));
		for (const [index, reservation] of reservations.entries())
			limits.ended(address, reservation, REFUSED, 10 + index / 100);
		expect(limits.ownRefusals(address)).toBe(1);
	});
});

/**
 * Lets every call to an address be rejected, each as soon as it may be sent.
 * @param before happens before each of them
 * @returns the waits before them, in milliseconds
 */
function waitsOf(
	limits: RateLimits,
	address: AddressLimits,
	{ from, count, before }: { from: number; count: number; before?: (now: number) => void },
): number[] {
	let now = exchange(limits, address, from, REFUSED);
	return Array.from({ length: count }, () => {
		before?.(now);
		const sentAt = nextAt(limits, address, now);
		const waited = sentAt - now;
		now = exchange(limits, address, sentAt, REFUSED);
		return waited;
	});
}

describe('the waits of an address at which nothing ever succeeds', () => {
	it('grow at the only address of a host', () => {
		const waits = waitsOf(new RateLimits(), new AddressLimits(), { from: 0, count: 7 });
		expect(waits).toEqual([50, 250, 700, 2000, 4000, 8000, 16_000]);
	});

	it('grow to a second where nothing succeeds at the others either', () => {
		const { limits } = working(2);
		const waits = waitsOf(limits, new AddressLimits(), { from: 5000, count: 7 });
		expect(waits).toEqual([50, 250, 700, 1000, 1000, 1000, 1000]);
	});

	it('grow as at an only address where others succeed, up to a second after they last did', () => {
		const { limits, addresses } = working(2);
		const before = (now: number): void => void exchange(limits, addresses[0], now - 10, PASSED);
		const waits = waitsOf(limits, new AddressLimits(), { from: 5000, count: 7, before });
		expect(waits).toEqual([50, 250, 700, 1000, 1000, 1000, 1000]);
	});

	it('are not cut short while others continue to succeed', () => {
		const { limits, addresses } = working(1);
		const dead = new AddressLimits();
		let now = 100;
		for (let count = 0; count < 4; count += 1) {
			exchange(limits, addresses[0], now, PASSED);
			now = exchange(limits, dead, nextAt(limits, dead, now), REFUSED);
		}
		for (let elapsedMs = 100; elapsedMs <= 1900; elapsedMs += 100) {
			exchange(limits, addresses[0], now + elapsedMs - ROUND_TRIP_MS, PASSED);
			expect(limits.room(dead, 1, now + elapsedMs)).toHaveProperty('notBefore');
		}
	});

	it('are no longer than half a second, four times, where others share a limit', () => {
		const { limits, addresses, now } = shared(2);
		const before = (at: number): void => void exchange(limits, addresses[0], at - 10, PASSED);
		const waits = waitsOf(limits, new AddressLimits(), { from: now + 5000, count: 7, before });
		expect(waits[0]).toBeLessThanOrEqual(500);
		expect(waits.slice(1)).toEqual([250, 500, 500, 1000, 1000, 1000]);
	});
});

describe('where a limit is shared', () => {
	it('an address is stuck only after five rejections for which others are not the reason', () => {
		const { limits, now: start } = shared(2);
		const late = new AddressLimits();
		let now = start + 10_000;
		for (let count = 1; count <= 7; count += 1) {
			now = exchange(limits, late, nextAt(limits, late, now), REFUSED);
			// The first one comes after a success elsewhere.
			expect(limits.ownRefusals(late)).toBe(count - 1 - 5);
			expect(limits.isStuck(late, start)).toBe(count - 1 > 5);
		}
	});

	it('rejections of other addresses before that was known do not count', () => {
		const { limits } = working(1);
		const [late, other] = [new AddressLimits(), new AddressLimits()];
		let now = 100;
		for (let count = 0; count < 3; count += 1) {
			now = exchange(limits, late, nextAt(limits, late, now), REFUSED);
			now = exchange(limits, other, nextAt(limits, other, now), REFUSED);
		}
		exchange(limits, late, nextAt(limits, late, now), PASSED);
		expect(other.refusals).toBe(0);
		expect(limits.ownRefusals(other)).toBe(-5);
	});
});

describe('a rejection where a limit is shared', () => {
	/** What is sent, to which kind of address and when, and how it ends. */
	type Event = [address: 'working' | 'new' | 'dead', afterMs: number, verdict: Verdict | undefined];

	/**
	 * Sends calls where a limit is shared; the dead address is the same each time and never succeeds.
	 * @param isFull whether the server was just full, and nothing succeeded since
	 * @returns how long another address waits after them, in milliseconds since the first was sent
	 */
	function waitAfter(isFull: boolean, ...events: Event[]): number {
		const { limits, addresses, now: start } = shared(2);
		const [other, working] = addresses;
		const dead = new AddressLimits();
		let now = start;
		for (let count = 0; isFull && count < 5; count += 1)
			now = exchange(limits, other, nextAt(limits, other, now), PASSED);
		if (isFull) now = exchange(limits, other, nextAt(limits, other, now), REFUSED);
		const from = nextAt(limits, other, now);
		let endedAt = from;
		for (const [kind, afterMs, verdict] of events) {
			const address = { working, dead, new: new AddressLimits() }[kind];
			endedAt = exchange(limits, address, from + afterMs, verdict);
		}
		return nextAt(limits, other, endedAt) - from;
	}

	it('of a new address slows all down, as one of an address that works does', () => {
		const unchanged = waitAfter(false, ['new', 0, undefined]);
		expect(waitAfter(false, ['new', 0, REFUSED])).toBeGreaterThan(1.5 * unchanged);
		expect(waitAfter(false, ['new', 0, REFUSED])).toBe(waitAfter(false, ['working', 0, REFUSED]));
	});

	it('of an address that works makes all wait where nothing succeeded since the server was full', () => {
		expect(waitAfter(true, ['working', 0, REFUSED])).toBeGreaterThan(50);
	});

	it('of one new address alone then says nothing: it may have a reason of its own', () => {
		expect(waitAfter(true, ['new', 0, REFUSED])).toBe(waitAfter(true, ['new', 0, undefined]));
	});

	it('of two new addresses in a row makes all wait', () => {
		const one = waitAfter(true, ['new', 0, REFUSED], ['new', 100, undefined]);
		const two = waitAfter(true, ['new', 0, REFUSED], ['new', 100, REFUSED]);
		const three = waitAfter(
			true,
			['new', 0, REFUSED],
			['new', 100, REFUSED],
			['new', 500, REFUSED],
		);
		expect(two).toBeGreaterThan(one + 20);
		expect(three - 500).toBeGreaterThan(two - 100 + 100);
	});

	it('of the same address twice in a row makes none wait', () => {
		const once = waitAfter(true, ['dead', 0, REFUSED], ['dead', 100, undefined]);
		const twice = waitAfter(true, ['dead', 0, REFUSED], ['dead', 100, REFUSED]);
		expect(twice).toBe(once);
		const then = waitAfter(
			true,
			['dead', 0, REFUSED],
			['dead', 100, REFUSED],
			['working', 110, PASSED],
		);
		expect(then).toBeLessThan(150);
	});

	it('of one new address is no longer considered once another address succeeds', () => {
		const events: Event[] = [
			['new', 0, REFUSED],
			['working', 20, PASSED],
		];
		const known = waitAfter(true, ...events, ['new', 300, REFUSED]);
		expect(known).toBe(waitAfter(true, ['working', 20, PASSED], ['new', 300, REFUSED]));
		expect(waitAfter(true, ...events)).toBeLessThan(
			waitAfter(true, ['new', 0, undefined], ['working', 20, PASSED]),
		);
	});

	it('of an address at which nothing succeeds does not stop the test whether there is room again', () => {
		const { limits, addresses, now: start } = shared(2);
		const [address] = addresses;
		const dead = new AddressLimits();
		let now = exchange(limits, dead, nextAt(limits, address, start), REFUSED);
		for (let count = 0; count < 3; count += 1)
			now = exchange(limits, address, nextAt(limits, address, now), REFUSED);
		now = exchange(limits, dead, nextAt(limits, dead, now), REFUSED);
		expect(nextAt(limits, address, now)).toBeLessThan(now + 1000);
	});

	it('does not let an own limit delay an address that has worked', () => {
		const { limits, addresses } = working(2);
		let now = 100;
		for (let count = 0; count < 5; count += 1)
			now = exchange(limits, addresses[0], nextAt(limits, addresses[0], now), REFUSED);
		const own = nextAt(limits, addresses[0], now);
		const late = new AddressLimits();
		exchange(limits, late, now - 300, REFUSED);
		now = exchange(limits, late, now - 10, PASSED);
		expect(nextAt(limits, addresses[0], now)).toBeLessThan(own - 1000);
	});

	it('is remembered when a further address turns out to be rejected because of others', () => {
		const { limits, addresses, now: start } = shared(2);
		const late = new AddressLimits();
		const now = exchange(limits, late, nextAt(limits, late, start), REFUSED);
		const last = limits.sent(late, 1, now);
		exchange(limits, addresses[0], now, { ...REFUSED, retryAfterMs: 7000 });
		limits.ended(late, last, PASSED, now + 50);
		expect(limits.askedUntil(addresses[1])).toBe(now + ROUND_TRIP_MS + 7000);
	});

	it('with a wait of an address that never worked delays no other', () => {
		const { limits, addresses } = working(1);
		const [dead, late] = [new AddressLimits(), new AddressLimits()];
		exchange(limits, dead, 50, REFUSED);
		limits.asked(dead, 9000);
		const now = exchange(limits, late, 100, REFUSED);
		exchange(limits, late, nextAt(limits, late, now), PASSED);
		expect(nextAt(limits, addresses[0], 1000)).toBeLessThan(2000);
	});
});

describe('a call that is lost', () => {
	it('counts as used, because it may have been processed', () => {
		const nextAfter = (verdict: Verdict | undefined): number => {
			const { limits, addresses } = working(1);
			const [address] = addresses;
			const now = exchange(limits, address, 100, REFUSED);
			const sentAt = nextAt(limits, address, now);
			exchange(limits, address, sentAt, verdict);
			return nextAt(limits, address, sentAt + ROUND_TRIP_MS) - sentAt;
		};
		expect(nextAfter(undefined)).toBeGreaterThan(0.9 * nextAfter(PASSED));
	});

	it('counts as used of a shared limit as well', () => {
		const nextAfter = (verdict: Verdict | undefined): number => {
			const { limits, addresses, now } = shared(1);
			const sentAt = nextAt(limits, addresses[0], now);
			exchange(limits, addresses[0], sentAt, verdict);
			return nextAt(limits, addresses[0], sentAt + ROUND_TRIP_MS) - sentAt;
		};
		expect(nextAfter(undefined)).toBeGreaterThan(0.9 * nextAfter(PASSED));
	});
});

describe('what happens at an address', () => {
	it('says something about its host if it is the only one', () => {
		const { limits, addresses } = working(1);
		expect(limits.concernsHost(addresses[0])).toBe(true);
	});

	it('says nothing about its host while limits may be its own', () => {
		const { limits, addresses } = working(2);
		for (const address of addresses) expect(limits.concernsHost(address)).toBe(false);
	});

	it('says something about its host once they share a limit, unless nothing ever succeeded', () => {
		const { limits, addresses } = shared(2);
		for (const address of addresses) expect(limits.concernsHost(address)).toBe(true);
		expect(limits.concernsHost(new AddressLimits())).toBe(false);
	});
});

/** What a fleet sent and its outcome. */
interface Total {
	passed: number;
	refused: number;
	byAddress: number[];
}

/**
 * Sends single calls to all addresses of a host, in turn and each as soon as it may be sent, for this long.
 * @param limitOf the limit that applies to an address
 */
function run(count: number, limitOf: (address: number) => RateLimit, seconds: number): Total {
	const limits = new RateLimits();
	const addresses = Array.from({ length: count }, () => new AddressLimits());
	const total: Total = { passed: 0, refused: 0, byAddress: addresses.map(() => 0) };
	let inFlight: Array<{
		index: number;
		reservation: Reservation;
		verdict: Verdict;
		endsAt: number;
	}> = [];
	let next = 0;
	for (let now = 0; now < seconds * 1000; now += 1) {
		for (const { index, reservation, verdict } of inFlight.filter(({ endsAt }) => endsAt <= now))
			limits.ended(addresses[index], reservation, verdict, now);
		inFlight = inFlight.filter(({ endsAt }) => endsAt > now);
		const turns = addresses.map((_, turn) => (next + turn) % count);
		for (const index of turns) {
			// No more than an adaptive concurrency limit allows in flight.
			if (inFlight.length >= 32) break;
			if (!('calls' in limits.room(addresses[index], 1, now))) continue;
			const limit = limitOf(index);
			const passed = Math.min(1, limit.room(now));
			limit.take(passed, now);
			const reservation = limits.sent(addresses[index], 1, now);
			inFlight.push({ index, reservation, verdict: { passed, isWhole: false }, endsAt: now + 20 });
			total.passed += passed;
			total.refused += 1 - passed;
			total.byAddress[index] += passed;
			next = index + 1;
		}
	}
	return total;
}

describe('many addresses', () => {
	it('use up a limit they share, rarely exceed it, and all get their share', () => {
		const limit = tokenBucket(100, 100);
		const total = run(20, () => limit, 60);
		expect(total.passed).toBeGreaterThan(0.85 * 100 * 60);
		expect(total.refused).toBeLessThan(0.15 * total.passed);
		for (const passed of total.byAddress) expect(passed).toBeGreaterThan((0.5 * total.passed) / 20);
	});

	it('use up their own limits independently', () => {
		const perSecond = [5, 10, 20, 40];
		const own = perSecond.map((rate) => tokenBucket(rate, rate));
		const total = run(own.length, (index) => own[index], 60);
		for (const [index, rate] of perSecond.entries()) {
			expect(total.byAddress[index]).toBeGreaterThan(0.8 * rate * 60);
		}
		expect(total.refused).toBeLessThan(0.15 * total.passed);
	});

	it('succeed as if others at which nothing ever succeeds did not exist', () => {
		const limitsOf = (...rates: number[]): RateLimit[] =>
			rates.map((rate) => tokenBucket(rate, rate));
		const [alone, among] = [limitsOf(10, 20, 40), limitsOf(10, 20, 40, 0, 0, 0)];
		const without = run(alone.length, (index) => alone[index], 60);
		const having = run(among.length, (index) => among[index], 60);
		for (const [index, passed] of without.byAddress.entries())
			expect(having.byAddress[index]).toBeGreaterThan(0.9 * passed);
	});

	/** @returns how many of 200 addresses, each rejected so many times, may be tried again after some calls succeeded */
	function triedAgain(times: number, succeeded: number): number {
		const { limits, addresses } = working(1);
		const late = Array.from({ length: 200 }, () => new AddressLimits());
		for (let time = 0; time < times; time += 1)
			for (const address of late) exchange(limits, address, 1000 + 10_000 * time, REFUSED);
		const now = 1000 + 10_000 * times;
		limits.ended(
			addresses[0],
			limits.sent(addresses[0], succeeded, now - 500),
			{ passed: succeeded, isWhole: false },
			now - 100,
		);
		let sent = 0;
		for (const address of late) {
			const room = limits.room(address, 1, now);
			if ('notBefore' in room) {
				expect(room.notBefore).toBe(now + 1000);
				continue;
			}
			expect(room).toEqual({ calls: 1 });
			limits.sent(address, 1, now);
			sent += 1;
		}
		return sent;
	}

	it.each([
		[1, 1, 25],
		[2, 1, 25],
		[2, 100, 100],
		[3, 1, 200],
	])(
		'that were rejected %d times while %d calls succeed are tried again %d at a time',
		(times, succeeded, most) => {
			expect(triedAgain(times, succeeded)).toBe(most);
		},
	);

	it('that were rejected are not all tried again at once', () => {
		const limits = new RateLimits();
		const addresses = Array.from({ length: 500 }, () => new AddressLimits());
		const reservations = addresses.map((address) => limits.sent(address, 1, 0));
		for (const [index, address] of addresses.entries())
			limits.ended(address, reservations[index], REFUSED, 10);
		const sentAt: number[] = [];
		for (let now = 10; now < 3000; now += 10) {
			for (const address of addresses) {
				if (!('calls' in limits.room(address, 1, now))) continue;
				sentAt.push(now);
				exchange(limits, address, now, REFUSED);
			}
		}
		expect(sentAt.length).toBeGreaterThan(0);
		const busiest = Math.max(
			...sentAt.map((from) => sentAt.filter((at) => at >= from && at < from + 1000).length),
		);
		expect(busiest).toBeLessThan(250);
	});
});

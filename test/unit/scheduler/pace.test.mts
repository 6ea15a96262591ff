import { describe, expect, it } from 'vitest';

import { Pace, type SentCalls } from '../../../nodes/shared/scheduler/pace';
import { tokenBucket, type RateLimit } from '../../simulation/support/rateLimits.mts';

const SECOND_MS = 1000;

/** The outcome of a call that was sent at a pace. */
interface Sent extends SentCalls {
	isPassed: boolean;
	endsAt: number;
}

/** Sends one call after the other at the learned pace, to a server with a limit or without one. */
class Sender {
	/** The pace at the end of each round trip, in calls per millisecond. */
	readonly paces: number[] = [];

	refused = 0;

	private now = 0;

	private sentAt = 0;

	private inFlight: Sent[] = [];

	constructor(
		readonly pace: Pace,
		private readonly roundTripMs: number,
		private readonly limit?: RateLimit,
	) {}

	/** Continues for this many milliseconds. */
	send(milliseconds: number): void {
		const end = this.now + milliseconds;
		let notedAt = this.now + this.roundTripMs;
		while (this.now < end) {
			const sendAt = this.sentAt + 1 / this.pace.perMs;
			const endsAt = this.inFlight[0]?.endsAt ?? Infinity;
			this.now = Math.min(sendAt, endsAt, notedAt, end);
			if (this.now === endsAt) this.end();
			if (this.now === sendAt) this.start();
			if (this.now !== notedAt) continue;
			this.paces.push(this.pace.perMs);
			notedAt += this.roundTripMs;
		}
	}

	private start(): void {
		const { now } = this;
		const isPassed = (this.limit?.room(now) ?? 1) > 0;
		if (isPassed) this.limit?.take(1, now);
		const sent = { sentAt: now, calls: 1, pace: this.pace.perMs };
		this.inFlight.push({ ...sent, isPassed, endsAt: now + this.roundTripMs });
		this.sentAt = now;
	}

	private end(): void {
		const sent = this.inFlight.shift();
		if (sent?.isPassed === false) {
			this.refused += 1;
			this.pace.decrease(sent, 1, false, this.now);
		} else if (sent !== undefined) {
			this.pace.throughput.accept(sent.sentAt, 1);
			this.pace.increase(sent, this.now);
		}
	}
}

/** Notes a request whose calls succeeded. */
function pass(pace: Pace, sentAt: number, now: number, calls = 1): void {
	pace.throughput.accept(sentAt, calls);
	pace.increase({ sentAt, calls, pace: pace.perMs }, now);
}

/** Notes a call that was rejected. @returns the new pace as a share of the old one */
function decreased(pace: Pace, sentAt: number, now: number, isAtOnce = false): number {
	const before = pace.perMs;
	pace.decrease({ sentAt, calls: 1, pace: before }, 1, isAtOnce, now);
	return pace.perMs / before;
}

/** Many calls succeeded, evenly, and then one was rejected: the pace is known. @returns it and the time */
function known(perSecond = 100): { pace: Pace; now: number } {
	const pace = new Pace(perSecond, undefined, 0);
	const everyMs = SECOND_MS / perSecond;
	for (let count = 1; count <= perSecond; count += 1) {
		const sentAt = count * everyMs;
		pace.throughput.accept(sentAt, 1);
	}
	decreased(pace, SECOND_MS, SECOND_MS);
	return { pace, now: SECOND_MS };
}

describe('the first pace', () => {
	it.each([50, 200, 5000])('is the number of calls that succeeded in a second: %d', (passed) => {
		expect(new Pace(passed, undefined, 0).perMs).toBeCloseTo(passed / SECOND_MS, 9);
	});

	it.each([undefined, 0, 0.5, 1, 60_000])(
		'is above zero even where nothing succeeded (asked to wait: %s ms)',
		(retryAfterMs) => {
			const { perMs } = new Pace(0, retryAfterMs, 0);
			expect(perMs).toBeGreaterThan(0);
			expect(perMs).toBeLessThanOrEqual(1);
		},
	);

	it('is one call per wait where a server asks for a short wait', () => {
		expect(new Pace(0, 10, 0).perMs).toBeCloseTo(1 / 10, 9);
		expect(new Pace(500, 10, 0).perMs).toBeCloseTo(500 / SECOND_MS, 9);
	});
});

describe('slow start', () => {
	it.each([1, 20, 300])('grows with each round trip, and at most doubles: %d ms', (roundTripMs) => {
		const sender = new Sender(new Pace(100, undefined, 0), roundTripMs);
		sender.send(20 * roundTripMs);
		for (const [index, perMs] of sender.paces.slice(1).entries()) {
			expect(perMs).toBeGreaterThanOrEqual(sender.paces[index]);
			// Round trips are not measured from the same moment in both places.
			expect(perMs).toBeLessThan(4.01 * sender.paces[index]);
		}
		expect(sender.paces[19]).toBeLessThanOrEqual(2 ** 20 * sender.paces[0]);
	});

	it('is exponential: it grows by the same factor in the same number of round trips', () => {
		const sender = new Sender(new Pace(100, undefined, 0), 100);
		sender.send(2100);
		const [first, second] = [5, 12].map((from) => sender.paces[from + 7] / sender.paces[from]);
		expect(first).toBeGreaterThan(4);
		expect(second / first).toBeGreaterThan(0.8);
		expect(second / first).toBeLessThan(1.25);
	});

	it('does not grow faster because more answers come at the same time', () => {
		const pace = new Pace(100, undefined, 0);
		const before = pace.perMs;
		for (let count = 0; count < 1000; count += 1) pass(pace, 100, 150);
		expect(pace.perMs).toBeLessThanOrEqual(2 * before);
	});

	it('hardly grows while much less is sent than the pace allows', () => {
		const pace = new Pace(1000, undefined, 0);
		const before = pace.perMs;
		for (let sentAt = 1000; sentAt < 2000; sentAt += 100) pass(pace, sentAt, sentAt + 100);
		expect(pace.perMs).toBeLessThan(2 * before);
		expect(pace.perMs).toBeGreaterThan(before);
	});

	it('ends with the first rejection', () => {
		const sender = new Sender(new Pace(100, undefined, 0), 50, tokenBucket(400, 1));
		sender.send(10 * SECOND_MS);
		expect(sender.pace.perMs).toBeLessThan(1);
	});
});

describe('a pace that is known', () => {
	it.each([5, 50, 500])(
		'follows what the server accepts, %d calls per second, with few rejections',
		(perSecond) => {
			const sender = new Sender(new Pace(20, undefined, 0), 20, tokenBucket(perSecond, 1));
			sender.send(30 * SECOND_MS);
			const refusedBefore = sender.refused;
			for (let second = 0; second < 60; second += 1) {
				sender.send(SECOND_MS);
				expect(sender.pace.perMs).toBeGreaterThan((0.8 * perSecond) / SECOND_MS);
				expect(sender.pace.perMs).toBeLessThan((1.5 * perSecond) / SECOND_MS);
			}
			expect((sender.refused - refusedBefore) / (60 * perSecond)).toBeLessThan(0.15);
		},
	);

	it('is never cut below what was measured', () => {
		const pace = new Pace(10_000, undefined, 0);
		for (let sentAt = 1; sentAt <= 100; sentAt += 1) pace.throughput.accept(sentAt, 9);
		decreased(pace, 100, 100);
		expect(pace.perMs).toBeCloseTo(9, 6);
	});

	it('is cut more where it was far too high than where it was a little too high', () => {
		const [little, far] = [1, 100].map((factor) => {
			const { pace, now } = known();
			for (let count = 1; count <= 100; count += 1)
				pass(pace, now + 10 * count, now + 10 * count + 5);
			const high = pace.perMs * factor;
			pace.decrease({ sentAt: now + 1001, calls: 1, pace: high }, 1, false, now + 1010);
			return pace.perMs / high;
		});
		expect(far).toBeLessThan(little);
		expect(little).toBeGreaterThan(0.9);
	});

	it('is cut more where many calls are rejected than where one is', () => {
		const [one, many] = [1, 50].map((refused) => {
			const { pace, now } = known();
			pass(pace, now + 10, now + 15, 50);
			const before = pace.perMs;
			// The measured throughput sets no bound here: few calls succeeded in a long time.
			pace.decrease({ sentAt: now + 2000, calls: 50, pace: before }, refused, false, now + 2010);
			return pace.perMs / before;
		});
		expect(many).toBeLessThan(one);
	});

	it('is cut only a little for calls that merely came too close together after a pause', () => {
		const [atOnce, usual] = [known(), known()].map(({ pace }) => {
			pace.paused(5000, true);
			pace.resumed(7000);
			pass(pace, 7001, 7010);
			return pace;
		});
		expect(decreased(atOnce, 7001, 7020, true)).toBeGreaterThan(decreased(usual, 7001, 7020));
	});

	/** Calls per millisecond that count as a good measurement below, a third of the pace. */
	const MEASURED = 0.03;

	/** @returns the share of the pace that is kept after this many calls succeeded and these were rejected */
	function kept(passed: number, refused: number): number {
		const { pace, now } = known();
		pass(pace, now + 1, now + 1, passed);
		const sentAt = now + passed / MEASURED;
		const before = pace.perMs;
		pace.decrease({ sentAt, calls: refused, pace: before }, refused, false, sentAt);
		return pace.perMs / before;
	}

	it.each([
		[20, 2, 0.96],
		[20, 3, 0.5],
		[22, 3, 0.96],
		[21, 3, 0.5],
	])(
		'after %d calls that succeeded, %d rejected ones leave a share of %d',
		(passed, refused, share) => {
			expect(kept(passed, refused)).toBeCloseTo(share, 6);
		},
	);

	it('is halved only where it is more than ten times what was measured', () => {
		for (const [factor, share] of [
			[10, 0.96],
			[10.1, 0.5],
		]) {
			const { pace, now } = known();
			pass(pace, now + 1, now + 1, 32);
			const high = (32 / 128) * factor;
			pace.decrease({ sentAt: now + 128, calls: 1, pace: high }, 1, false, now + 128);
			expect(pace.perMs / high).toBeCloseTo(share, 6);
		}
	});

	it('is halved by a rejection that comes sooner after a pause than the pause was long', () => {
		for (const [elapsedMs, share] of [
			[999, 0.5],
			[1000, 0.96],
		]) {
			const { pace, now } = known();
			pace.paused(1000, false);
			pace.resumed(now + 10);
			pass(pace, now + 20, now + 20, 30);
			const at = now + 10 + elapsedMs;
			const before = pace.perMs;
			pace.decrease({ sentAt: at, calls: 1, pace: before }, 1, false, at);
			expect(pace.perMs / before).toBeCloseTo(share, 6);
		}
	});

	it('is not blamed for rejections of calls that were in flight when it was cut', () => {
		const { pace, now } = known();
		pace.decrease({ sentAt: now - 1, calls: 50, pace: pace.perMs }, 50, false, now + 1);
		pass(pace, now + 1, now + 1, 4);
		expect(decreased(pace, now + 133, now + 133)).toBeCloseTo(0.96, 6);
	});

	it('is not cut twice for calls that were in flight together', () => {
		const { pace, now } = known();
		for (let count = 1; count <= 100; count += 1) pace.throughput.accept(now + 20 * count, 1);
		expect(decreased(pace, now + 1000, now + 2000)).toBeLessThan(1);
		const before = pace.perMs;
		const inFlight = { sentAt: now + 1100, calls: 1, pace: before };
		expect(pace.decrease(inFlight, 1, false, now + 2100)).toBe(true);
		expect(pace.perMs).toBe(before);
		expect(decreased(pace, now + 1999, now + 3000)).toBe(1);
		expect(decreased(pace, now + 2000, now + 3000)).toBeLessThan(1);
	});

	it('does not grow because of answers to calls that were sent before it was cut', () => {
		const { pace, now } = known();
		const before = pace.perMs;
		for (let count = 0; count < 500; count += 1) pass(pace, now - 1, now + 10_000);
		expect(pace.perMs).toBe(before);
		pass(pace, now, now + 10_000);
		expect(pace.perMs).toBeGreaterThan(before);
	});

	it('stays the same when nothing succeeded since the server was last full', () => {
		const { pace, now } = known();
		const before = pace.perMs;
		expect(pace.decrease({ sentAt: now + 100, calls: 1, pace: before }, 1, false, now + 110)).toBe(
			false,
		);
		expect(pace.perMs).toBe(before);
		pass(pace, now + 200, now + 210);
		expect(pace.decrease({ sentAt: now + 300, calls: 1, pace: before }, 1, false, now + 310)).toBe(
			true,
		);
	});
});

describe('growth after a rejection', () => {
	/** Lets a call succeed every 10 ms. @returns the pace at the end of each of this many tenths of a second */
	function grow({ pace, now }: { pace: Pace; now: number }, spans: number): number[] {
		return Array.from({ length: spans }, (_, span) => {
			for (let at = 10; at <= 100; at += 10) {
				const sentAt = now + 100 * span + at;
				pass(pace, sentAt, sentAt + 5);
			}
			return pace.perMs;
		});
	}

	it('is slow at first and then faster and faster', () => {
		const start = known();
		const before = start.pace.perMs;
		const paces = grow(start, 30);
		const gains = paces.map((perMs, index) => perMs - (paces[index - 1] ?? before));
		for (const [index, gain] of gains.slice(1).entries())
			expect(gain).toBeGreaterThan(gains[index]);
		expect(gains[0]).toBeLessThan(0.05 * before);
		expect(gains[29]).toBeGreaterThan(0.05 * before);
	});

	it('takes time, however many calls succeed, and calls, however long it takes', () => {
		const [many, few] = [known(), known()];
		for (let count = 0; count < 10_000; count += 1) pass(many.pace, many.now + 1, many.now + 2);
		pass(few.pace, few.now + 1e6, few.now + 1e6 + 5);
		for (const { pace } of [many, few]) expect(pace.perMs).toBeLessThan(1.1 * known().pace.perMs);
	});

	it.each([
		[1, 0, 200],
		[2, 0, 400],
		[3, 0, 600],
		[4, 0, 600],
		[1, 50, 400],
	])(
		'after %d rejections and with round trips of %d ms, is 11 % within %d ms',
		(rejections, roundTripMs, growthMs) => {
			const { pace, now } = known();
			let at = now;
			for (let count = 1; count < rejections; count += 1) {
				pass(pace, at + 1, at + 1);
				decreased(pace, (at += 1000), at);
			}
			const before = pace.perMs;
			const sentAt = at + growthMs - roundTripMs;
			pass(pace, sentAt, at + growthMs, 30);
			expect(pace.perMs / before).toBeCloseTo(1.11, 6);
		},
	);

	it('counts a pause of more than two seconds as one of two seconds', () => {
		const [long, longer] = [known(), known()];
		long.pace.paused(2000, true);
		longer.pace.paused(60_000, true);
		expect(grow(longer, 20)).toEqual(grow(long, 20));
	});

	it('takes longer where the server asks for pauses, because a rejection costs more', () => {
		const [free, dear] = [known(), known()];
		dear.pace.paused(2000, true);
		expect(grow(dear, 20).pop()).toBeLessThan(grow(free, 20).pop() as number);
	});

	it('does not take longer because of pauses of our own', () => {
		const [free, paused] = [known(), known()];
		paused.pace.paused(2000, false);
		expect(grow(paused, 20)).toEqual(grow(free, 20));
	});

	it('does not count the time of a pause', () => {
		const { pace, now } = known();
		const before = pace.perMs;
		pace.paused(60_000, false);
		pace.resumed(now + 60_000);
		for (let count = 0; count < 100; count += 1) pass(pace, now + 60_000, now + 60_010);
		expect(pace.perMs).toBeLessThan(1.05 * before);
	});
});

it('a pace stays above 0 whatever happens', () => {
	let seed = 1;
	const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
	const paces: number[] = [];
	for (let run = 0; run < 50; run += 1) {
		const pace = new Pace(Math.floor(random() * 100), random() * 50, 0);
		let now = 1;
		for (let step = 0; step < 500; step += 1) {
			now += random() * 100;
			const sent = { sentAt: now - random() * 50, calls: 1, pace: pace.perMs };
			const what = random();
			if (what < 0.6) pass(pace, sent.sentAt, now);
			else if (what < 0.9) pace.decrease(sent, 1, what < 0.7, now);
			else pace.paused(random() * 5000, what < 0.95);
			if (what > 0.95) pace.resumed(now);
			paces.push(pace.perMs);
		}
	}
	expect(paces.filter((perMs) => !(perMs > 0 && perMs < Infinity))).toEqual([]);
});

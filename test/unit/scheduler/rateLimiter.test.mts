import { describe, expect, it } from 'vitest';

import type { SentCalls } from '../../../nodes/shared/scheduler/pace';
import { RateLimiter, type Verdict } from '../../../nodes/shared/scheduler/rateLimiter';
import { RequestSize } from '../../../nodes/shared/scheduler/requestSize';
import { LIMIT_KINDS, rateLimit, type RateLimit } from '../../simulation/support/rateLimits.mts';

/** When the answers to the first burst arrive, which was sent at time 0. */
const START_MS = 20;

const MANY = 1_000_000;

interface FirstBurst {
	/** This many requests succeeded, with one call each by default. */
	passed?: number;
	calls?: number;
	retryAfterMs?: number;
	isWhole?: boolean;
	longestPauseMs?: number;
}

/** A limiter after the first burst, the last request of which was rejected. */
function limited(burst: FirstBurst = {}): RateLimiter {
	const { passed = 0, calls = 1, retryAfterMs, isWhole = false, longestPauseMs } = burst;
	const limiter = new RateLimiter(0, START_MS, new RequestSize(), longestPauseMs);
	const sent: SentCalls = { sentAt: 0, calls, pace: Infinity };
	for (let count = 0; count < passed; count += 1)
		limiter.ended({ ...sent }, { passed: calls, isWhole }, START_MS);
	limiter.ended({ ...sent }, { passed: 0, isWhole, retryAfterMs }, START_MS);
	return limiter;
}

/** @returns when something may be sent, possibly now, and how many calls */
function wait(limiter: RateLimiter, now: number, waiting = MANY): { at: number; calls: number } {
	let at = now;
	for (let tries = 0; tries < 10; tries += 1) {
		const room = limiter.room(waiting, at);
		if ('calls' in room) return { at, calls: room.calls };
		at = room.notBefore;
	}
	throw new Error('it promised room when there was none');
}

/** Sends as soon as it is allowed. */
function send(limiter: RateLimiter, now: number): SentCalls {
	const { at, calls } = wait(limiter, now);
	return limiter.sent(calls, at);
}

/** Ends a request 10 ms after it was sent, as rejected or successful. @returns the time of the end */
function end(limiter: RateLimiter, sent: SentCalls, verdict: Partial<Verdict> = {}): number {
	const now = sent.sentAt + 10;
	limiter.ended(sent, { passed: 0, isWhole: false, ...verdict }, now);
	return now;
}

/** Lets one probe after the other be rejected. @returns the waits before them */
function refuse(limiter: RateLimiter, probes: number, retryAfterMs?: number): number[] {
	let now = START_MS;
	return Array.from({ length: probes }, () => {
		const sent = send(limiter, now);
		const waited = sent.sentAt - now;
		now = end(limiter, sent, { retryAfterMs });
		return waited;
	});
}

describe('after the first rejection', () => {
	it('nothing may be sent at once', () => {
		for (const passed of [0, 1, 100]) {
			expect(limited({ passed }).room(MANY, START_MS)).toHaveProperty('notBefore');
		}
	});

	it('calls continue at the pace at which they succeeded', () => {
		const limiter = limited({ passed: 200 });
		let sent = 0;
		for (let now = START_MS; now < START_MS + 1000; ) {
			const { at, calls } = wait(limiter, now);
			if (at < START_MS + 1000) sent += limiter.sent(calls, at).calls;
			now = at;
		}
		expect(sent).toBeGreaterThan(190);
		expect(sent).toBeLessThanOrEqual(200);
	});

	it('answers to the rest of the burst refine the pace until something is sent', () => {
		const [few, many] = [limited({ passed: 20 }), limited({ passed: 20 })];
		for (let count = 0; count < 80; count += 1)
			many.ended({ sentAt: 0, calls: 1, pace: Infinity }, { passed: 1, isWhole: false }, 25);
		many.ended({ sentAt: 0, calls: 1, pace: Infinity }, { passed: 0, isWhole: false }, 30);
		expect(wait(many, 30).at - 30).toBeLessThan((wait(few, START_MS).at - START_MS) / 2);
	});

	it('answers to the burst that arrive after that change nothing', () => {
		const [before, after] = [false, true].map((isLate) => {
			const limiter = limited({ passed: 50 });
			const sent = send(limiter, START_MS);
			limiter.ended(sent, { passed: 1, isWhole: false }, sent.sentAt + 10);
			const burst = { sentAt: 0, calls: 1, pace: Infinity };
			if (isLate) limiter.ended(burst, { passed: 0, isWhole: false }, sent.sentAt + 10);
			return wait(limiter, sent.sentAt + 10).at;
		});
		expect(after).toBe(before);
	});

	it('requests that were sent before the limit was known are recognized', () => {
		const limiter = limited({ passed: 1 });
		expect(limiter.isOfFirstBurst({ sentAt: START_MS, calls: 1, pace: 1 })).toBe(true);
		expect(limiter.isOfFirstBurst({ sentAt: START_MS + 0.1, calls: 1, pace: 1 })).toBe(false);
	});
});

describe('the room', () => {
	it('is never for more calls than wait', () => {
		const limiter = limited({ passed: 1000 });
		for (const waiting of [1, 2, 3]) expect(wait(limiter, 1e6, waiting).calls).toBe(waiting);
	});

	it('exists at the promised time', () => {
		const limiter = limited({ passed: 7 });
		let now = START_MS;
		for (let count = 0; count < 1000; count += 1) {
			const room = limiter.room(MANY, now);
			if ('calls' in room) {
				expect(room.calls).toBeGreaterThan(0);
				limiter.sent(room.calls, now);
				continue;
			}
			expect(room.notBefore).toBeGreaterThan(now);
			now = room.notBefore;
			expect(limiter.room(MANY, now)).toHaveProperty('calls');
		}
	});

	it('accumulates for no more calls than succeeded at once before', () => {
		for (const passed of [1, 5, 100]) expect(wait(limited({ passed }), 1e9).calls).toBe(passed);
	});

	it('is for several calls in one request where the pace is high', () => {
		expect(wait(limited({ passed: 1000 }), START_MS).calls).toBeGreaterThan(1);
		expect(wait(limited({ passed: 10 }), START_MS).calls).toBe(1);
	});

	it('does not depend on how often it is queried', () => {
		const [often, once] = [limited({ passed: 50 }), limited({ passed: 50 })];
		for (let now = START_MS; now < 1000; now += 0.1) often.room(MANY, now);
		expect(often.room(MANY, 1000)).toEqual(once.room(MANY, 1000));
	});
});

describe('a server that accepts nothing', () => {
	it('is tested with one call after the other', () => {
		const limiter = limited();
		const sent = send(limiter, START_MS);
		expect(sent.calls).toBe(1);
		expect(limiter.room(MANY, sent.sentAt + 100_000)).toEqual({ notBefore: Infinity });
		const now = end(limiter, sent);
		expect(wait(limiter, now).calls).toBe(1);
	});

	it('is tested after longer and longer pauses, up to a maximum', () => {
		const waits = refuse(limited({ longestPauseMs: 20_000 }), 10);
		const growing = [50, 250, 700, 2000, 4000, 8000, 16_000];
		expect(waits).toEqual([...growing, 20_000, 20_000, 20_000]);
	});

	it('is not paused longer because the first requests are rejected one after the other', () => {
		const limiter = limited();
		const sent = { sentAt: 0, calls: 1, pace: Infinity };
		limiter.ended(sent, { passed: 0, isWhole: false }, START_MS + 40);
		expect(wait(limiter, START_MS + 40).at).toBe(START_MS + 50);
	});

	it('never has a pause above the maximum', () => {
		const waits = refuse(limited(), 2000);
		expect(Math.max(...waits)).toBeLessThan(120_000);
	});

	it('is sent calls at a pace again once one succeeded', () => {
		const limiter = limited();
		refuse(limiter, 5);
		const sent = send(limiter, 1e6);
		const now = end(limiter, sent, { passed: 1 });
		expect(limiter.refusalsInARow).toBe(0);
		const next = send(limiter, now);
		expect(limiter.room(MANY, next.sentAt + 1000)).toHaveProperty('calls');
	});

	it.each(['used', 'unused'] as const)(
		'is tested by the next call when one ends without a result (%s)',
		(tokens) => {
			const limiter = limited();
			const sent = send(limiter, START_MS);
			limiter.lost(sent, tokens);
			expect(limiter.room(MANY, sent.sentAt + 10)).toEqual({ calls: 1 });
		},
	);

	it('counts rejections of requests that were in flight together once', () => {
		const limiter = limited({ passed: 1 });
		const sent = [1, 2, 3].reduce<SentCalls[]>(
			(all) => [...all, send(limiter, all[all.length - 1]?.sentAt ?? 10_000)],
			[],
		);
		const now = sent[2].sentAt + 10;
		for (const each of sent) limiter.ended(each, { passed: 0, isWhole: false }, now);
		expect(limiter.refusalsInARow).toBe(1);
	});
});

describe('the next call after a rejection', () => {
	/** A limiter that lets ten calls accumulate; one call succeeded since the first burst. @returns it and the time */
	function paced(): { limiter: RateLimiter; now: number } {
		const limiter = limited({ passed: 10 });
		const now = end(limiter, sendOne(limiter, START_MS), { passed: 1 });
		return { limiter, now: now + 100 };
	}

	function sendOne(limiter: RateLimiter, now: number): SentCalls {
		return limiter.sent(1, wait(limiter, now).at);
	}

	/** Notes that a request was rejected. @returns the time of the end */
	function refusedAfter(
		limiter: RateLimiter,
		sent: SentCalls,
		tookMs: number,
		verdict: Partial<Verdict> = {},
	): number {
		const now = sent.sentAt + tookMs;
		limiter.ended(sent, { passed: 0, isWhole: false, ...verdict }, now);
		return now;
	}

	/** The new interval between two calls, in milliseconds. */
	function intervalOf(limiter: RateLimiter): number {
		return 1 / limiter.sent(0, 1e9).pace;
	}

	it.each([0, 10, 40, 70])(
		'follows one interval after the rejected call was sent, if its response took %d ms',
		(tookMs) => {
			const { limiter, now } = paced();
			const sent = sendOne(limiter, now);
			const { at, calls } = wait(limiter, refusedAfter(limiter, sent, tookMs));
			expect(calls).toBe(1);
			expect(at - sent.sentAt).toBeCloseTo(intervalOf(limiter), 6);
		},
	);

	it.each([
		[2.5, 2],
		[9.5, 9],
		[500, 10],
	])('is sent at once, with others, after %d intervals: %d calls', (intervals, expected) => {
		const { limiter, now } = paced();
		const sent = sendOne(limiter, now);
		const intervalMs = Math.SQRT2 * 50;
		const endedAt = refusedAfter(limiter, sent, intervals * intervalMs);
		expect(wait(limiter, endedAt)).toEqual({ at: endedAt, calls: expected });
		expect(intervalOf(limiter)).toBeCloseTo(intervalMs, 6);
	});

	it.each([1, 2])('follows as many intervals later as calls were sent meanwhile: %d', (later) => {
		const { limiter, now } = paced();
		const sent = sendOne(limiter, now);
		for (let count = 1; count <= later; count += 1) limiter.sent(1, sent.sentAt + count);
		const { at } = wait(limiter, refusedAfter(limiter, sent, 10));
		expect(at - sent.sentAt).toBeCloseTo((1 + later) * intervalOf(limiter), 6);
	});

	it('is sent at the end of the wait the server asks for, even if that is short', () => {
		const { limiter, now } = paced();
		const endedAt = refusedAfter(limiter, sendOne(limiter, now), 10, { retryAfterMs: 7 });
		const { at, calls } = wait(limiter, endedAt);
		expect(calls).toBe(1);
		expect(at).toBeCloseTo(endedAt + 7, 6);
	});

	it('is not sent at the end of a short wait where other calls were sent meanwhile', () => {
		const { limiter, now } = paced();
		const sent = sendOne(limiter, now);
		limiter.sent(1, sent.sentAt + 1);
		const { at } = wait(limiter, refusedAfter(limiter, sent, 10, { retryAfterMs: 7 }));
		expect(at - sent.sentAt).toBeCloseTo(2 * intervalOf(limiter), 6);
	});

	it.each([
		[300, 4],
		[555, 8],
		[565, 10],
		[5000, 10],
	])(
		'may be one of all that accumulate where these are nearly all after a wait of %d ms: %d',
		(retryAfterMs, expected) => {
			const { limiter, now } = paced();
			const endedAt = refusedAfter(limiter, sendOne(limiter, now), 40, { retryAfterMs });
			const { at, calls } = wait(limiter, endedAt);
			expect(at).toBeCloseTo(endedAt + retryAfterMs, 6);
			expect(calls).toBe(expected);
		},
	);

	it('does not change because of an earlier call that is rejected later', () => {
		const [one, both] = [paced(), paced()].map(({ limiter, now }, index) => {
			const early = sendOne(limiter, now);
			const late = sendOne(limiter, now + 60);
			refusedAfter(limiter, late, 10);
			if (index === 1) limiter.ended(early, { passed: 0, isWhole: false }, late.sentAt + 10);
			return { at: wait(limiter, late.sentAt + 10).at, intervalMs: intervalOf(limiter) };
		});
		expect(both).toEqual(one);
	});

	it.each([
		[8, 0, 10],
		[10, 0, 1],
		[20, 6, 7],
	])(
		'has fewer others with it after %d calls were sent together, of which %d succeeded: %d',
		(calls, passed, expected) => {
			const { limiter } = paced();
			refusedAfter(limiter, limiter.sent(calls, 10_000), 40, { passed });
			expect(wait(limiter, 1e9).calls).toBe(expected);
		},
	);

	it.each([
		[60, 1],
		[80, 10],
	])(
		'has fewer others with it if several came within an interval after a pause: %d ms, %d',
		(afterMs, expected) => {
			const { limiter, now } = paced();
			const first = sendOne(limiter, now);
			const resumedAt = refusedAfter(limiter, first, 40, { retryAfterMs: 1000 }) + 1000;
			end(limiter, limiter.sent(1, resumedAt), { passed: 1 });
			refusedAfter(limiter, limiter.sent(9, resumedAt + afterMs), 10);
			expect(wait(limiter, 1e9).calls).toBe(expected);
		},
	);
});

describe('a wait the server asks for', () => {
	it.each([1, 413, 60_000, 1e7])('is waited for in full: %d ms', (retryAfterMs) => {
		const limiter = limited({ passed: 50, retryAfterMs });
		const until = START_MS + retryAfterMs;
		expect(limiter.askedUntil).toBe(until);
		expect(wait(limiter, START_MS).at).toBeGreaterThanOrEqual(until);
	});

	it('is trusted once, and after that is no shorter than our own pauses', () => {
		const waits = refuse(limited({ retryAfterMs: 5 }), 6, 5).map(Math.round);
		expect(waits).toEqual([5, 50, 250, 700, 2000, 4000]);
	});

	it('is respected where it is longer than our own pauses', () => {
		const waits = refuse(limited({ retryAfterMs: 200_000 }), 5, 200_000);
		for (const waited of waits) expect(waited).toBeCloseTo(200_000, 3);
	});

	it('is not shortened by a shorter one', () => {
		const limiter = limited({ retryAfterMs: 5000 });
		limiter.ended(
			{ sentAt: 0, calls: 1, pace: Infinity },
			{ passed: 0, isWhole: false, retryAfterMs: 10 },
			START_MS + 5,
		);
		expect(wait(limiter, START_MS + 5).at).toBe(START_MS + 5000);
	});

	it('is respected although others want the pause to end earlier', () => {
		const limiter = limited({ retryAfterMs: 5000 });
		limiter.shortenPause(100);
		expect(wait(limiter, START_MS).at).toBe(START_MS + 5000);
	});

	it('may come from another request', () => {
		const limiter = limited({ passed: 100 });
		limiter.pauseUntil(7000);
		limiter.pauseUntil(6000);
		expect(limiter.askedUntil).toBe(7000);
		expect(wait(limiter, START_MS).at).toBeGreaterThanOrEqual(7000);
	});
});

describe('a pause of our own', () => {
	it('can be shortened, but not lengthened', () => {
		const limiter = limited();
		refuse(limiter, 6);
		const { notBefore } = limiter.room(MANY, START_MS) as { notBefore: number };
		limiter.shortenPause(notBefore + 1000);
		expect(wait(limiter, START_MS).at).toBe(notBefore);
		limiter.shortenPause(notBefore - 100);
		expect(wait(limiter, START_MS).at).toBe(notBefore - 100);
	});
});

describe('a request that ends without a result', () => {
	it('returns its tokens once where it used none', () => {
		const limiter = limited({ passed: 50 });
		const [used, unused] = [20, 30].map((calls) => limiter.sent(calls, 1e6));
		limiter.lost(used, 'used');
		expect(wait(limiter, 1e6).at).toBeGreaterThan(1e6);
		limiter.lost(unused, 'unused');
		limiter.lost(unused, 'unused');
		limiter.lost(used, 'unused');
		expect(limiter.room(MANY, 1e6)).toEqual({ calls: 30 });
	});
});

describe('a server that rejects whole requests', () => {
	it('is sent smaller ones, and is not paused because of a large one', () => {
		const size = new RequestSize();
		const limiter = new RateLimiter(0, START_MS, size);
		const burst = { sentAt: 0, calls: 10, pace: Infinity };
		size.passed(10);
		limiter.ended({ ...burst }, { passed: 10, isWhole: true }, START_MS);
		limiter.ended({ ...burst }, { passed: 0, isWhole: true }, START_MS);
		expect(size.most).toBe(10);
		const large = limiter.sent(20, 10_000);
		const now = end(limiter, large, { isWhole: true });
		expect(limiter.refusalsInARow).toBe(0);
		expect(wait(limiter, now + 10_000).calls).toBeLessThanOrEqual(10);
	});

	it('is not recognized by a request of one call', () => {
		const [whole, single] = [true, false].map((isWhole) => limited({ passed: 1000, isWhole }));
		const now = START_MS + 25;
		expect(whole.room(MANY, now)).toEqual(single.room(MANY, now));
	});

	it('is distinguished from one that rejects calls one by one, which bounds no request', () => {
		const size = new RequestSize();
		const limiter = new RateLimiter(0, START_MS, size);
		end(limiter, limiter.sent(20, 10_000), { passed: 5 });
		expect(size.most).toBe(Infinity);
	});

	it('is not sent parts of a request for which there is no room yet', () => {
		const size = new RequestSize();
		const limiter = new RateLimiter(0, START_MS, size);
		const burst = { sentAt: 0, calls: 10, pace: Infinity };
		for (let count = 0; count < 100; count += 1) {
			size.passed(10);
			limiter.ended({ ...burst }, { passed: 10, isWhole: true }, START_MS);
		}
		limiter.ended({ ...burst }, { passed: 0, isWhole: true }, START_MS);
		// A thousand calls a second: ten of them take ten milliseconds.
		const { at, calls } = wait(limiter, START_MS);
		expect(calls).toBe(10);
		expect(at - START_MS).toBeCloseTo(10, 3);
	});

	it('is not sent larger ones after an idle time', () => {
		const size = new RequestSize();
		const limiter = new RateLimiter(0, START_MS, size);
		const burst = { sentAt: 0, calls: 100, pace: Infinity };
		for (let count = 0; count < 10; count += 1) {
			size.passed(100);
			limiter.ended({ ...burst }, { passed: 100, isWhole: true }, START_MS);
		}
		limiter.ended({ ...burst }, { passed: 0, isWhole: true }, START_MS);
		const { calls } = wait(limiter, START_MS);
		expect(calls).toBeGreaterThan(1);
		expect(wait(limiter, 1e6).calls).toBe(calls);
	});
});

/** Sends as much as the limiter allows for this long. @returns the outcome of the calls */
function run(
	limiter: RateLimiter,
	limit: RateLimit,
	{ from, ms, isAsked }: { from: number; ms: number; isAsked: boolean },
): { passed: number; refused: number } {
	const total = { passed: 0, refused: 0 };
	const inFlight: Array<{ sent: SentCalls; verdict: Verdict; endsAt: number }> = [];
	for (let now = from; now < from + ms; ) {
		while (inFlight.length > 0 && inFlight[0].endsAt <= now) {
			const { sent, verdict } = inFlight.splice(0, 1)[0];
			limiter.ended(sent, verdict, now);
		}
		const room = limiter.room(MANY, now);
		if ('notBefore' in room) {
			now = Math.min(room.notBefore, inFlight[0]?.endsAt ?? Infinity);
			continue;
		}
		const sent = limiter.sent(room.calls, now);
		const passed = Math.min(room.calls, limit.room(now));
		limit.take(passed, now);
		const refused = room.calls - passed;
		const retryAfterMs = refused > 0 && isAsked ? limit.waitFor(1, now) : undefined;
		inFlight.push({ sent, verdict: { passed, isWhole: false, retryAfterMs }, endsAt: now + 20 });
		total.passed += passed;
		total.refused += refused;
	}
	for (const { sent, verdict, endsAt } of inFlight) limiter.ended(sent, verdict, endsAt);
	return total;
}

describe.each([true, false])('an unknown limit (names a wait: %s)', (isAsked) => {
	it.each(LIMIT_KINDS)('is nearly used up, and rarely exceeded: %s', (kind) => {
		const limit = rateLimit(kind, 50);
		const passed = limit.room(0);
		limit.take(passed, 0);
		const limiter = limited({ passed, retryAfterMs: isAsked ? limit.waitFor(1, 0) : undefined });
		run(limiter, limit, { from: START_MS, ms: 30_000, isAsked });
		const total = run(limiter, limit, { from: 31_000, ms: 120_000, isAsked });
		expect(total.passed).toBeGreaterThan(0.85 * 50 * 120);
		expect(total.refused).toBeLessThan(0.15 * total.passed);
	});
});

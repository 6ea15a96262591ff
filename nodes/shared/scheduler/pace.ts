import { Throughput } from './throughput';

/** Fewest calls per second that are tried with a server whose pace is not known. */
const FIRST_PER_SECOND = 20;

/** No server takes more calls per millisecond, and clocks could not resolve a faster pace. */
const MOST_PER_MS = 1000;

/** Share of the pace that is kept when it was a little too high, and when it was far too high. */
const KEPT = { small: 0.96, large: 0.5 };

/** A pace is far too high when it is this many times the measured throughput. */
const FAR_OFF = 10;

/** A pace is also far too high when more than this share of the calls is rejected, and not only one or two. */
const TOO_MANY = { share: 0.12, calls: 3 };

/** Calls, and milliseconds, without a rejection after which the pace has grown by a tenth. */
const GROWTH = { calls: 30, firstMs: 200, ms: 600 };

/** A rejection with a pause costs more: growth takes longer by this many times the pause. */
const PAUSE_WEIGHT = 8;

/** Longer pauses, in milliseconds, count as this long. */
const DEAREST_PAUSE_MS = 2000;

/** Calls that were sent together. */
export interface SentCalls {
	/** Monotonic time in milliseconds. */
	sentAt: number;
	calls: number;
	/** Calls per millisecond at that time. */
	pace: number;
}

/**
 * Learns how many calls per millisecond a server takes. The pace grows with each round trip, at most to its
 * double, until calls are rejected for the first time (slow start). From then on it follows what the server was
 * seen to let through, grows slowly at first and ever faster while nothing is rejected, and is cut when something
 * is (as CUBIC does for TCP).
 */
export class Pace {
	perMs: number;

	readonly throughput: Throughput;

	private isSlowStart = true;

	private doubling = { from: 0, since: -Infinity };

	private decreases = 0;

	private decreasedAt = -Infinity;

	private afterDecrease = 0;

	/** Calls sent since the last cut: how many got through, and how many did not. */
	private passed = 0;

	private refused = 0;

	/** When sending resumed after the last pause. */
	resumedAt = -Infinity;

	private pause = { lastMs: 0, usualMs: 0 };

	/**
	 * @param passedAtOnce how many calls got through before the first was rejected
	 * @param retryAfterMs the wait the server asked for
	 * @param firstRefusedAt when the rejected call was sent
	 */
	constructor(passedAtOnce: number, retryAfterMs: number | undefined, firstRefusedAt: number) {
		// Most servers count calls per second; one that asks for a short wait may have room for one call after it.
		const fewest = Math.max(FIRST_PER_SECOND / 1000, 1 / Math.max(1, retryAfterMs || Infinity));
		this.perMs = Math.max(passedAtOnce / 1000, fewest);
		this.throughput = new Throughput(firstRefusedAt);
	}

	/** Notes that nothing may be sent for this long. */
	paused(milliseconds: number, isAsked: boolean): void {
		this.pause.lastMs = milliseconds;
		if (isAsked)
			this.pause.usualMs = Math.max(
				this.pause.usualMs * 0.8,
				Math.min(milliseconds, DEAREST_PAUSE_MS),
			);
	}

	/** Notes the first request after a pause. */
	resumed(now: number): void {
		this.resumedAt = now;
	}

	/** Notes that all calls of a request got through. */
	increase({ sentAt, calls }: SentCalls, now: number): void {
		const roundTripMs = now - sentAt;
		if (this.isSlowStart) {
			this.double(calls, roundTripMs, now);
			return;
		}
		if (sentAt < this.decreasedAt) return;
		this.passed += calls;
		const since = Math.max(this.throughput.lastRefusedAt, this.resumedAt);
		const growthMs =
			Math.min(GROWTH.ms, GROWTH.firstMs * 2 ** (this.decreases - 1)) +
			4 * roundTripMs +
			PAUSE_WEIGHT * this.pause.usualMs;
		const progress = Math.min((now - since) / growthMs, this.passed / GROWTH.calls);
		const grown = this.afterDecrease * (1 + 0.01 * progress + 0.1 * progress ** 3);
		this.perMs = Math.min(MOST_PER_MS, Math.max(this.perMs, grown));
	}

	/**
	 * Notes that calls of a request were rejected although the pace allowed them.
	 * @returns whether anything had got through since the server was last full; if not, this says nothing about
	 * the pace
	 */
	decrease({ sentAt, pace }: SentCalls, refused: number, isAtOnce: boolean, now: number): boolean {
		const isNew = sentAt >= this.decreasedAt;
		if (isNew) this.refused += refused;
		if (this.throughput.acceptedUntil(sentAt) === 0) return false;
		const measured = this.throughput.measureAtRefusal(sentAt);
		// What was in flight when the pace was cut says nothing about the new one.
		if (!isNew) return true;
		const isMuch =
			this.refused >= TOO_MANY.calls &&
			this.refused > TOO_MANY.share * (this.passed + this.refused);
		const isSoon = now - this.resumedAt < this.pause.lastMs;
		const isFarOff = this.isSlowStart || isMuch || isSoon || FAR_OFF * measured < pace;
		// The first calls after a pause came too close together, not at too high a pace.
		const kept = isFarOff && !isAtOnce ? KEPT.large : KEPT.small;
		this.perMs = Math.max(measured, kept * pace);
		this.afterDecrease = this.perMs;
		this.isSlowStart = false;
		this.passed = 0;
		this.refused = 0;
		this.decreases += 1;
		this.decreasedAt = now;
		return true;
	}

	/** At most doubles the pace in a round trip, and not before a round trip's worth of calls got through. */
	private double(calls: number, roundTripMs: number, now: number): void {
		if (now - this.doubling.since >= roundTripMs) this.doubling = { from: this.perMs, since: now };
		const share = Math.min(1, calls / Math.max(1, this.perMs * roundTripMs));
		const twice = Math.max(2 * this.doubling.from, this.perMs);
		this.perMs = Math.min(MOST_PER_MS, twice, this.perMs * 2 ** (share / 2));
	}
}

import type { Gate } from './gate';

/** Requests in flight to a host about which nothing is known. */
const FIRST = 32;

/** A request that takes this many times as long as others no longer holds them back. */
export const SLOW = 4;

/** The same in milliseconds: at least, and while nothing is known about others. */
const SLOW_MS = { least: 100, unknown: 250 };

/** Share of the limit that is kept when the host cannot cope. */
const KEPT = 0.75;

/** Share by which the limit grows with each round trip after it shrank. */
const AFTER_SHRINKING = 1 / 8;

/** Share of requests that may come to nothing at addresses that never worked: a few of them say nothing about the host. */
const TOLERATED = 0.25;

/** Weight of the latest request in that share: the first requests to a host may happen to be those to bad addresses. */
const SMOOTHING = 0.025;

/** What the end of a request shows: that the host can take more at once, fewer, or maybe fewer. */
export type Sign = 'more' | 'fewer' | 'maybeFewer' | undefined;

/** A request as the limit records it. */
export interface Permit {
	sentAt: number;
	/** Whether the limit was nearly reached, so that the end of the request says something about it. */
	wasNearLimit: boolean;
}

/**
 * Bounds the requests in flight to one host. The limit starts low and grows by one with each request that ends
 * well and was sent while at least half the limit was in use (slow start). It shrinks, at most once
 * per round trip, when the host rejects requests or breaks connections; from then on it grows by about an eighth
 * with each round trip. All times are monotonic, in milliseconds.
 */
export class ConcurrencyLimit implements Gate {
	private limit: number;

	private isSlowStart = true;

	private shrunkAt = -Infinity;

	/** How long a request takes until it counts as slow, in milliseconds. */
	private slowMs = SLOW_MS.unknown;

	/** The share of the latest requests that came to nothing, as a moving average. */
	private failedShare = 0;

	/** Requests in flight, in the order in which they were sent. */
	private readonly inFlight = new Set<Permit>();

	/**
	 * @param most bound set by the user; `Infinity` for none
	 * @param isAdaptive whether the limit is learned; otherwise it is `most`
	 */
	constructor(
		private readonly most: number,
		private readonly isAdaptive: boolean,
	) {
		this.limit = isAdaptive ? Math.min(FIRST, most) : most;
	}

	/** Requests in flight. */
	get size(): number {
		return this.inFlight.size;
	}

	notBefore(): number {
		const { size } = this.inFlight;
		if (size >= this.most) return Infinity;
		// As many of the oldest have to be slow as are beyond the limit.
		const beyond = Math.ceil(size + 1 - this.limit);
		return beyond > 0 ? [...this.inFlight][beyond - 1].sentAt + this.slowMs : -Infinity;
	}

	capacity(): number {
		return Infinity;
	}

	/** When the oldest of the requests in flight was sent; `Infinity` without one. */
	get oldestSentAt(): number {
		for (const { sentAt } of this.inFlight) return sentAt;
		return Infinity;
	}

	/** When the latest of the requests in flight was sent. */
	get lastSentAt(): number {
		return Math.max(-Infinity, ...[...this.inFlight].slice(-1).map(({ sentAt }) => sentAt));
	}

	/** Notes a request that is sent now. */
	sent(now: number): Permit {
		const permit = { sentAt: now, wasNearLimit: this.inFlight.size + 1 >= this.limit / 2 };
		this.inFlight.add(permit);
		return permit;
	}

	/** Notes the end of a request, and what it shows. */
	ended(permit: Permit, sign: Sign, now: number): void {
		this.inFlight.delete(permit);
		if (!this.isAdaptive || sign === undefined) return;
		this.failedShare += SMOOTHING * (Number(sign !== 'more') - this.failedShare);
		if (sign === 'more') {
			this.slowMs = Math.max(SLOW_MS.least, SLOW * (now - permit.sentAt));
			if (permit.wasNearLimit) this.limit = Math.min(this.most, this.limit + this.growth);
			return;
		}
		const isDoubtful = sign === 'maybeFewer' && this.failedShare <= TOLERATED;
		if (!isDoubtful && permit.sentAt >= this.shrunkAt) this.shrink(now);
	}

	private shrink(now: number): void {
		this.limit = Math.max(1, this.limit * KEPT);
		this.isSlowStart = false;
		this.shrunkAt = now;
	}

	/** By how much an answer raises the limit. */
	private get growth(): number {
		return this.isSlowStart ? 1 : Math.max(1 / this.limit, AFTER_SHRINKING);
	}
}

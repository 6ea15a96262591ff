import { SECOND_MS } from './clock';
import { SLOW } from './concurrencyLimit';
import { backoff } from './retryPolicy';

/** A pause is this share of the time for which nothing has got through. */
const PAUSED = 1 / 4;

/**
 * Opens when nothing gets through any more. A pause follows, and after it one request at a time probes whether that is
 * over (half-open); the longer it lasts, the longer the pauses. What comes to nothing while others get through opens
 * nothing. All times are monotonic, in milliseconds.
 */
export class CircuitBreaker {
	/** Failures in a row; 0 while it is closed. */
	failures = 0;

	/** How long the last failure took, in milliseconds. */
	tookMs = 0;

	private failedSince = -Infinity;

	private failedAt = -Infinity;

	private answeredAt = -Infinity;

	private pausedUntil = -Infinity;

	/** When the last probe was sent, while it is in flight. */
	private probedAt = -Infinity;

	/** Before which time nothing may be sent. A probe holds others back until it should have failed as the one before. */
	get notBefore(): number {
		if (this.failures === 0) return -Infinity;
		const lateMs = Math.max(backoff(1, 0), SLOW * this.tookMs);
		return Math.max(this.pausedUntil, this.probedAt + Math.min(SECOND_MS, lateMs));
	}

	/** @returns for how many milliseconds nothing has got through, counted from a time on if that is later */
	getLastedMs(since = -Infinity): number {
		return this.failures === 0 ? 0 : this.failedAt - Math.max(this.failedSince, since);
	}

	/** Notes a request. */
	sent(now: number): void {
		if (this.failures > 0) this.probedAt = now;
	}

	/** Notes the end of a request. */
	ended(sentAt: number): void {
		if (this.probedAt === sentAt) this.probedAt = -Infinity;
	}

	/** Notes that something got through. */
	answered(now: number): void {
		this.answeredAt = now;
		this.failures = 0;
		this.pausedUntil = -Infinity;
		this.probedAt = -Infinity;
	}

	/**
	 * Notes a request that came to nothing.
	 * @param random a number from 0 to 1
	 * @param known since when nothing got through any more, and when a wait ends that the server asked for
	 */
	failed(
		sentAt: number,
		random: number,
		now: number,
		known: { since?: number; askedUntil?: number } = {},
	): void {
		const { since = now, askedUntil = now } = known;
		// A request sent before the last answer, or before it opened, says nothing new.
		if (sentAt < Math.max(this.answeredAt, this.failedSince)) return;
		if (this.failures === 0) this.failedSince = since;
		this.failures += 1;
		this.failedAt = now;
		this.tookMs = now - sentAt;
		const usualMs = Math.max(backoff(1, random), PAUSED * this.getLastedMs());
		// At least one probe in each second, unless the server asked for a wait.
		const pauseMs = Math.min(usualMs, SECOND_MS * (1 - random / 2));
		// Not in step with others, who ask again when the same wait is over.
		const beyondMs = (random / 4) * Math.min(pauseMs, this.getLastedMs());
		this.pausedUntil = Math.max(now + pauseMs, askedUntil + beyondMs);
	}

	/** Ends a pause. */
	resume(now: number): void {
		this.pausedUntil = Math.min(this.pausedUntil, now);
	}

	/** Starts anew where nothing waits any more; with the next probe where a pause is not over. */
	restart(now: number): void {
		this.failures = now >= this.pausedUntil ? 0 : Math.min(this.failures, 1);
		this.failedSince = this.failedAt;
	}
}

import { backoff } from './retryPolicy';

/** Longest time in milliseconds that a probe, a request that tests whether an outage is over, holds others back. */
const SLOW_MS = 1000;

/** After this many rounds without an answer nothing is held back any more: each call fails on its own. */
const MOST_ROUNDS = 4;

/**
 * Opens the circuit when requests fail and nothing is answered any more: growing pauses follow, and after each of
 * them one request at a time probes whether the outage is over (half-open), so that no call fails because of a
 * short outage. Requests that fail while others are answered are not an outage.
 */
export class CircuitBreaker {
	private rounds = 0;

	private failedAt = -Infinity;

	private answeredAt = -Infinity;

	private pausedUntil = -Infinity;

	/** Probes in flight, and when the last one was sent. */
	private probes = 0;

	private probedAt = -Infinity;

	/** @returns before which time nothing may be sent */
	get notBefore(): number {
		const answeredBy = this.isHalfOpen && this.probes > 0 ? this.probedAt + SLOW_MS : -Infinity;
		return Math.max(this.pausedUntil, answeredBy);
	}

	/** Notes a request. @returns whether it is a probe, to be passed to `ended` */
	sent(now: number): boolean {
		if (!this.isHalfOpen) return false;
		this.probes += 1;
		this.probedAt = now;
		return true;
	}

	/** Notes the end of a request. */
	ended(wasProbe: boolean): void {
		if (wasProbe) this.probes -= 1;
	}

	/** Notes an answer. */
	answered(now: number): void {
		this.answeredAt = now;
		this.rounds = 0;
		this.pausedUntil = -Infinity;
	}

	/** Notes a request that failed. @param random a number from 0 to 1 */
	failed(sentAt: number, now: number, random: number): void {
		// What was sent before the last answer, or the last failure, says nothing new.
		if (sentAt <= this.answeredAt || sentAt < this.failedAt) return;
		this.rounds += 1;
		this.failedAt = now;
		if (this.rounds <= MOST_ROUNDS) this.pausedUntil = now + backoff(this.rounds, random);
	}

	private get isHalfOpen(): boolean {
		return this.rounds > 0 && this.rounds <= MOST_ROUNDS;
	}
}

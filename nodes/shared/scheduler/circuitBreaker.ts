import { backoff } from './retryPolicy';

/** Most milliseconds for which a probe, a request that asks whether an outage is over, holds others back. */
const SLOW_MS = 1000;

/** After this many rounds without an answer nothing is held back any more: each call fails by itself. */
const MOST_ROUNDS = 4;

/**
 * Notices that requests fail and nothing is answered any more, and opens the circuit: growing pauses are made,
 * after each of which one request at a time probes whether the outage is over (half-open); so a short outage
 * costs no call its answer. Requests that fail while
 * others are answered are no outage.
 */
export class CircuitBreaker {
	private rounds = 0;

	private failedAt = -Infinity;

	private answeredAt = -Infinity;

	private pausedUntil = -Infinity;

	/** Requests on their way that ask whether it is over, and when the last one was sent. */
	private probes = 0;

	private probedAt = -Infinity;

	/** @returns before which time nothing may be sent */
	get notBefore(): number {
		const answeredBy = this.isHalfOpen && this.probes > 0 ? this.probedAt + SLOW_MS : -Infinity;
		return Math.max(this.pausedUntil, answeredBy);
	}

	/** Notes a request. @returns whether it asks if the outage is over, to be handed back at its end */
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

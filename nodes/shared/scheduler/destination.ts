import { CircuitBreaker } from './circuitBreaker';
import type { Gate } from './gate';
import { Limiter, type CallResults } from './limiter';
import type { Compared } from './ownReasons';

/** The reply to a call, and how long its request took, in milliseconds. */
export interface TimedReply {
	reply: unknown;
	durationMs: number;
}

/** An address, or a host with all its addresses: the gates that what is sent there has to pass. */
export class Destination implements Compared, Gate {
	readonly limiter: Limiter;

	readonly breaker = new CircuitBreaker();

	refused = 0;

	streak?: Compared['streak'];

	/** When a call was last made, monotonic time in milliseconds. */
	usedAt = -Infinity;

	/** The last reply that refused a call. */
	refusal?: TimedReply;

	/** The last one that left a call without an answer. */
	failure?: TimedReply;

	/** @param tolerated share of requests that may be refused for reasons of their own */
	constructor(tolerated = 0) {
		this.limiter = new Limiter(tolerated);
	}

	/** Whether it was turned away, and never let anything through. */
	get isSuspect(): boolean {
		return !this.limiter.hasPassed && this.streak !== undefined;
	}

	notBefore(now: number): number {
		const { limiter, breaker } = this;
		// Where nothing gets through, the pace is not the reason: probes find out when something does again.
		const pacedUntil = breaker.failures > 0 ? limiter.askedUntil : limiter.notBefore(now);
		return Math.max(breaker.notBefore(), pacedUntil);
	}

	capacity(): number {
		const { limiter, breaker } = this;
		return breaker.failures > 0 ? breaker.capacity() : limiter.capacity();
	}

	/** Notes calls that are sent in one request now. */
	sent(calls: number, now: number): void {
		this.limiter.sent(calls, now);
		this.breaker.sent(now);
	}

	/** Notes what became of the calls of a request that was answered. @param random a number from 0 to 1 */
	answered(sentAt: number, results: CallResults, random: number, now: number): void {
		if (results.passed > 0) this.accepted(now);
		const since = this.limiter.ended(sentAt, results, now);
		if (since === undefined) return;
		// A server that asks for a wait knows better.
		const leastPauseMs = results.retryAfterMs > 0 ? 0 : this.limiter.probeAfterMs;
		this.breaker.failed({ sentAt, isRefusal: true, since, leastPauseMs }, random, now);
	}

	/** Notes a request that was not turned away. */
	accepted(now: number): void {
		const { breaker } = this;
		if (breaker.failures > 0) this.limiter.reopened(breaker.getLastedMs(), now);
		breaker.answered(now);
	}

	/** Notes a request that was not answered. @param random a number from 0 to 1 */
	failed(sentAt: number, random: number, now: number): void {
		this.breaker.failed({ sentAt, isRefusal: false, since: now, leastPauseMs: 0 }, random, now);
	}
}

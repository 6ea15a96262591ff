import { CircuitBreaker } from './circuitBreaker';
import { Limiter } from './limiter';

/** The reply to a call, and how long its request took, in milliseconds. */
export interface TimedReply {
	reply: unknown;
	durationMs: number;
}

/** What is known about an address. */
export class Address {
	readonly limiter = new Limiter();

	readonly breaker = new CircuitBreaker();

	/** Requests in flight. */
	inFlight = 0;

	/** When a call was last made, monotonic time in milliseconds. */
	usedAt = -Infinity;

	/** The last replies that refused a call, and that left one without an answer. */
	refusal?: TimedReply;

	failure?: TimedReply;

	/** Forgets an outage: what comes when nothing waits any more is probed for on its own. */
	restart(now: number): void {
		this.breaker.restart(now);
		this.limiter.restart(now);
	}

	/** Nothing ever got through, and nothing was refused. */
	get isUnknown(): boolean {
		return !this.limiter.hasPassed && this.refusal === undefined;
	}

	/** Something went wrong, and nothing ever got through. */
	get isSuspect(): boolean {
		return !this.limiter.hasPassed && (this.refusal !== undefined || this.failure !== undefined);
	}
}

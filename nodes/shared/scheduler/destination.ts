import { CircuitBreaker } from './circuitBreaker';
import { Limiter } from './limiter';
import type { Compared } from './ownReasons';

/** The reply to a call, and how long its request took, in milliseconds. */
export interface TimedReply {
	reply: unknown;
	durationMs: number;
}

/** Knowledge of an address, or of a host with all its addresses. */
export class Destination implements Compared {
	readonly limiter: Limiter;

	readonly breaker = new CircuitBreaker();

	/** Requests in flight. */
	inFlight = 0;

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

	/** Forgets an outage: what comes when nothing waits any more is probed for on its own. */
	restart(now: number): void {
		this.breaker.restart(now);
		this.limiter.restart(now);
	}
}

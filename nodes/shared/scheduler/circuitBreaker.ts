/** Longest time in milliseconds that a probe without an answer holds others back: most servers answer within it. */
const PROBE_MS = 1000;

/**
 * Opens when requests come to nothing and nothing gets through any more. A pause follows, and after it one request at
 * a time probes whether that is over (half-open); the longer it lasts, the longer the pauses. Requests that come to
 * nothing while others get through open nothing.
 */
export class CircuitBreaker {
	/** Requests in a row that came to nothing; 0 while it is closed. */
	failures = 0;

	private failedAt = -Infinity;

	private answeredAt = -Infinity;

	private pausedUntil = -Infinity;

	/** Probes in flight, and when the last one was sent. */
	private probes = 0;

	private probedAt = -Infinity;

	/** @returns before which time nothing may be sent */
	get notBefore(): number {
		const answeredBy = this.failures > 0 && this.probes > 0 ? this.probedAt + PROBE_MS : -Infinity;
		return Math.max(this.pausedUntil, answeredBy);
	}

	/** Notes a request. @returns whether it is a probe, to be passed to `ended` */
	sent(now: number): boolean {
		if (this.failures === 0) return false;
		this.probes += 1;
		this.probedAt = now;
		return true;
	}

	/** Notes the end of a request. */
	ended(wasProbe: boolean): void {
		if (wasProbe) this.probes -= 1;
	}

	/** Notes that something got through. */
	answered(now: number): void {
		this.answeredAt = now;
		this.failures = 0;
		this.pausedUntil = -Infinity;
	}

	/**
	 * Notes a request that came to nothing.
	 * @param pauseMs the pause that follows a failure, counted from 1
	 */
	failed(sentAt: number, now: number, pauseMs: (failure: number) => number): void {
		// What was sent before the last answer, the last failure or the end of the pause says nothing new.
		if (sentAt < Math.max(this.answeredAt, this.failedAt, this.pausedUntil)) return;
		this.failures += 1;
		this.failedAt = now;
		this.pausedUntil = now + pauseMs(this.failures);
	}

	/** Starts anew where nothing waits any more; with the next probe where a pause is not over. */
	restart(now: number): void {
		this.failures = now >= this.pausedUntil ? 0 : Math.min(this.failures, 1);
	}
}

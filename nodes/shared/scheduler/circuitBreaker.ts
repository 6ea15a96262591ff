/** Longest time in milliseconds that a probe without an answer holds others back: most servers answer within it. */
const PROBE_MS = 1000;

/** What got through at most this long before, in milliseconds, belongs to the same run or poll. */
const UP_MS = 10_000;

/** So many times as many probes follow then: where only some backends are down, a row of failures is chance. */
const PROBES_WHERE_UP = 3;

/**
 * Opens when requests come to nothing and nothing gets through any more. A pause follows, and after it one request at
 * a time probes whether that is over (half-open); each probe that comes to nothing is a round, and followed by a longer
 * pause. Requests that come to nothing while others get through open nothing.
 */
export class CircuitBreaker {
	/** Rounds in a row that came to nothing; 0 while it is closed. */
	rounds = 0;

	/** Whether something got through shortly before the first of them. */
	private wasUp = false;

	private failedAt = -Infinity;

	private answeredAt = -Infinity;

	private pausedUntil = -Infinity;

	/** Probes in flight, and when the last one was sent. */
	private probes = 0;

	private probedAt = -Infinity;

	/** @returns before which time nothing may be sent */
	get notBefore(): number {
		const answeredBy = this.rounds > 0 && this.probes > 0 ? this.probedAt + PROBE_MS : -Infinity;
		return Math.max(this.pausedUntil, answeredBy);
	}

	/** @returns whether as many probes have come to nothing as a call alone would be sent again */
	isDownAfter(repetitions: number): boolean {
		return this.rounds > repetitions * this.probesPerRound;
	}

	private get probesPerRound(): number {
		return this.wasUp ? PROBES_WHERE_UP : 1;
	}

	/** Notes a request. @returns whether it is a probe, to be passed to `ended` */
	sent(now: number): boolean {
		if (this.rounds === 0) return false;
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
		this.rounds = 0;
		this.pausedUntil = -Infinity;
	}

	/**
	 * Notes a request that came to nothing.
	 * @param pauseMs the pause that follows a round, counted from 1
	 */
	failed(sentAt: number, now: number, pauseMs: (round: number) => number): void {
		// What was sent before the last answer, the last failure or the end of the pause says nothing new.
		if (sentAt < Math.max(this.answeredAt, this.failedAt, this.pausedUntil)) return;
		if (this.rounds === 0) this.wasUp = now - this.answeredAt < UP_MS;
		this.rounds += 1;
		this.failedAt = now;
		this.pausedUntil = now + pauseMs(Math.ceil(this.rounds / this.probesPerRound));
	}

	/** Starts anew where nothing waits any more; with the next probe where a pause is not over. */
	restart(now: number): void {
		this.rounds = now >= this.pausedUntil ? 0 : Math.min(this.rounds, 1);
	}
}

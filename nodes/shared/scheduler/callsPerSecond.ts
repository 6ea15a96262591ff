import { SECOND_MS } from './clock';
import type { Gate } from './gate';

/** The most calls in any second that the user allows. All times are monotonic, in milliseconds. */
export class CallsPerSecond implements Gate {
	private readonly most: number;

	private readonly windowMs: number;

	/** When calls were sent within the window, one time for each. */
	private readonly sentAt: number[] = [];

	/** @param limit calls per second; `Infinity` for no bound */
	constructor(limit: number) {
		this.most = Math.max(1, Math.floor(limit));
		// Less than one call per second means one in a longer window.
		this.windowMs = limit === Infinity ? 0 : (this.most / limit) * SECOND_MS;
	}

	capacity(now: number): number {
		while (this.sentAt[0] + this.windowMs <= now) this.sentAt.shift();
		return this.most - this.sentAt.length;
	}

	notBefore(now: number): number {
		return this.capacity(now) > 0 ? -Infinity : this.sentAt[0] + this.windowMs;
	}

	/** Notes calls that are sent now. */
	sent(calls: number, now: number): void {
		for (let count = 0; count < calls; count += 1) this.sentAt.push(now);
	}
}

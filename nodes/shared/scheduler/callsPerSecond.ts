import { SECOND_MS } from './clock';

/** The most calls in any second that the user allows. All times are monotonic, in milliseconds. */
export class CallsPerSecond {
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

	/** @returns how many calls may be sent now */
	left(now: number): number {
		while (this.sentAt[0] + this.windowMs <= now) this.sentAt.shift();
		return this.most - this.sentAt.length;
	}

	/** @returns when a call may be sent; the past if it may be sent now */
	notBefore(now: number): number {
		return this.left(now) > 0 ? -Infinity : this.sentAt[0] + this.windowMs;
	}

	/** Notes calls that are sent now. */
	sent(calls: number, now: number): void {
		for (let count = 0; count < calls; count += 1) this.sentAt.push(now);
	}
}

/** Counts what happened within the last so many milliseconds. */
export class RecentCount {
	private events: Array<{ at: number; count: number }> = [];

	private sum = 0;

	/** @param windowMs how long an event counts */
	constructor(private readonly windowMs: number) {}

	/** Notes that something happened so many times. */
	add(count: number, now: number): void {
		this.events.push({ at: now, count });
		this.sum += count;
	}

	/** @returns how often it happened within the window that ends now */
	count(now: number): number {
		while (this.events.length > 0 && this.events[0].at + this.windowMs <= now)
			this.sum -= this.events.shift()?.count ?? 0;
		return this.sum;
	}

	/** @returns when the oldest event of the window counts no more; `Infinity` when there is none */
	changesAt(now: number): number {
		return this.count(now) === 0 ? Infinity : this.events[0].at + this.windowMs;
	}
}

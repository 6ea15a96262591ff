import { Fifo } from './fifo';

/** Counts what happened within a window of time that ends now. */
export class RecentCount {
	private readonly events = new Fifo<{ at: number; count: number }>();

	private sum = 0;

	/** @param windowMs how long an event counts */
	constructor(private readonly windowMs: number) {}

	/** Notes that something happened a number of times. */
	add(count: number, now: number): void {
		this.forget(now);
		this.events.push({ at: now, count });
		this.sum += count;
	}

	/** @returns how often it happened within the window that ends now */
	count(now: number): number {
		this.forget(now);
		return this.sum;
	}

	/** @returns when the oldest event of the window no longer counts; `Infinity` when there is none */
	changesAt(now: number): number {
		this.forget(now);
		const { first } = this.events;
		return first === undefined ? Infinity : first.at + this.windowMs;
	}

	private forget(now: number): void {
		const { events } = this;
		while (events.first !== undefined && events.first.at + this.windowMs <= now)
			this.sum -= events.take(1)[0].count;
	}
}

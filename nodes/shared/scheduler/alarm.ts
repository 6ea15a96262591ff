import { STOPPED, type Clock } from './clock';

/** Rings once at a time that may be changed until then. */
export class Alarm {
	private at = Infinity;

	/** When the current sleep ends. It is not ended for a later time, because times change with every answer. */
	private wakesAt = Infinity;

	private stop = new AbortController();

	constructor(
		private readonly clock: Clock,
		private readonly ring: () => void,
	) {}

	/** @param at monotonic time in milliseconds; `Infinity` for never */
	set(at: number): void {
		this.at = at;
		if (this.wakesAt <= at && at < Infinity) return;
		this.stop.abort(STOPPED);
		this.wakesAt = Infinity;
		if (at === Infinity) return;
		this.stop = new AbortController();
		void this.sleepAndRing(this.stop.signal);
	}

	private async sleepAndRing(stop: AbortSignal): Promise<void> {
		// More than once, because the time may have moved, and timers may fire a little early.
		do {
			this.wakesAt = this.at;
			await this.clock.sleep(Math.max(0, this.at - this.clock.now()), stop);
			if (stop.aborted) return;
		} while (this.clock.now() < this.at);
		this.at = this.wakesAt = Infinity;
		this.ring();
	}
}

import type { Clock } from './clock';

/** Given as the reason, because Node.js otherwise makes an exception with a stack each time. */
const STOPPED = 'stopped';

/** Rings once at a time that may be changed until then. */
export class Alarm {
	private at = Infinity;

	private stop = new AbortController();

	constructor(
		private readonly clock: Clock,
		private readonly ring: () => void,
	) {}

	/** @param at monotonic time in milliseconds; `Infinity` for never */
	set(at: number): void {
		if (at === this.at) return;
		this.at = at;
		this.stop.abort(STOPPED);
		if (at === Infinity) return;
		this.stop = new AbortController();
		void this.sleepUntil(at, this.stop.signal);
	}

	private async sleepUntil(at: number, stop: AbortSignal): Promise<void> {
		// More than once, because timers may fire a little early.
		do {
			await this.clock.sleep(Math.max(0, at - this.clock.now()), stop);
			if (stop.aborted) return;
		} while (this.clock.now() < at);
		this.at = Infinity;
		this.ring();
	}
}

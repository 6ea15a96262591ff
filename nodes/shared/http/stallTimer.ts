import { STOPPED, type Clock } from '../scheduler/clock';

/** Ends an exchange in which nothing has moved for a while: for uploads, which may take any time while data flows. */
export class StallTimer {
	private readonly stalled = new AbortController();

	private readonly stopped = new AbortController();

	private movedAtMs: number;

	/** @param limitMs how long nothing may move, in milliseconds; the first such time begins at once */
	constructor(
		private readonly clock: Clock,
		readonly limitMs: number,
	) {
		this.movedAtMs = clock.now();
		void this.watch();
	}

	/** Fires when nothing has moved for the whole limit. */
	get signal(): AbortSignal {
		return this.stalled.signal;
	}

	/** Notes that something has moved. */
	readonly note = (): void => {
		this.movedAtMs = this.clock.now();
	};

	/** Ends the watch; the signal does not fire any more. */
	stop(): void {
		this.stopped.abort(STOPPED);
	}

	private async watch(): Promise<void> {
		const { signal } = this.stopped;
		while (!signal.aborted) {
			const leftMs = this.movedAtMs + this.limitMs - this.clock.now();
			if (leftMs <= 0) {
				this.stalled.abort(STOPPED);
				return;
			}
			await this.clock.sleep(leftMs, signal);
		}
	}
}

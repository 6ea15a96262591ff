import { wait } from '../http/waiting';

/** After a success without any refusal, so much more may be under way. */
const GROWTH = 1.25;

/**
 * Finds out how many calls an endpoint takes at once, and keeps to what the user allows per second.
 *
 * Endpoints limit calls per second, and each call of a batch counts. Nothing tells the limit in advance, so
 * everything is sent at first. When calls are refused, only as many as got through since are sent at once,
 * or half of what was refused when none did; with every success a little more.
 */
export class Allowance {
	private most = Infinity;

	private inFlight = 0;

	private accepted = 0;

	private lastRefusalAt = -Infinity;

	private freeAt = 0;

	/** @param perSecond most calls per second; `Infinity` where the user set no limit */
	constructor(private readonly perSecond: number) {}

	/** @returns how many calls may be sent now */
	room(): number {
		const atOnce = Math.min(this.most, Math.max(1, Math.floor(this.perSecond)));
		return Math.max(0, Math.floor(atOnce) - this.inFlight);
	}

	/**
	 * Notes that so many calls are about to be sent, and waits for their turn.
	 * @returns `false` if the execution was cancelled meanwhile
	 */
	async take(calls: number, cancel: AbortSignal | undefined): Promise<boolean> {
		this.inFlight += calls;
		if (this.perSecond === Infinity) return true;
		const now = performance.now();
		const turn = Math.max(now, this.freeAt);
		this.freeAt = turn + (calls / this.perSecond) * 1000;
		return turn <= now || (await wait(turn - now, cancel));
	}

	/**
	 * Notes what became of calls that were sent together.
	 * @param sentAt monotonic time in milliseconds; refusals of one burst count once
	 */
	give(calls: number, { refused, sentAt }: { refused: number; sentAt: number }): void {
		this.inFlight -= calls;
		this.accepted += calls - refused;
		if (refused === 0) {
			this.most = this.most * GROWTH + 1;
			return;
		}
		if (sentAt <= this.lastRefusalAt) return;
		this.most = Math.max(1, this.accepted > 0 ? this.accepted : Math.floor(calls / 2));
		this.accepted = 0;
		this.lastRefusalAt = performance.now();
	}
}

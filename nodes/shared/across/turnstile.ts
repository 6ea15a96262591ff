import { waitForAbort, type Clock } from '../scheduler/clock';
import { Cancelled } from '../text/problem';

/** How many calls may be under way whatever happens. */
const FIRST = 30;

/** Over which time the calls that ended show how many others may begin, in milliseconds. */
const SPAN_MS = 6000;

/**
 * Lets calls of a run begin as fast as others end. Those that would wait for a limit of their endpoints wait here instead,
 * so that the newest block is chosen when a call is sent: one that was chosen before may have no state any more.
 */
export class Turnstile {
	private inside = 0;

	/** When calls ended, in monotonic milliseconds; the oldest first. */
	private readonly ended: number[] = [];

	private readonly waiting = new Set<() => void>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Waits for its turn.
	 * @throws Cancelled
	 */
	async enter(cancel: AbortSignal): Promise<void> {
		if (this.waiting.size === 0 && this.inside < this.capacity) {
			this.inside += 1;
			return;
		}
		let admit = (): void => undefined;
		const turn = new Promise<true>((resolve) => {
			admit = () => resolve(true);
		});
		this.waiting.add(admit);
		const isAdmitted = await Promise.race([turn, waitForAbort(cancel)]);
		if (isAdmitted === true) return;
		// It may have been admitted at the same moment.
		if (!this.waiting.delete(admit)) this.leave();
		throw new Cancelled();
	}

	/** Has to follow each entry. */
	leave(): void {
		this.inside -= 1;
		this.ended.push(this.clock.now());
		for (const admit of this.waiting) {
			if (this.inside >= this.capacity) return;
			this.waiting.delete(admit);
			this.inside += 1;
			admit();
		}
	}

	private get capacity(): number {
		const from = this.clock.now() - SPAN_MS;
		const isOld = this.ended.findIndex((at) => at >= from);
		this.ended.splice(0, isOld < 0 ? this.ended.length : isOld);
		return FIRST + this.ended.length;
	}
}

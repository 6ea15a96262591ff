import { cancellationOf, wait } from './waiting';

/** How many requests may be under way at once. */
export interface GateLimits {
	/** To one origin (scheme, host and port). */
	perOrigin: number;
	/** In the whole run of the node. */
	perRun: number;
}

/** A pause that is longer than a request may wait. */
export class Held {
	/** @param forMs how long the pause still lasts, in milliseconds */
	constructor(readonly forMs: number) {}
}

interface Waiting {
	maxRetryWaitMs: number;
	settle(turn: 'admitted' | 'cancelled' | Held): void;
}

interface Origin {
	inFlight: number;
	/** Monotonic time until which nothing is sent there. */
	heldUntil: number;
	/** Whether somebody already waits for the end of the hold. */
	hasWaker: boolean;
	waiting: Waiting[];
}

/**
 * Decides when a request may go out: it bounds what is in flight, per origin and per run, and holds back
 * everything that goes to an origin that asked for a pause. Other origins are not affected.
 */
export class OriginGate {
	private readonly origins = new Map<string, Origin>();

	/** Where somebody waits; there may be thousands of other origins. */
	private readonly crowded = new Set<Origin>();

	private inFlight = 0;

	constructor(
		private readonly limits: GateLimits,
		private readonly cancel: AbortSignal | undefined,
	) {
		if (cancel !== undefined) void cancellationOf(cancel).then(() => this.turnAllAway());
	}

	/**
	 * Runs `work` as soon as its origin has a free place and no pause.
	 *
	 * @param maxRetryWaitMs longest pause that is waited for
	 * @returns what `work` returns, `undefined` if the execution was cancelled before its turn, or Held if
	 * the origin asked for a longer pause
	 */
	async pass<T>(
		origin: string,
		work: () => Promise<T>,
		maxRetryWaitMs = Infinity,
	): Promise<T | Held | undefined> {
		const place = this.at(origin);
		const turn = await this.turnAt(place, maxRetryWaitMs);
		if (turn === 'cancelled') return undefined;
		if (turn !== 'admitted') return turn;
		try {
			return await work();
		} finally {
			place.inFlight -= 1;
			this.inFlight -= 1;
			this.admitWaiting();
		}
	}

	/** Holds every request to an origin for so many milliseconds; a longer hold already set stays. */
	hold(origin: string, milliseconds: number): void {
		const place = this.at(origin);
		const until = performance.now() + milliseconds;
		if (until <= place.heldUntil) return;
		place.heldUntil = until;
		const tooLong = place.waiting.filter(({ maxRetryWaitMs }) => milliseconds > maxRetryWaitMs);
		place.waiting = place.waiting.filter((waiting) => !tooLong.includes(waiting));
		for (const { settle } of tooLong) settle(new Held(milliseconds));
		if (!place.hasWaker) void this.wakeAfterHold(place);
	}

	private turnAt(
		place: Origin,
		maxRetryWaitMs: number,
	): 'admitted' | 'cancelled' | Held | Promise<'admitted' | 'cancelled' | Held> {
		if (this.cancel?.aborted) return 'cancelled';
		const heldFor = place.heldUntil - performance.now();
		if (heldFor > maxRetryWaitMs) return new Held(heldFor);
		if (!this.isFree(place) || place.waiting.length > 0) {
			this.crowded.add(place);
			return new Promise((settle) => place.waiting.push({ maxRetryWaitMs, settle }));
		}
		this.occupy(place);
		return 'admitted';
	}

	private async wakeAfterHold(place: Origin): Promise<void> {
		place.hasWaker = true;
		// A loop, because the hold may be lengthened meanwhile and timers may fire a little early.
		while (place.heldUntil > performance.now()) {
			if (!(await wait(Math.ceil(place.heldUntil - performance.now()), this.cancel))) return;
		}
		place.hasWaker = false;
		this.admitWaiting();
	}

	private at(origin: string): Origin {
		let place = this.origins.get(origin);
		if (place === undefined) {
			place = { inFlight: 0, heldUntil: 0, hasWaker: false, waiting: [] };
			this.origins.set(origin, place);
		}
		return place;
	}

	private isFree(place: Origin): boolean {
		return (
			this.inFlight < this.limits.perRun &&
			place.inFlight < this.limits.perOrigin &&
			place.heldUntil <= performance.now()
		);
	}

	private occupy(place: Origin): void {
		place.inFlight += 1;
		this.inFlight += 1;
	}

	private admitWaiting(): void {
		for (const place of this.crowded) {
			if (this.inFlight >= this.limits.perRun) return;
			while (place.waiting.length > 0 && this.isFree(place)) {
				this.occupy(place);
				place.waiting.shift()?.settle('admitted');
			}
			if (place.waiting.length === 0) this.crowded.delete(place);
		}
	}

	private turnAllAway(): void {
		for (const place of this.origins.values()) {
			for (const { settle } of place.waiting.splice(0)) settle('cancelled');
		}
	}
}

/** Endpoints count calls per second (platform documentation, error reference: "RPS limit"). Milliseconds. */
const SECOND_MS = 1000;

/** What lies between the calls that got through and those that did not is sought down to this share. */
const PRECISION = 0.04;

/** After so many windows without a refusal the level that was refused is tried again: limits may rise. */
const QUIET_WINDOWS = 8;

/** A server that asks for longer waits than this, in milliseconds, is not provoked to ask again. */
const LONGEST_PROVOKED_MS = 2000;

/** Calls that were sent together. */
export interface Shipment {
	calls: number;
	/** Monotonic time in milliseconds. */
	sentAt: number;
	/** Whether it still counts among what is under way. */
	counts: boolean;
}

/** What became of them. */
export interface Returned {
	/** So many of them were turned away because of a rate limit. */
	refused: number;
	/** The wait the server asked for, in milliseconds. */
	retryAfterMs?: number;
}

/**
 * Finds out how many calls a server takes, and keeps to what the user allows per second.
 *
 * Servers limit calls per second, and each call of a batch counts. Nothing tells the limit in advance, so
 * everything is sent at first. Once calls were refused they go in rounds: as many as are known to get
 * through, and then, where a batch was refused as a whole, probes that halve what is not known. The next
 * round begins when the server said that it may; a server that says nothing is given a second after its last
 * answer, so that no second of its own, wherever that begins, sees more than one round.
 */
export class Allowance {
	/** So many calls got through at once. */
	private sure = Infinity;

	/** So many did not. */
	private tooMany = Infinity;

	/** Whether that was a lone call: not its size was too much, others had used the second up. */
	private isDoubtful = false;

	/** Whether the last refusal named a short wait. */
	private isTold = false;

	private mayProbe = true;

	/** What got through since the last refusal. */
	private sinceRefusal = 0;

	/**
	 * What was sent within the last window and has not returned, oldest first. An endpoint that hangs is the
	 * trouble of its own calls: after a window they count no more.
	 */
	private underWay: Shipment[] = [];

	/** What got through within the last window, oldest first. */
	private accepted: Array<{ at: number; calls: number }> = [];

	/** Sums of the calls in these lists. */
	private readonly sums = { underWay: 0, accepted: 0 };

	/** What got through in the present round. */
	private inRound = 0;

	/** Whether a call of the present round was refused: a later one would reach into the next second. */
	private roundIsOver = false;

	/** Whether the server named the time at which the next round may begin. */
	private hasNamedTime = false;

	private lastRefusalAt = -Infinity;

	/**
	 * How often in a row a lone call was refused and nothing else got through: the server is not just busy,
	 * and waiting does not help soon.
	 */
	refusalsInARow = 0;

	/** What the user allows in each window; `Infinity` without a limit. */
	private readonly most: number;

	/** A second, or longer where less than one call per second is allowed. */
	private readonly windowMs: number;

	/** @param perSecond most calls per second; `Infinity` where the user set no limit */
	constructor(perSecond: number) {
		this.most = Math.max(1, Math.floor(perSecond));
		this.windowMs = perSecond === Infinity ? SECOND_MS : (this.most / perSecond) * SECOND_MS;
	}

	/** @returns how many calls may be sent now; probes only when nothing else may */
	room(): number {
		const isNew = this.startsRound();
		const sure = this.sure - (isNew ? 0 : this.inRound) - this.sums.underWay;
		const mayGoOn = isNew || !this.roundIsOver;
		const learned = !mayGoOn ? 0 : sure > 0 ? sure : sure + this.probe();
		return Math.max(0, Math.min(learned, this.most - this.lately()));
	}

	/** @returns in how many milliseconds there may be more room, if time alone can make any */
	msToMoreRoom(): number | undefined {
		if (this.lately() === 0) return undefined;
		const oldest = Math.min(
			this.accepted[0]?.at ?? Infinity,
			this.underWay.find(({ counts }) => counts)?.sentAt ?? Infinity,
		);
		return Math.max(1, oldest + this.windowMs - performance.now());
	}

	/** Notes that so many calls are about to be sent. */
	take(calls: number): Shipment {
		if (this.startsRound()) [this.inRound, this.roundIsOver] = [0, false];
		this.hasNamedTime = false;
		const shipment = { calls, sentAt: performance.now(), counts: true };
		this.underWay.push(shipment);
		this.sums.underWay += calls;
		return shipment;
	}

	/** Notes what became of them. */
	give(shipment: Shipment, { refused, retryAfterMs = 0 }: Returned): void {
		const { calls, sentAt } = shipment;
		this.countNoMore(shipment);
		const accepted = calls - refused;
		if (accepted > 0) {
			this.accepted.push({ at: performance.now(), calls: accepted });
			this.sums.accepted += accepted;
			this.inRound += accepted;
			this.sinceRefusal += accepted;
			this.refusalsInARow = 0;
		}
		if (refused === 0) this.learnFromSuccess();
		else if (accepted > 0) this.learnLimit();
		else if (sentAt >= this.lastRefusalAt) this.learnFromRefusal(calls);
		if (refused > 0) this.noteRefusal(retryAfterMs);
	}

	private learnFromSuccess(): void {
		if (this.sure === Infinity) return;
		this.sure = Math.max(this.sure, this.inRound);
		if (this.tooMany <= this.sure) this.tooMany = Infinity;
	}

	/** Some calls of a batch got through and others did not: that is the limit. */
	private learnLimit(): void {
		this.endFirstRound();
		this.sure = this.inRound;
		this.tooMany = this.sure + 1;
		this.isDoubtful = false;
	}

	private learnFromRefusal(calls: number): void {
		this.endFirstRound();
		const { inRound } = this;
		if (inRound === 0 && calls === 1) this.refusalsInARow += 1;
		if (inRound < this.sure) this.sure = inRound > 0 ? inRound : Math.max(1, Math.floor(calls / 2));
		this.tooMany = Math.max(this.sure + 1, inRound + calls);
		this.isDoubtful = inRound === 0 && calls === 1;
	}

	/** Before the first refusal nothing is counted in rounds; what counts of it is the last second. */
	private endFirstRound(): void {
		if (this.sure !== Infinity) return;
		this.forgetOld();
		this.inRound = this.sums.accepted;
	}

	private noteRefusal(retryAfterMs: number): void {
		this.lastRefusalAt = performance.now();
		this.sinceRefusal = 0;
		this.roundIsOver = true;
		this.isTold = retryAfterMs > 0 && retryAfterMs <= LONGEST_PROVOKED_MS;
		this.hasNamedTime = this.isTold;
		if (retryAfterMs > LONGEST_PROVOKED_MS) this.mayProbe = false;
	}

	private probe(): number {
		if (!this.mayProbe || this.sure === Infinity) return 0;
		if (this.tooMany === Infinity) return this.sure;
		const gap = this.tooMany - this.sure;
		const half = Math.floor(gap / 2);
		if (this.isTold) return Math.max(1, half);
		if (half > 0 && gap >= this.sure * PRECISION) return half;
		return this.isDoubtful || this.sinceRefusal >= this.sure * QUIET_WINDOWS ? gap : 0;
	}

	private startsRound(): boolean {
		return this.hasNamedTime || this.lately() === 0;
	}

	/** What got through within the last window, or may yet. */
	private lately(): number {
		this.forgetOld();
		return this.sums.accepted + this.sums.underWay;
	}

	private forgetOld(): void {
		const since = performance.now() - this.windowMs;
		while (this.accepted.length > 0 && this.accepted[0].at <= since)
			this.sums.accepted -= this.accepted.shift()?.calls ?? 0;
		while (this.underWay.length > 0) {
			const [oldest] = this.underWay;
			if (oldest.counts && oldest.sentAt > since) return;
			this.countNoMore(oldest);
			this.underWay.shift();
		}
	}

	private countNoMore(shipment: Shipment): void {
		if (shipment.counts) this.sums.underWay -= shipment.calls;
		shipment.counts = false;
	}
}

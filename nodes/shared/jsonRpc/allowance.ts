/** Endpoints count calls per second (platform documentation, error reference: "RPS limit"). Milliseconds. */
const SECOND_MS = 1000;

/** What lies between the calls that got through and those that did not is sought down to this share. */
const PRECISION = 0.04;

/** After so many windows without a refusal the level that was refused is tried again: limits may rise. */
const QUIET_WINDOWS = 8;

/** A server that asks for longer waits than this, in milliseconds, is not provoked to ask again. */
const LONGEST_PROVOKED_MS = 2000;

/** What became of calls that were sent together. */
export interface Returned {
	/** So many of them were turned away because of a rate limit. */
	refused: number;
	/** Monotonic time in milliseconds; refusals of one burst count once. */
	sentAt: number;
	/** The wait the server asked for, in milliseconds. */
	askedMs?: number;
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

	/** Whether the last refusal named a short wait. */
	private isTold = false;

	private mayProbe = true;

	/** What got through since the last refusal. */
	private sinceRefusal = 0;

	private inFlight = 0;

	/** What got through within the last window, oldest first. */
	private accepted: Array<{ at: number; calls: number }> = [];

	/** Sum of the calls in `accepted`. */
	private acceptedCalls = 0;

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
		const sure = this.sure - (isNew ? 0 : this.inRound) - this.inFlight;
		const mayGoOn = isNew || !this.roundIsOver;
		const learned = !mayGoOn ? 0 : sure > 0 ? sure : sure + this.probe();
		return Math.max(0, Math.min(learned, this.most - this.lately() - this.inFlight));
	}

	/** @returns in how many milliseconds there may be more room, if time alone can make any */
	msToMoreRoom(): number | undefined {
		if (this.lately() === 0) return undefined;
		return Math.max(1, this.accepted[0].at + this.windowMs - performance.now());
	}

	/** Notes that so many calls are about to be sent. */
	take(calls: number): void {
		if (this.startsRound()) [this.inRound, this.roundIsOver] = [0, false];
		this.hasNamedTime = false;
		this.inFlight += calls;
	}

	/** Notes what became of them. */
	give(calls: number, { refused, sentAt, askedMs = 0 }: Returned): void {
		this.inFlight -= calls;
		const accepted = calls - refused;
		if (accepted > 0) {
			this.accepted.push({ at: performance.now(), calls: accepted });
			this.acceptedCalls += accepted;
			this.inRound += accepted;
			this.sinceRefusal += accepted;
			this.refusalsInARow = 0;
		}
		if (refused === 0) this.learnFromSuccess();
		else if (accepted > 0) this.learnLimit();
		else if (sentAt >= this.lastRefusalAt) this.learnFromRefusal(calls);
		if (refused > 0) this.noteRefusal(askedMs);
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
	}

	private learnFromRefusal(calls: number): void {
		this.endFirstRound();
		const { inRound } = this;
		if (inRound === 0 && calls === 1) this.refusalsInARow += 1;
		if (inRound < this.sure) this.sure = inRound > 0 ? inRound : Math.max(1, Math.floor(calls / 2));
		this.tooMany = Math.max(this.sure + 1, inRound + calls);
	}

	/** Before the first refusal nothing is counted in rounds; what counts of it is the last second. */
	private endFirstRound(): void {
		if (this.sure === Infinity) this.inRound = this.lately();
	}

	private noteRefusal(askedMs: number): void {
		this.lastRefusalAt = performance.now();
		this.sinceRefusal = 0;
		this.roundIsOver = true;
		this.isTold = askedMs > 0 && askedMs <= LONGEST_PROVOKED_MS;
		this.hasNamedTime = this.isTold;
		if (askedMs > LONGEST_PROVOKED_MS) this.mayProbe = false;
	}

	private probe(): number {
		if (!this.mayProbe || this.sure === Infinity) return 0;
		if (this.tooMany === Infinity) return this.sure;
		const gap = this.tooMany - this.sure;
		const half = Math.floor(gap / 2);
		if (this.isTold) return Math.max(1, half);
		if (half > 0 && gap >= this.sure * PRECISION) return half;
		return this.sinceRefusal >= this.sure * QUIET_WINDOWS ? gap : 0;
	}

	private startsRound(): boolean {
		return this.hasNamedTime || (!this.isTold && this.inFlight === 0 && this.lately() === 0);
	}

	/** What got through within the last window. */
	private lately(): number {
		const since = performance.now() - this.windowMs;
		while (this.accepted.length > 0 && this.accepted[0].at <= since) {
			this.acceptedCalls -= this.accepted[0].calls;
			this.accepted.shift();
		}
		return this.acceptedCalls;
	}
}

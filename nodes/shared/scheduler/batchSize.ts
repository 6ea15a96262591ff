import type { Gate } from './gate';

/** Into how many parts a batch is split that was not answered. */
export const PARTS = 10;

/** Batches of the usual size after which a larger one is tried; doubled with each trial that comes to nothing. */
const FIRST_TRIAL_AFTER = 5;

/**
 * Learns how many calls a request to a host may hold. After many batches that got through a single one of twice as many
 * is tried, because a reason for smaller ones may no longer hold.
 */
export class BatchSize implements Gate {
	/** Most calls in one request, except one on trial. */
	private usual: number;

	/** Most calls in the next request where it tries more; otherwise 0. */
	private onTrial = 0;

	/** The largest request that got through. */
	private largestPassed = 1;

	private trialAfter = FIRST_TRIAL_AFTER;

	private passedInARow = 0;

	/** @param limit most calls in one request that the user allows */
	constructor(private readonly limit: number) {
		this.usual = limit;
	}

	notBefore(): number {
		return -Infinity;
	}

	capacity(): number {
		return Math.max(this.usual, this.onTrial);
	}

	/** Notes a request. */
	sent(calls: number): void {
		if (calls > this.usual) this.onTrial = 0;
	}

	/** @returns whether a request this large never got through */
	isUntried(calls: number): boolean {
		return calls > this.largestPassed;
	}

	/** Notes that a request was refused that may have been too large: one after the other shows whether it was. */
	doubt(calls: number): void {
		this.usual = this.largestPassed;
		this.onTrial = calls;
	}

	/** Notes a request that got through. */
	passed(calls: number): void {
		this.largestPassed = Math.max(this.largestPassed, calls);
		if (calls < this.usual) return;
		if (calls > this.usual) this.change(calls);
		this.passedInARow += 1;
		if (this.passedInARow < this.trialAfter) return;
		this.onTrial = Math.min(this.limit, this.usual * 2);
		this.passedInARow = 0;
		this.trialAfter *= 2;
	}

	/**
	 * Notes that a request had too many calls.
	 * @param better how many would probably not have been too many
	 */
	tooLarge(calls: number, better = Math.ceil(calls / PARTS)): void {
		// It was on trial, or others of this size were in flight when that became known.
		if (calls > this.usual) return;
		this.change(this.isUntried(calls) ? Math.max(this.largestPassed, better) : better);
		this.largestPassed = Math.min(this.largestPassed, this.usual);
	}

	private change(usual: number): void {
		this.usual = usual;
		this.onTrial = 0;
		this.passedInARow = 0;
		this.trialAfter = FIRST_TRIAL_AFTER;
	}
}

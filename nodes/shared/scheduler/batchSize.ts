/** Into how many parts a batch is split that was not answered. */
export const PARTS = 10;

/** Batches of the largest allowed size after which a larger one is tried; doubled each time it fails. */
const FIRST_TRIAL_AFTER = 5;

/**
 * Learns how many calls a request to a host may hold. A size that turns out to be too large is not used again before
 * many smaller batches got through; then twice as many are tried, because the reason may no longer hold.
 */
export class BatchSize {
	/** Most calls in one request that is not the first of its size. */
	private usual: number;

	/** It was raised, and a first request of that size is in flight. */
	private isRaised = false;

	private isOnTrial = false;

	/** The largest request that got through. */
	private largestPassed = 1;

	private trialAfter = FIRST_TRIAL_AFTER;

	private passedInARow = 0;

	/** @param limit most calls in one request that the user allows */
	constructor(private readonly limit: number) {
		this.usual = limit;
	}

	/** Most calls in the next request. */
	get most(): number {
		return this.isOnTrial ? Math.min(this.usual, this.largestPassed) : this.usual;
	}

	/** Notes a request. Where the size was raised, one request tries it first. */
	sent(calls: number): void {
		if (this.isRaised && this.isUntried(calls)) this.isOnTrial = true;
	}

	/** Notes that a request was refused that may have been too large: one after the other shows whether it was. */
	doubt(): void {
		this.isRaised = true;
	}

	/** Notes the end of a request, before it is told how that was. */
	ended(calls: number): void {
		if (this.isUntried(calls)) this.isOnTrial = false;
	}

	/** @returns whether a request this large never got through */
	isUntried(calls: number): boolean {
		return calls > this.largestPassed;
	}

	/** Notes a request that got through. */
	passed(calls: number): void {
		this.largestPassed = Math.max(this.largestPassed, calls);
		if (calls < this.usual) return;
		this.passedInARow += 1;
		if (this.passedInARow < this.trialAfter) return;
		this.usual = Math.min(this.limit, this.usual * 2);
		this.isRaised = true;
		this.passedInARow = 0;
	}

	/**
	 * Notes that a request had too many calls.
	 * @param better how many would probably not have been too many
	 */
	tooLarge(calls: number, better = Math.ceil(calls / PARTS)): void {
		// Others of this size were in flight when that became known.
		if (calls > this.usual) return;
		this.usual = this.isUntried(calls) ? Math.max(this.largestPassed, better) : better;
		this.largestPassed = Math.min(this.largestPassed, this.usual);
		this.isRaised = false;
		this.trialAfter *= 2;
		this.passedInARow = 0;
	}
}

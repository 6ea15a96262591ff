/** Into how many parts a batch is split that was not answered. */
export const PARTS = 10;

/** Batches of the largest allowed size after which a larger one is tried; doubled each time it fails. */
const FIRST_TRIAL_AFTER = 5;

/**
 * Learns how many calls a request to a host may hold. A size that turns out to be too large is not used again before
 * many smaller batches got through; then twice as many are tried, because the reason may no longer hold.
 */
export class BatchSize {
	/** Most calls in one request. */
	most: number;

	/** The largest request that got through. */
	private largestPassed = 1;

	private trialAfter = FIRST_TRIAL_AFTER;

	private passedInARow = 0;

	/** @param limit most calls in one request that the user allows */
	constructor(private readonly limit: number) {
		this.most = limit;
	}

	/** @returns whether a request this large never got through */
	isUntried(calls: number): boolean {
		return calls > this.largestPassed;
	}

	/** Notes a request that got through. */
	passed(calls: number): void {
		this.largestPassed = Math.max(this.largestPassed, calls);
		if (calls < this.most) return;
		this.passedInARow += 1;
		if (this.passedInARow < this.trialAfter) return;
		this.most = Math.min(this.limit, this.most * 2);
		this.passedInARow = 0;
	}

	/**
	 * Notes that a request had too many calls.
	 * @param better how many would probably not have been too many
	 */
	tooLarge(calls: number, better = Math.ceil(calls / PARTS)): void {
		// Others of this size were in flight when that became known.
		if (calls > this.most) return;
		this.most = this.isUntried(calls) ? Math.max(this.largestPassed, better) : better;
		this.largestPassed = Math.min(this.largestPassed, this.most);
		this.trialAfter *= 2;
		this.passedInARow = 0;
	}
}

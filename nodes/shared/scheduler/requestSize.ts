/** Requests of the largest size that passes after which a larger one is tried; doubled each time it fails. */
const FIRST_TRIAL_AFTER = 30;

/**
 * Learns how many calls a request may hold at a server that rejects requests as a whole: there a large one does
 * not get through although the pace is right.
 */
export class RequestSize {
	/** Most calls in the next request. */
	most = Infinity;

	/** The largest request that got through. */
	private largestPassed = 1;

	private trialAfter = FIRST_TRIAL_AFTER;

	private passedInARow = 0;

	/** Notes a request all of whose calls got through. */
	passed(calls: number): void {
		this.largestPassed = Math.max(this.largestPassed, calls);
		if (this.most === Infinity) return;
		this.most = Math.max(this.most, this.largestPassed);
		if (calls >= this.most) this.passedInARow += 1;
		const hasNeverFailed = this.trialAfter === FIRST_TRIAL_AFTER;
		if (!hasNeverFailed && this.passedInARow < this.trialAfter) return;
		this.most = this.largestPassed * 2;
		this.passedInARow = 0;
	}

	/** Notes that a server rejected the requests of the first burst, each as a whole. */
	begin(): void {
		this.most = this.largestPassed;
	}

	/**
	 * Notes a request that was rejected as a whole.
	 * @returns whether its size is to blame, because none this large ever got through
	 */
	refused(calls: number): boolean {
		if (calls <= this.largestPassed) return false;
		this.most = this.largestPassed;
		this.trialAfter *= 2;
		this.passedInARow = 0;
		return true;
	}
}

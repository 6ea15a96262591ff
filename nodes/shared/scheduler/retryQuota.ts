/** Repetitions available to a host or an address with few calls. */
const FEWEST = 5;

/** Repetitions available to one with many, for each call that is sent there. */
const PER_CALL = 0.2;

/** What an answer gives back: the repetition that led to it, and one more. */
const REFILL = 2;

/**
 * Keeps repetitions from multiplying the load of a server that is down: each is drawn from a bucket, which answers
 * refill (as in the retry behavior of the AWS SDKs). Without any answer about a fifth more requests are sent than
 * there are calls.
 */
export class RetryQuota {
	private calls = 0;

	/** Where calls are few, one of them can be repeated as often as its user wants. */
	private fewest = FEWEST;

	private balance = FEWEST;

	/** Notes that a call is sent for the first time, and how often it may be repeated. */
	firstSent(maxRetries: number): void {
		const before = this.capacity;
		this.calls += 1;
		this.fewest = Math.max(this.fewest, maxRetries);
		this.balance += this.capacity - before;
	}

	/** Notes an answer. */
	answered(): void {
		this.balance = Math.min(this.capacity, this.balance + REFILL);
	}

	/** Whether no request may be repeated now. */
	get isEmpty(): boolean {
		return this.balance < 1;
	}

	/** Notes that a request is repeated. */
	draw(): void {
		this.balance -= 1;
	}

	private get capacity(): number {
		return Math.max(this.fewest, this.calls * PER_CALL);
	}
}

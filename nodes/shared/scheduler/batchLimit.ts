/** A batch that was not answered and is sent again in parts. */
export interface BatchSplit {
	/** Calls of the batch that have not been answered yet. */
	unanswered: number;
	/** Most calls in one of its parts. */
	partSize: number;
	/** False when the server answered, but not the calls: it does not support batches. */
	isUnderstood: boolean;
}

/** Batches of the largest allowed size after which a larger one is tried; doubled each time it fails. */
const FIRST_TRIAL_AFTER = 5;

/** How many times as large that one is. */
const LARGER = 10;

/**
 * Remembers how large the batches of a host may be. When a batch is not answered but all of its parts are, its
 * size was the reason, and batches are smaller from then on; when a part fails as well, one of its calls was.
 * Because the reason may no longer hold, larger ones are tried again later.
 */
export class BatchLimit {
	/** Most calls in one request. */
	most: number;

	/** The batch that was split last. */
	private lastSplit?: BatchSplit;

	private hasAnswered = false;

	private trialAfter = FIRST_TRIAL_AFTER;

	private passedInARow = 0;

	/** @param limit most calls in one request that the user allows */
	constructor(private readonly limit: number) {
		this.most = limit;
	}

	/** @returns whether a batch may be split: until the host has answered something, only one is */
	maySplit(partOf: BatchSplit | undefined): boolean {
		return this.hasAnswered || partOf === this.lastSplit;
	}

	/** Notes that the host answered. */
	reached(): void {
		this.hasAnswered = true;
	}

	/** Notes that a request with a number of calls was answered. */
	passed(calls: number): void {
		this.hasAnswered = true;
		if (calls < this.most) return;
		this.passedInARow += 1;
		if (this.passedInARow < this.trialAfter) return;
		this.most = Math.min(this.limit, this.most * LARGER);
		this.passedInARow = 0;
	}

	/** Notes that a batch of which nothing was answered is sent again in parts. */
	split(batch: BatchSplit): void {
		this.lastSplit = batch;
	}

	/** Notes the answer to a call, and the batch it was part of before. */
	answered(partOf: BatchSplit | undefined): void {
		if (partOf === undefined) return;
		partOf.unanswered -= 1;
		if (partOf.unanswered > 0 || this.most <= partOf.partSize) return;
		this.most = partOf.partSize;
		this.trialAfter = partOf.isUnderstood ? this.trialAfter * 2 : Infinity;
		this.passedInARow = 0;
	}
}

/** What got through between two refusals. */
interface Row {
	calls: number;
	requests: number;
}

/** Calls in a request of one row are far fewer than in those of another where they are at most this share of them. */
const FAR_FEWER = 1 / 4;

/** With fewer requests in a row, chance decides how many got through. */
const FEWEST = 5;

/** As many requests get through where they are no more than this many times as many. */
const AS_MANY = 2;

/**
 * Finds out what a limit counts: calls, or requests whatever they hold. Where no more requests get through that hold far
 * fewer calls, it is tried with large ones, and where those let fewer calls through, no more for twice as long.
 */
export class CountedUnit {
	/** Whether requests are counted, as far as is known. */
	isRequests = false;

	/** The row with the largest requests. */
	private largest?: Row;

	/** Calls that got through in a row of small requests. */
	private usual = 0;

	/** So many rows speak for requests, and so many have to. */
	private rows = 0;

	private rowsNeeded = 1;

	/** @returns what so many calls of a request take of the limit */
	costOf(calls: number): number {
		return this.isRequests ? Math.min(calls, 1) : calls;
	}

	/** Notes that a part of a request was refused: calls are counted. */
	refusedInPart(): void {
		this.isRequests = false;
		this.rowsNeeded = Infinity;
	}

	/** Notes what got through until a request was refused. */
	ended(row: Row): void {
		const { largest } = this;
		if (row.requests === 0) return;
		if (this.isRequests) {
			if (row.calls < this.usual) this.reject();
		} else if (largest === undefined || sizeOf(row) > sizeOf(largest)) this.largest = row;
		else if (speaksForRequests(row, largest)) this.accept(row);
	}

	private accept({ calls }: Row): void {
		this.rows += 1;
		if (this.rows < this.rowsNeeded) return;
		this.usual = calls;
		this.isRequests = true;
	}

	private reject(): void {
		this.isRequests = false;
		this.rows = 0;
		this.rowsNeeded *= 2;
	}
}

function sizeOf({ calls, requests }: Row): number {
	return calls / requests;
}

function speaksForRequests(row: Row, largest: Row): boolean {
	if (largest.requests < FEWEST) return false;
	const isSmaller = sizeOf(row) <= FAR_FEWER * sizeOf(largest);
	const hasFewer = row.calls <= FAR_FEWER * largest.calls;
	return isSmaller && hasFewer && row.requests <= AS_MANY * largest.requests;
}

/** Calls that make a measurement exact enough: the first and the last may each be off by one. */
const ENOUGH_CALLS = 20;

/** Most moments that are remembered. */
const MOST_MOMENTS = 30;

/**
 * Measures how many calls a server lets through, between two moments at which it is known to have had no
 * room left: whatever it let through in between is what it made room for.
 *
 * All times are those at which requests were sent, in milliseconds.
 */
export class Throughput {
	private accepted: Array<{ sentAt: number; calls: number }> = [];

	private refusals: number[];

	/** @param refusedAt when the server is first known to have had no room */
	constructor(refusedAt: number) {
		this.refusals = [refusedAt];
	}

	/** The last moment at which the server had no room. */
	get lastRefusedAt(): number {
		return this.refusals[this.refusals.length - 1];
	}

	/** Notes calls that got through. */
	accept(sentAt: number, calls: number): void {
		this.accepted.push({ sentAt, calls });
	}

	/** @returns how many calls got through since the server was last full, up to `sentAt` */
	acceptedUntil(sentAt: number): number {
		return this.between(this.lastRefusedAt, sentAt);
	}

	/**
	 * Notes that the server had no room for a call sent at this time.
	 * @returns calls per millisecond it has let through, over a span with enough calls if there is one
	 */
	measureAtRefusal(sentAt: number): number {
		let perMs = 0;
		for (const [index, from] of [...this.refusals.entries()].reverse()) {
			// Nothing can be measured from a time before the server was known to be full.
			if (from === -Infinity) continue;
			const calls = this.between(from, sentAt);
			perMs = (calls + 1) / (sentAt - from);
			if (calls < ENOUGH_CALLS) continue;
			perMs = calls / (sentAt - from);
			this.refusals = this.refusals.slice(index);
			break;
		}
		this.refusals = [...this.refusals, sentAt].slice(-MOST_MOMENTS);
		this.accepted = this.accepted.filter((each) => each.sentAt > this.refusals[0]);
		return perMs;
	}

	private between(from: number, to: number): number {
		let sum = 0;
		for (const { sentAt, calls } of this.accepted) {
			if (sentAt > from && sentAt <= to) sum += calls;
		}
		return sum;
	}
}

/** What came of a world, summed over its seeds. */
export interface Played {
	/** Calls to healthy addresses that were not answered. */
	lost: number;
	/** Seconds until all calls to healthy addresses had ended. */
	seconds: number;
	/** Seconds until all calls to the others had ended, where their host answers anything. */
	accusedSeconds: number;
	requests: number;
	/** Calls in these requests. */
	calls: number;
}

/** @returns the sums over all worlds */
export function sumOf(worlds: Readonly<Record<string, Played>>): Played {
	const sum = { lost: 0, seconds: 0, accusedSeconds: 0, requests: 0, calls: 0 };
	for (const { lost, seconds, accusedSeconds, requests, calls } of Object.values(worlds)) {
		sum.lost += lost;
		sum.seconds += seconds;
		sum.accusedSeconds += accusedSeconds;
		sum.requests += requests;
		sum.calls += calls;
	}
	return sum;
}

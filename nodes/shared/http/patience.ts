/** How patient a run is; every value is an option of the operation. */
export interface Patience {
	/** Limit for one attempt, over the whole exchange, in milliseconds. */
	timeLimitMs: number;
	/** How many more times a request may be sent after the first, at least 0. */
	retries: number;
	/** Longest wait, in milliseconds, that is accepted when a server asks for one. */
	longestWaitMs: number;
}

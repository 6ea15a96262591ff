/** How long to wait for a server and how often to repeat; every value is an option of the operation. */
export interface RetryOptions {
	/** Limit for one attempt, over the whole exchange, in milliseconds. */
	timeoutMs: number;
	/** How many more times a request may be sent after the first, at least 0. */
	maxRetries: number;
	/** Longest wait, in milliseconds, that is accepted when a server asks for one. */
	maxRetryWaitMs: number;
	/** A call that failed is sent again only within this time after it was sent first, in milliseconds. */
	retryForMs?: number;
}

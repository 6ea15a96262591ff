/** How long to wait for a server and how often to repeat; the first three are options of most operations. */
export interface RetryOptions {
	/** Limit for one attempt, over the whole exchange, in milliseconds. */
	timeoutMs: number;
	/** How many more times a request may be sent after the first, at least 0. */
	maxRetries: number;
	/** Longest wait, in milliseconds, that is accepted when a server asks for one. */
	maxRetryWaitMs: number;
	/**
	 * A call that failed is sent again only within this time after it was sent first, in milliseconds, and not where it
	 * took all its time: for calls that are repeated anyway, such as in the next poll.
	 */
	retryForMs?: number;
	/** Set where these are no options of the user, so that no message names them. */
	isFixed?: true;
}

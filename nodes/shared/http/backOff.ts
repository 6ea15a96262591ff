/** First wait in milliseconds; each further one doubles. */
const FIRST_MS = 500;

/** No wait of our own choosing is longer, in milliseconds. */
const LONGEST_MS = 30_000;

/** Share of the wait that chance may add, so that many clients do not come back in the same instant. */
const JITTER = 0.25;

/** The same for a wait the server asked for: it knows best, so chance adds little, and never much. */
const SPREAD = 0.02;

/** Waits longer than this, in milliseconds, are not spread any wider. */
const LONGEST_SPREAD_MS = 10_000;

/**
 * How long to wait before the next attempt.
 *
 * @param attempt how many attempts were made, from 1
 * @param retryAfterMs what the server asked for; honoured in full, chance only lengthens it
 * @param random a number from 0 to 1
 * @returns milliseconds
 */
export function backOff(attempt: number, retryAfterMs: number | undefined, random: number): number {
	// Zero, or a date that has passed, asks for nothing.
	if (retryAfterMs !== undefined && retryAfterMs > 0)
		return retryAfterMs + Math.min(retryAfterMs, LONGEST_SPREAD_MS) * SPREAD * random;
	const own = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
	return own * (1 + JITTER * random);
}

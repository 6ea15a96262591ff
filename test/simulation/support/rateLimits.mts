/** How a server counts calls. All times are milliseconds. */
export interface RateLimit {
	/** Calls per second. */
	rate: number;
	/** Calls that are accepted at once after a long idle time. */
	burst: number;
	/** @returns how many calls it has capacity for now */
	capacity(now: number): number;
	/** Counts accepted calls. */
	take(calls: number, now: number): void;
	/** Notes calls that it refuses. */
	refused(calls: number, now: number): void;
	/** @returns the wait until there is capacity for this many calls, more than 0 */
	waitFor(calls: number, now: number): number;
}

const SECOND_MS = 1000;

const MINUTE_MS = 60_000;

/** Most limits count what they let through. */
const countsAccepted = (): void => undefined;

/** So many calls in each window of the clock as the rate allows in it; the first one began `phaseMs` before time 0. */
export function fixedWindows(rate: number, phaseMs: number, windowMs = SECOND_MS): RateLimit {
	const most = (rate * windowMs) / SECOND_MS;
	let window = -1;
	let used = 0;
	const capacity = (now: number): number => {
		const present = Math.floor((now + phaseMs) / windowMs);
		if (present !== window) {
			window = present;
			used = 0;
		}
		return most - used;
	};
	return {
		rate,
		burst: most,
		capacity,
		take: (calls, now) => {
			capacity(now);
			used += calls;
		},
		refused: countsAccepted,
		waitFor: (_, now) => windowMs - ((now + phaseMs) % windowMs),
	};
}

/** A bucket that holds at most this many tokens and is filled evenly. */
export function tokenBucket(rate: number, burst: number): RateLimit {
	let tokens = burst;
	let filledAt = 0;
	const perMs = rate / SECOND_MS;
	const capacity = (now: number): number => {
		tokens = Math.min(burst, tokens + (now - filledAt) * perMs);
		filledAt = now;
		return Math.floor(tokens + 1e-9);
	};
	return {
		rate,
		burst,
		capacity,
		take: (calls) => {
			tokens = Math.max(-burst, tokens - calls);
		},
		refused: countsAccepted,
		waitFor: (calls, now) => {
			capacity(now);
			const missing = Math.min(calls, burst) - tokens;
			return (missing > 0 ? missing : 1) / perMs;
		},
	};
}

/** So many calls within any window as the rate allows in it. */
export function slidingLog(rate: number, windowMs = SECOND_MS): RateLimit {
	const most = (rate * windowMs) / SECOND_MS;
	const log: number[] = [];
	const capacity = (now: number): number => {
		while (log.length > 0 && log[0] + windowMs <= now) log.shift();
		return most - log.length;
	};
	return {
		rate,
		burst: most,
		capacity,
		refused: countsAccepted,
		take: (calls, now) => {
			for (let count = 0; count < calls; count += 1) log.push(now);
		},
		waitFor: (calls, now) => {
			capacity(now);
			const leaving = log.length + Math.min(calls, most) - most;
			const last = log[Math.max(0, leaving - 1)] ?? now - windowMs;
			return Math.max(1, last + windowMs - now);
		},
	};
}

/** The kinds of limits whose window is a second or less, by name. */
export const LIMIT_KINDS = [
	'fixed seconds',
	'token bucket',
	'small bucket',
	'bucket of one',
	'sliding log',
] as const;

/** Those with a longer window, in which all of it may be used at once. */
export const LONG_LIMIT_KINDS = ['ten seconds', 'minute', 'sliding minute'] as const;

/** A kind of limit. */
export type LimitKind = (typeof LIMIT_KINDS | typeof LONG_LIMIT_KINDS)[number];

/** Creates a limit of a kind; a phase is one of its window. */
export function rateLimit(kind: LimitKind, rate: number, phaseMs = 0): RateLimit {
	switch (kind) {
		case 'fixed seconds':
			return fixedWindows(rate, phaseMs);
		case 'token bucket':
			return tokenBucket(rate, rate);
		case 'small bucket':
			return tokenBucket(rate, Math.max(1, Math.floor(rate / 10)));
		case 'bucket of one':
			return tokenBucket(rate, 1);
		case 'sliding log':
			return slidingLog(rate);
		case 'ten seconds':
			return fixedWindows(rate, 10 * phaseMs, 10 * SECOND_MS);
		case 'minute':
			return fixedWindows(rate, 60 * phaseMs, MINUTE_MS);
		case 'sliding minute':
			return slidingLog(rate, MINUTE_MS);
	}
}

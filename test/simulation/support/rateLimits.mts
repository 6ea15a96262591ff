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
	/** @returns the wait until there is capacity for this many calls, more than 0 */
	waitFor(calls: number, now: number): number;
}

const SECOND_MS = 1000;

/** This many calls in each second of the clock; the first second began `phaseMs` before time 0. */
export function fixedSeconds(rate: number, phaseMs: number): RateLimit {
	let second = -1;
	let used = 0;
	const capacity = (now: number): number => {
		const present = Math.floor((now + phaseMs) / SECOND_MS);
		if (present !== second) {
			second = present;
			used = 0;
		}
		return rate - used;
	};
	return {
		rate,
		burst: rate,
		capacity,
		take: (calls) => {
			used += calls;
		},
		waitFor: (_, now) => SECOND_MS - ((now + phaseMs) % SECOND_MS),
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
			tokens -= calls;
		},
		waitFor: (calls, now) => {
			capacity(now);
			const missing = Math.min(calls, burst) - tokens;
			return (missing > 0 ? missing : 1) / perMs;
		},
	};
}

/** This many calls within any second. */
export function slidingLog(rate: number): RateLimit {
	const log: number[] = [];
	const capacity = (now: number): number => {
		while (log.length > 0 && log[0] + SECOND_MS <= now) log.shift();
		return rate - log.length;
	};
	return {
		rate,
		burst: rate,
		capacity,
		take: (calls, now) => {
			for (let count = 0; count < calls; count += 1) log.push(now);
		},
		waitFor: (calls, now) => {
			capacity(now);
			const last = log[Math.min(calls, log.length) - 1] ?? now - SECOND_MS;
			return Math.max(1, last + SECOND_MS - now);
		},
	};
}

/** The kinds of limits by name. */
export const LIMIT_KINDS = [
	'fixed seconds',
	'token bucket',
	'small bucket',
	'bucket of one',
	'sliding log',
] as const;

/** A kind of limit. */
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Creates a limit of a kind. */
export function rateLimit(kind: LimitKind, rate: number, phaseMs = 0): RateLimit {
	switch (kind) {
		case 'fixed seconds':
			return fixedSeconds(rate, phaseMs);
		case 'token bucket':
			return tokenBucket(rate, rate);
		case 'small bucket':
			return tokenBucket(rate, Math.max(1, Math.floor(rate / 10)));
		case 'bucket of one':
			return tokenBucket(rate, 1);
		case 'sliding log':
			return slidingLog(rate);
	}
}

import type { RateLimit } from './rateLimits.mts';

/** How a limit treats those that go beyond it. */
export interface Penalties {
	/** Refused calls count as others do, so that who keeps asking stays refused. */
	countsRefused?: true;
	/** After a refusal nothing is accepted for this long, in milliseconds. */
	banMs?: number;
}

/** @returns a limit that treats those that go beyond it in some way */
export function withPenalties(
	limit: RateLimit,
	{ countsRefused, banMs = 0 }: Penalties,
): RateLimit {
	let bannedUntil = -Infinity;
	return {
		...limit,
		capacity: (now) => (now < bannedUntil ? 0 : limit.capacity(now)),
		refused: (calls, now) => {
			if (countsRefused === true) limit.take(calls, now);
			if (now >= bannedUntil) bannedUntil = now + banMs;
		},
		waitFor: (calls, now) => Math.max(bannedUntil - now, limit.waitFor(calls, now)),
	};
}

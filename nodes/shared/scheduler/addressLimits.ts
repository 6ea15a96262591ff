import type { RateLimiter } from './rateLimiter';
import { RecentCount } from './recentCount';

const SECOND_MS = 1000;

/** What the rate limits know about an address. */
export class AddressLimits {
	/** Its own limit, once calls to it were rejected and no shared limit explains that. */
	limiter?: RateLimiter;

	readonly passedLately = new RecentCount(SECOND_MS);

	/** When a call last got through; monotonic time in milliseconds. */
	passedAt = -Infinity;

	/** How often in a row calls were rejected since then. */
	refusals = 0;

	/** How many of these had no other reason than the address itself. */
	ownRefusals = 0;

	/** Whether the last one had no other reason. */
	lastRefusalIsOwn = false;

	/** When calls were last rejected. */
	refusedAt = -Infinity;

	/** When a wait that the server asked for ends. */
	askedUntil = -Infinity;

	/** Rejected although it had used nothing for a second, while others got through. */
	isStarved = false;

	/** Rejected, and nothing ever got through. */
	get isSuspect(): boolean {
		return this.refusals > 0 && !this.hasPassed;
	}

	get hasPassed(): boolean {
		return this.passedAt > -Infinity;
	}
}

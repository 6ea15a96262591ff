import type { WaitingCall } from './callQueue';
import type { CircuitBreaker } from './circuitBreaker';
import type { Destination } from './destination';
import type { HostState } from './hostState';
import { hasOwnReasons } from './ownReasons';
import { sumBackoffs, type RetryOptions } from './retryPolicy';
import type { Conclusion } from './scheduledCall';

/** Longest window of usual limits, a minute: where others use one up, something gets through within it. */
const WINDOW_MS = 60_000;

/** A single address that never let anything through is given up after so many milliseconds of refusals. */
const ALONE_MS = 10_000;

/**
 * Probes of an outage for each retry that a call alone has: where one backend of two is down, 5 attempts in a row come
 * to nothing once in 32 times, which must not end all calls; 17 do once in 131,072.
 */
const PROBES_PER_RETRY = 4;

/**
 * Decides for how long calls wait for a host or an address that lets nothing through: for as long as a call alone
 * would be repeated, or until a limit that others use up must have opened. All times are monotonic, in milliseconds.
 */
export class Patience {
	constructor(private readonly state: HostState) {}

	/** @returns why a call need not wait any longer: nothing gets through, or it would take longer than the user accepts */
	findConclusion(address: Destination, waiting: WaitingCall, now: number): Conclusion | undefined {
		const { retry } = waiting.call;
		if (this.askedUntil(address) - now > retry.maxRetryWaitMs) return 'pauseTooLong';
		for (const { breaker } of [this.state.all, address]) {
			// Somebody was there to refuse it: what others met since is not known of its address.
			if (!address.breaker.isRefusing && !breaker.isRefusing && this.isDown(breaker, waiting))
				return 'othersFailed';
			if (breaker.isRefusing && this.isRefused(breaker, address, retry, now))
				return 'othersRefused';
		}
		return undefined;
	}

	/**
	 * @param leastWaitMs the shortest wait for a server that a call accepts
	 * @returns whether calls to any address may have to end because of what the host does
	 */
	mayConclude(leastWaitMs: number, now: number): boolean {
		const { breaker, limiter } = this.state.all;
		return breaker.failures > PROBES_PER_RETRY || limiter.askedUntil - now > leastWaitMs;
	}

	/** @returns the limit or outage for which a call to an address would have to wait now */
	findDelay(address: Destination, now: number): Conclusion | undefined {
		const both = [this.state.all, address];
		if (this.askedUntil(address) > now) return 'pauseTooLong';
		const closed = both.find(({ breaker }) => breaker.notBefore() > now);
		if (closed !== undefined) return closed.breaker.isRefusing ? 'othersRefused' : 'othersFailed';
		return both.some(({ limiter }) => limiter.notBefore(now) > now) ? 'othersRefused' : undefined;
	}

	/** @returns when the waits end that the server asked for at an address */
	askedUntil({ limiter }: Destination): number {
		return Math.max(limiter.askedUntil, this.state.all.limiter.askedUntil);
	}

	/** @returns whether nothing gets through at an address, and use of a limit by others is not the reason */
	isStuck(address: Destination, now: number): boolean {
		if (this.isInVain(address)) return true;
		const { all, comparison, busySince } = this.state;
		const closedMs = Math.min(comparison.getClosedMs(now), now - busySince);
		if (closedMs > this.windowsMs) return true;
		return !all.limiter.isKnown && address.breaker.getLastedMs(busySince) > WINDOW_MS;
	}

	/** @returns whether nothing gets through at any of several addresses, and an address has no reasons of its own */
	isHostDown(address: Destination): boolean {
		const { addresses, isClosed, haveMostWorked } = this.state;
		return addresses.size > 1 && isClosed && !haveMostWorked && !hasOwnReasons(address);
	}

	/** For how long everything may be refused: where others use up a limit that let something through, for two windows. */
	private get windowsMs(): number {
		const { all, haveMostWorked } = this.state;
		return all.limiter.hasPassed && !haveMostWorked ? 2 * WINDOW_MS : WINDOW_MS;
	}

	/** @returns for how many milliseconds calls wait at least where everything is refused */
	private getPatienceMs(address: Destination): number {
		if (hasOwnReasons(address)) return 0;
		return this.isAloneInVain(address) ? ALONE_MS : this.windowsMs;
	}

	/** Whether an address is refused, and no limit of the host is the reason. */
	private isInVain(address: Destination): boolean {
		return hasOwnReasons(address) || this.isAloneInVain(address);
	}

	/** That several addresses never let anything through is more likely a limit that others use up. */
	private isAloneInVain({ limiter }: Destination): boolean {
		return this.state.addresses.size === 1 && !limiter.hasPassed;
	}

	/** @returns whether too much has been refused for so long that a call is not worth waiting any longer */
	private isRefused(
		breaker: CircuitBreaker,
		address: Destination,
		{ maxRetries }: RetryOptions,
		now: number,
	): boolean {
		if (address.refusal === undefined || !this.isStuck(address, now)) return false;
		const mostMs = Math.max(sumBackoffs(maxRetries), this.getPatienceMs(address));
		const isPaused = breaker.notBefore() > now;
		// What an address refuses for reasons of its own was refused before calls came again as well.
		const since = this.isInVain(address) ? -Infinity : this.state.busySince;
		const lastedMs = breaker.getLastedMs(since);
		return isPaused && breaker.failures > maxRetries && lastedMs > mostMs;
	}

	/** @returns whether a call has waited for longer, and for more probes, than it would have been sent alone */
	private isDown(breaker: CircuitBreaker, { call, addedAt }: WaitingCall): boolean {
		const { maxRetries } = call.retry;
		if (breaker.failures <= PROBES_PER_RETRY * Math.max(1, maxRetries)) return false;
		// What was sent before may still be answered.
		if (this.state.concurrency.oldestSentAt <= breaker.failedSince) return false;
		const aloneMs = sumBackoffs(maxRetries) + maxRetries * breaker.tookMs;
		return breaker.getLastedMs(addedAt) > aloneMs;
	}
}

import { BatchLimit } from './batchLimit';
import type { Address, WaitingCall } from './callQueue';
import { ConcurrencyLimit, type Permit } from './concurrencyLimit';
import { CircuitBreaker } from './circuitBreaker';
import type { Room } from './rateLimiter';
import { RateLimits, type Reservation } from './rateLimits';
import { RecentCount } from './recentCount';
import { retryAfterOf, type Ending } from './retryPolicy';
import { RetryQuota } from './retryQuota';
import type { HostOptions, RequestEnd } from './scheduledCall';

const SECOND_MS = 1000;

/** A request in flight. */
export interface Request {
	address: Address;
	calls: WaitingCall[];
	sentAt: number;
	permit: Permit;
	reservation: Reservation;
	/** Whether it tests if an outage of its host, or of its address, is over. */
	isProbe: { ofHost: boolean; ofAddress: boolean };
}

/**
 * What is known about a host: what may be in flight, its rate limits, the size of its batches, and whether it is
 * down. Each request is noted when it is sent and when it has ended.
 */
export class HostState {
	readonly limits = new RateLimits();

	readonly batches: BatchLimit;

	/** Requests in flight. */
	inFlight = 0;

	private readonly concurrency: ConcurrencyLimit;

	private readonly quota = new RetryQuota();

	private readonly breaker = new CircuitBreaker();

	/** When a request last was answered; monotonic time in milliseconds. */
	private answeredAt = -Infinity;

	/** Calls sent lately, and the most the user allows. */
	private readonly sentLately: RecentCount;

	private readonly mostLately: number;

	constructor({ maxConcurrency, isAdaptive, callsPerSecond, batchSize }: HostOptions) {
		this.concurrency = new ConcurrencyLimit(maxConcurrency, isAdaptive);
		this.batches = new BatchLimit(batchSize);
		this.mostLately = Math.max(1, Math.floor(callsPerSecond));
		// Less than one call per second means one in a longer window.
		const windowMs =
			callsPerSecond === Infinity ? 0 : (this.mostLately / callsPerSecond) * SECOND_MS;
		this.sentLately = new RecentCount(windowMs);
	}

	/** @returns whether calls that failed at an address may be sent again now */
	mayRepeat(address: Address): boolean {
		return !address.quota.isEmpty && (this.isUp(address) || !this.quota.isEmpty);
	}

	/** @returns before which time nothing may be sent to any of its addresses */
	notBefore(now: number): number {
		return Math.max(
			this.concurrency.notBefore(now),
			this.breaker.notBefore,
			this.leftLately(now) > 0 ? now : this.sentLately.changesAt(now),
		);
	}

	/** @returns how many of the calls that wait at an address may be sent in one request */
	room({ limits, breaker }: Address, waiting: number, now: number): Room {
		if (breaker.notBefore > now) return { notBefore: breaker.notBefore };
		const most = Math.min(waiting, this.leftLately(now), this.batches.most);
		return this.limits.room(limits, most, now);
	}

	/** Notes that calls are sent in one request now. */
	sent(address: Address, calls: WaitingCall[], now: number): Request {
		this.inFlight += 1;
		this.sentLately.add(calls.length, now);
		if (calls.some(({ isRepeat }) => isRepeat)) {
			address.quota.draw();
			if (!this.isUp(address)) this.quota.draw();
		}
		for (const { attempts, call } of calls) {
			if (attempts > 0) continue;
			address.quota.firstSent(call.retry.maxRetries);
			this.quota.firstSent(call.retry.maxRetries);
		}
		return {
			address,
			calls,
			sentAt: now,
			permit: this.concurrency.sent(now),
			reservation: this.limits.sent(address.limits, calls.length, now),
			isProbe: { ofHost: this.breaker.sent(now), ofAddress: address.breaker.sent(now) },
		};
	}

	/**
	 * Notes how a request ended.
	 * @param random a number from 0 to 1
	 */
	ended(
		request: Request,
		{ ends, isRefusedWhole }: RequestEnd<unknown>,
		random: number,
		now: number,
	): void {
		const { address, calls, sentAt, permit, reservation, isProbe } = request;
		const endings = ends.map(({ ending }) => ending);
		const failure = endings.find(({ kind }) => kind === 'failed' || kind === 'cancelled');
		const refused = endings.filter(({ kind }) => kind === 'refused').length;
		const retryAfterMs = Math.max(0, ...endings.map(retryAfterOf)) || undefined;
		this.inFlight -= 1;
		this.breaker.ended(isProbe.ofHost);
		address.breaker.ended(isProbe.ofAddress);
		if (retryAfterMs !== undefined) this.limits.asked(address.limits, now + retryAfterMs);
		if (failure === undefined) {
			const passed = calls.length - refused;
			// A batch that was not processed says nothing about a limit.
			const isWorkedOn = endings.some(({ kind }) => kind !== 'skipped');
			const verdict = { passed, isWhole: isRefusedWhole, retryAfterMs };
			this.limits.ended(address.limits, reservation, isWorkedOn ? verdict : undefined, now);
			this.breaker.answered(now);
			address.breaker.answered(now);
			address.quota.answered();
			this.quota.answered();
			this.answeredAt = now;
			this.batches.passed(calls.length);
		} else {
			this.limits.ended(address.limits, reservation, undefined, now);
			this.noteFailure(address, failure, { sentAt, now, random });
		}
		this.concurrency.ended(permit, this.sign(address, failure, refused), now);
	}

	/** While the host answers others, an address that fails is not an outage of the host. */
	private isUp({ failedAt }: Address): boolean {
		return this.answeredAt > failedAt;
	}

	/** How many calls may still be sent in this second. */
	private leftLately(now: number): number {
		return this.mostLately - this.sentLately.count(now);
	}

	private noteFailure(
		address: Address,
		failure: Ending,
		{ sentAt, now, random }: { sentAt: number; now: number; random: number },
	): void {
		if (failure.kind !== 'failed') return;
		address.failedAt = Math.max(address.failedAt, sentAt);
		if (!failure.isTransient) {
			// The host itself answered, though not the calls.
			if (failure.isReached) this.batches.reached();
			return;
		}
		// Slow failures take their time anyway, and say less.
		if (now - sentAt > SECOND_MS) return;
		const breaker = failure.isReached ? address.breaker : this.breaker;
		breaker.failed(sentAt, now, random);
	}

	/** What goes wrong at an address that never worked says nothing about the host. */
	private sign(
		{ limits }: Address,
		failure: Ending | undefined,
		refused: number,
	): 'more' | 'fewer' | undefined {
		if (failure === undefined && refused === 0) return 'more';
		if (failure === undefined) return this.limits.concernsHost(limits) ? 'fewer' : undefined;
		if (failure.kind !== 'failed') return undefined;
		return limits.hasPassed || !failure.isReached ? 'fewer' : undefined;
	}
}

import type { AddressLimits } from './addressLimits';
import type { SentCalls } from './pace';
import { RateLimiter, type Verdict, type Room } from './rateLimiter';
import { RecentCount } from './recentCount';
import { RequestSize } from './requestSize';

const SECOND_MS = 1000;

/** Fewest retries per second that rejected addresses are allowed, all together. */
const FEWEST_RETRIES = 25;

/** One call after the other tests whether a shared limit has room again; some may be rejected for their own reasons. */
const SHARED_PAUSE_MS = 250;

/**
 * When nothing has got through anywhere for the first of these, others are no longer the reason why an address is
 * rejected, and it need not wait longer than the second after the last time; both in milliseconds.
 */
const QUIET_MS = 1000;
const QUIET_PAUSE_MS = 1000;

/** How often in a row an address may be rejected while nothing gets through anywhere before that counts. */
const SHARED_PATIENCE = 5;

/** An address that is still rejected the third time is not waiting for others. */
const PATIENT_REFUSALS = 2;

/** A request as the limiters record it. */
export interface Reservation {
	own: SentCalls;
	shared: SentCalls;
}

/**
 * The rate limits of a host, which may apply to each address or to all of them together; it is unknown which. Rejected
 * calls are attributed to a limit of their address at first. But when none had got through there before, and one
 * does later, others had used the limit up: it is shared. An address at which nothing ever gets through has a
 * problem of its own, and changes nothing for the others.
 */
export class RateLimits {
	/** What is known about the size of requests applies to the host. */
	private readonly size = new RequestSize();

	private shared?: RateLimiter;

	/** A rejection where nothing ever got through: the next answer shows whether the shared limit was the reason. */
	private pendingRefusal?: { address: AddressLimits; sent: SentCalls; verdict: Verdict };

	/** When a call last got through anywhere. */
	private passedAt = -Infinity;

	private readonly addresses = new Set<AddressLimits>();

	private readonly passedLately = new RecentCount(SECOND_MS);

	/** Calls sent again to addresses that may have been rejected because of others. */
	private readonly retriedLately = new RecentCount(SECOND_MS);

	/** @returns how many of the calls that wait at an address may be sent in one request */
	room(address: AddressLimits, waiting: number, now: number): Room {
		if (address.askedUntil > now) return { notBefore: address.askedUntil };
		let calls = waiting;
		const quietAt = this.passedAt + QUIET_MS;
		if (address.isSuspect && this.shared !== undefined && address.refusals <= 4)
			address.limiter?.shortenPause(address.refusedAt + 2 * SHARED_PAUSE_MS);
		if (address.isSuspect && now >= quietAt && this.addresses.size > 1)
			address.limiter?.shortenPause(address.refusedAt + QUIET_PAUSE_MS);
		for (const limiter of this.limitersOf(address)) {
			const room = limiter.room(calls, now);
			if ('notBefore' in room && address.isSuspect && now < quietAt)
				return { notBefore: Math.min(room.notBefore, quietAt) };
			if ('notBefore' in room) return room;
			calls = room.calls;
		}
		if (!this.isRetried(address)) return { calls };
		const most = Math.max(FEWEST_RETRIES, this.passedLately.count(now));
		const left = most - this.retriedLately.count(now);
		if (left <= 0) return { notBefore: this.retriedLately.changesAt(now) };
		return { calls: Math.min(calls, left) };
	}

	/** Notes a wait that the server asks for at an address. */
	asked(address: AddressLimits, until: number): void {
		address.askedUntil = Math.max(address.askedUntil, until);
	}

	/** @returns when the waits that the server asked for are over */
	askedUntil(address: AddressLimits): number {
		return Math.max(address.askedUntil, this.shared?.askedUntil ?? -Infinity);
	}

	/** Notes that a number of calls is sent to an address now. */
	sent(address: AddressLimits, calls: number, now: number): Reservation {
		this.addresses.add(address);
		if (this.isRetried(address)) this.retriedLately.add(calls, now);
		const unlimited = { sentAt: now, calls, pace: Infinity };
		return {
			own: this.ownOf(address)?.sent(calls, now) ?? unlimited,
			shared: this.shared?.sent(calls, now) ?? unlimited,
		};
	}

	/** Notes what became of them; there is no verdict where the server did not say. */
	ended(
		address: AddressLimits,
		reservation: Reservation,
		verdict: Verdict | undefined,
		now: number,
	): void {
		if (verdict === undefined) {
			address.limiter?.lost(reservation.own, 'used');
			this.shared?.lost(reservation.shared, 'used');
			return;
		}
		const wasSuspect = address.isSuspect;
		if (verdict.passed < reservation.own.calls) this.noteRefused(address, reservation, now);
		else this.size.passed(verdict.passed);
		if (verdict.passed > 0) this.notePassed(address, verdict.passed, now);
		this.ownOf(address)?.ended(reservation.own, verdict, now);
		this.tellShared({ address, sent: reservation.shared, verdict }, wasSuspect, now);
	}

	private limitersOf(address: AddressLimits): RateLimiter[] {
		return [this.ownOf(address), this.shared].filter((each) => each !== undefined);
	}

	/**
	 * @param since when a call was sent for the first time or last rejected
	 * @returns whether nothing has got through at the address since then, and others are not the reason
	 */
	isStuck(address: AddressLimits, since: number): boolean {
		return address.passedAt < since && address.lastRefusalIsOwn;
	}

	/** @returns how often in a row calls to an address were rejected for what must be a reason of its own */
	ownRefusals(address: AddressLimits): number {
		return address.ownRefusals - (this.shared === undefined ? 0 : SHARED_PATIENCE);
	}

	/** @returns whether what happens at an address says something about its host */
	concernsHost(address: AddressLimits): boolean {
		return this.addresses.size === 1 || (this.shared !== undefined && address.hasPassed);
	}

	/** Where calls got through, a shared limit is the only one considered. */
	private ownOf(address: AddressLimits): RateLimiter | undefined {
		return this.shared !== undefined && address.hasPassed ? undefined : address.limiter;
	}

	/** If the limit turns out to be shared, not all of those it rejected may come back at once. */
	private isRetried(address: AddressLimits): boolean {
		const isPatient = address.isSuspect && address.refusals <= PATIENT_REFUSALS;
		return isPatient && this.shared === undefined && this.addresses.size > 1;
	}

	private notePassed(address: AddressLimits, calls: number, now: number): void {
		const wasRejectedForOthers = address.isSuspect || address.isStarved;
		address.passedAt = now;
		address.refusals = 0;
		address.ownRefusals = 0;
		address.isStarved = false;
		address.passedLately.add(calls, now);
		this.passedLately.add(calls, now);
		this.passedAt = now;
		const isAlone = this.addresses.size === 1;
		if (wasRejectedForOthers && !isAlone && this.shared === undefined) this.share(now);
	}

	/** Addresses were rejected so far by the limit they share, not for reasons of their own. */
	private share(now: number): void {
		this.shared = new RateLimiter(this.passedLately.count(now), now, this.size, SHARED_PAUSE_MS);
		for (const address of this.addresses) {
			address.refusals = 0;
			address.ownRefusals = 0;
			if (address.hasPassed) this.shared.pauseUntil(address.askedUntil);
			else address.limiter = undefined;
		}
	}

	private noteRefused(address: AddressLimits, { own }: Reservation, now: number): void {
		// What was in flight at the last rejection is part of it.
		if (own.sentAt > address.refusedAt) {
			address.refusals += 1;
			const othersPassed = this.passedAt > address.refusedAt;
			if (!othersPassed) address.ownRefusals += 1;
			address.lastRefusalIsOwn = !othersPassed && this.ownRefusals(address) > 0;
			address.isStarved ||=
				address.refusals > 1 && othersPassed && own.sentAt - address.passedAt > SECOND_MS;
			address.refusedAt = now;
		}
		address.limiter ??= new RateLimiter(address.passedLately.count(now), now, this.size);
	}

	private tellShared(
		report: { address: AddressLimits; sent: SentCalls; verdict: Verdict },
		wasSuspect: boolean,
		now: number,
	): void {
		const { shared, pendingRefusal } = this;
		if (shared === undefined) return;
		const { address, sent, verdict } = report;
		if (address.hasPassed || shared.isOfFirstBurst(sent)) {
			if (pendingRefusal !== undefined) shared.lost(pendingRefusal.sent, 'unused');
			this.pendingRefusal = undefined;
			shared.ended(sent, verdict, now);
		} else if (wasSuspect) {
			shared.lost(sent, 'used');
		} else if (shared.hasPassedBefore(sent)) {
			shared.ended(sent, verdict, now);
		} else if (shared.refusalsInARow > 0 || pendingRefusal !== undefined) {
			if (pendingRefusal !== undefined)
				shared.ended(pendingRefusal.sent, pendingRefusal.verdict, now);
			this.pendingRefusal = undefined;
			shared.ended(sent, verdict, now);
		} else {
			this.pendingRefusal = report;
		}
	}
}

import { Pace, type SentCalls } from './pace';
import { RequestSize } from './requestSize';

/** Calls for which there is room within this many milliseconds are sent together. */
const GATHER_MS = 20;

/** Longest pause that the server did not ask for, in milliseconds. */
const LONGEST_PAUSE_MS = 30_000;

/** Pauses, in milliseconds, while a server asks for no wait and accepts nothing; the last one doubles from then on. */
const PAUSES_MS = [50, 250, 700, 2000, 4000];

/** A bucket filled to more than this share by the end of a wait that the server asked for counts as full then. */
const NEARLY_FULL = 0.85;

/** Sums of fractions miss whole numbers by less than this. */
const ROUNDING = 1e-9;

/** What may be sent: a number of calls in one request now, or nothing before a time. */
export type Room = { calls: number } | { notBefore: number };

/** What became of the calls of a request. */
export interface Verdict {
	/** How many got through. */
	passed: number;
	/** The server rejected the request as a whole, not its calls one by one. */
	isWhole: boolean;
	/** The wait it asked for, in milliseconds. */
	retryAfterMs?: number;
}

/**
 * Keeps to what a server accepts, which is not known in advance. Created when calls are rejected for the first
 * time: from then on a token bucket lets calls through at a learned pace. While the server accepts nothing, one
 * call after the other tests it, after the wait it asked for or with growing pauses.
 *
 * All times are monotonic, in milliseconds.
 */
export class RateLimiter {
	/** How often in a row calls were rejected and nothing got through. */
	refusalsInARow = 0;

	/** Nothing is sent before this time. */
	private pausedUntil = -Infinity;

	/** When the last wait that the server itself asked for ends. */
	askedUntil = -Infinity;

	private pace: Pace;

	private tokens = 0;

	private filledAt: number;

	/** Most tokens that can gather: as many as the calls seen to get through at once. */
	private bucketSize: number;

	private refusesWhole = false;

	/** A single call that tests whether the server accepts anything again. */
	private probe?: SentCalls;

	private hasSent = false;

	private refusedAt = -Infinity;

	private lastSentAt = -Infinity;

	private inFlight: SentCalls[] = [];

	/**
	 * @param passedBefore calls that got through in the second before
	 * @param startedAt requests sent until then were sent before a limit was known
	 * @param size what is known about the size of requests
	 */
	constructor(
		passedBefore: number,
		private readonly startedAt: number,
		private readonly size: RequestSize,
		private readonly longestPauseMs = LONGEST_PAUSE_MS,
	) {
		this.bucketSize = passedBefore;
		this.filledAt = startedAt;
		this.pace = new Pace(passedBefore, undefined, -Infinity);
	}

	/** @returns how many of the calls that wait may be sent in one request */
	room(waiting: number, now: number): Room {
		if (now < this.pausedUntil) return { notBefore: this.pausedUntil };
		if (this.refusalsInARow > 0)
			return this.probe === undefined ? { calls: 1 } : { notBefore: Infinity };
		this.fill(now);
		const { perMs } = this.pace;
		const most = Math.min(waiting, this.size.most);
		const gathered = Math.floor(Math.min(this.most, perMs * GATHER_MS));
		const worthwhile = Math.max(1, Math.min(most, gathered));
		const missing = worthwhile - this.tokens;
		const notBefore = now + missing / perMs;
		if (missing > ROUNDING && notBefore > now) return { notBefore };
		const together = this.refusesWhole ? worthwhile : Math.floor(this.tokens + ROUNDING);
		return { calls: Math.min(most, Math.max(1, together)) };
	}

	/** Notes that a number of calls is sent now. */
	sent(calls: number, now: number): SentCalls {
		this.fill(now);
		this.tokens -= calls;
		if (this.lastSentAt < this.pausedUntil) this.pace.resumed(now);
		const sent = { sentAt: now, calls, pace: this.pace.perMs };
		if (this.refusalsInARow > 0) this.probe = sent;
		this.hasSent = true;
		this.lastSentAt = now;
		this.inFlight.push(sent);
		return sent;
	}

	/** Notes what became of a request; also of those that were sent before there was a limiter. */
	ended(sent: SentCalls, verdict: Verdict, now: number): void {
		const { sentAt, calls } = sent;
		const { passed, isWhole, retryAfterMs } = verdict;
		this.inFlight = this.inFlight.filter((each) => each !== sent);
		const isBurst = this.isOfFirstBurst(sent);
		const { throughput } = this.pace;
		if (sent === this.probe) this.probe = undefined;
		if (passed > 0) {
			throughput.accept(sentAt, passed);
			this.refusalsInARow = 0;
			if (isBurst) this.bucketSize += passed;
		}
		if (passed === calls) {
			if (this.refusesWhole) this.bucketSize = Math.max(this.bucketSize, calls);
			if (!isBurst) this.pace.increase(sent, now);
			return;
		}
		if (retryAfterMs !== undefined) this.pauseFor(retryAfterMs, now, true);
		if (calls > 1 && isWhole) this.refusesWhole = true;
		if (isBurst) this.endBurst(sent, verdict, now);
		else if (!this.refusesWhole || !this.size.refused(calls)) this.refused(sent, verdict, now);
	}

	/** Keeps to a wait the server asked for elsewhere. */
	pauseUntil(until: number): void {
		this.askedUntil = Math.max(this.askedUntil, until);
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** Ends a pause that the server did not ask for earlier. */
	shortenPause(until: number): void {
		this.pausedUntil = Math.max(this.askedUntil, Math.min(this.pausedUntil, until));
	}

	/** @returns whether calls got through since the server was last full, before a request was sent */
	hasPassedBefore({ sentAt }: SentCalls): boolean {
		return this.pace.throughput.acceptedUntil(sentAt) > 0;
	}

	/** @returns whether a request was sent before a limit was known */
	isOfFirstBurst({ sentAt }: SentCalls): boolean {
		return sentAt <= this.startedAt;
	}

	/** Notes a request whose end says nothing about the limit, and whether it may have used some of it. */
	lost(sent: SentCalls, tokens: 'used' | 'unused'): void {
		if (tokens === 'unused' && this.inFlight.includes(sent)) this.tokens += sent.calls;
		this.inFlight = this.inFlight.filter((each) => each !== sent);
		if (sent === this.probe) this.probe = undefined;
	}

	/** Until something is sent at a pace, each answer to the first burst says more about it. */
	private endBurst({ sentAt }: SentCalls, { retryAfterMs }: Verdict, now: number): void {
		if (this.hasSent) return;
		if (this.bucketSize === 0 && this.refusalsInARow === 0) {
			this.refusalsInARow = 1;
			if (retryAfterMs === undefined) this.pauseFor(PAUSES_MS[0], now, false);
		}
		const refusedAt = Math.max(this.pace.throughput.lastRefusedAt, sentAt);
		this.pace = new Pace(this.bucketSize, retryAfterMs, refusedAt);
		if (this.refusesWhole) this.size.begin();
		this.tokens = 0;
		this.filledAt = now;
	}

	private refused(sent: SentCalls, { passed, retryAfterMs }: Verdict, now: number): void {
		const { sentAt, calls } = sent;
		if (sentAt <= this.pace.throughput.lastRefusedAt) return;
		// After a pause, more tokens had gathered than the server's own limit allows.
		const passedAtOnce = this.pace.throughput.acceptedUntil(sentAt);
		const isAtOnce = (sentAt - this.pace.resumedAt) * sent.pace < 1;
		if ((isAtOnce || calls >= this.bucketSize) && passedAtOnce > 0)
			this.bucketSize = Math.min(this.bucketSize, passedAtOnce);
		const isPaceKnown = this.pace.decrease(sent, calls - passed, isAtOnce, now);
		// What was in flight at the last rejection is part of it.
		const isNew = !isPaceKnown && sentAt >= this.refusedAt;
		if (isNew) this.refusalsInARow += 1;
		if (sentAt >= this.refusedAt) this.refusedAt = now;
		const later = this.inFlight.filter((each) => each.sentAt > sentAt);
		const sentLater = later.reduce((sum, each) => sum + each.calls, 0);
		// The server had no room when the request came; what it has made room for since is partly used already.
		this.fill(now);
		const gathered = Math.min(this.most, this.pace.perMs * (now - sentAt) - sentLater);
		this.tokens = sentLater === 0 ? gathered : Math.min(this.tokens, gathered);
		if (isNew && (retryAfterMs === undefined || this.refusalsInARow > 1))
			this.pauseFor(this.ownPauseMs(retryAfterMs !== undefined), now, false);
		if (retryAfterMs !== undefined) {
			// When the wait is over there is room for a call.
			const gains = retryAfterMs * this.pace.perMs;
			if (sentLater === 0) this.tokens = Math.max(this.tokens, 1 - gains);
			// A bucket nearly full by then is filled at once, where the limit is one for each second.
			if (this.tokens + gains > NEARLY_FULL * this.most) this.tokens = this.most - gains;
		}
	}

	private pauseFor(milliseconds: number, now: number, isAsked: boolean): void {
		const until = now + milliseconds;
		if (now >= this.pausedUntil) this.pace.paused(milliseconds, isAsked);
		this.pausedUntil = Math.max(this.pausedUntil, until);
		if (isAsked) this.askedUntil = Math.max(this.askedUntil, until);
	}

	private get most(): number {
		return Math.max(1, this.bucketSize);
	}

	private fill(now: number): void {
		this.tokens = Math.min(this.most, this.tokens + (now - this.filledAt) * this.pace.perMs);
		this.filledAt = now;
	}

	/** A server that asked for a wait is given the benefit of the doubt once. */
	private ownPauseMs(isAsked: boolean): number {
		const step = this.refusalsInARow - (isAsked ? 2 : 1);
		const last = PAUSES_MS.length - 1;
		const beyond = Math.max(0, step - last);
		const pauseMs = PAUSES_MS[Math.min(step, last)] * 2 ** beyond;
		return Math.min(this.longestPauseMs, pauseMs);
	}
}

import { SECOND_MS } from './clock';
import { SLOW } from './concurrencyLimit';
import type { Gate } from './gate';
import { backoff } from './retryPolicy';

/** A pause is this share of the time for which nothing has got through. */
const PAUSED = 1 / 4;

/** A request that came to nothing. */
export interface Failure {
	sentAt: number;
	/** It was refused: somebody is there, and others may use up the limit. */
	isRefusal: boolean;
	/** Since when nothing got through any more. */
	since: number;
	/** The next probe comes no sooner than that, in milliseconds. */
	leastPauseMs: number;
}

/**
 * Opens when nothing gets through any more. A pause follows, and after it one request at a time probes whether that is
 * over (half-open); the longer it lasts, the longer the pauses. What comes to nothing while others get through opens
 * nothing. All times are monotonic, in milliseconds.
 */
export class CircuitBreaker implements Gate {
	/** Failures in a row; 0 while it is closed. */
	failures = 0;

	/** Whether the last failure was a refusal. */
	isRefusing = false;

	/** How long the last failure took, in milliseconds. */
	tookMs = 0;

	/** Since when nothing has got through. */
	failedSince = -Infinity;

	private failedAt = -Infinity;

	private answeredAt = -Infinity;

	private pausedUntil = -Infinity;

	/** When the last probe was sent, while it is in flight. */
	private probedAt = -Infinity;

	/** Whether requests fail, instead of being refused. */
	get isOut(): boolean {
		return this.failures > 0 && !this.isRefusing;
	}

	/** A probe holds others back until it should have failed as the one before. */
	notBefore(): number {
		if (this.failures === 0) return -Infinity;
		const lateMs = Math.max(backoff(1, 0), SLOW * this.tookMs);
		return Math.max(this.pausedUntil, this.probedAt + Math.min(SECOND_MS, lateMs));
	}

	/** A probe is a single call once a smaller batch has come to nothing as well: one may for reasons of its own. */
	capacity(): number {
		return this.isRefusing || this.failures > 1 ? 1 : Infinity;
	}

	/** @returns for how many milliseconds nothing has got through, counted from a time on if that is later */
	getLastedMs(since = -Infinity): number {
		return this.failures === 0 ? 0 : this.failedAt - Math.max(this.failedSince, since);
	}

	/** Notes a request. */
	sent(now: number): void {
		if (this.failures > 0) this.probedAt = now;
	}

	/** Notes the end of a request. */
	ended(sentAt: number): void {
		if (this.probedAt === sentAt) this.probedAt = -Infinity;
	}

	/** Notes that something got through. */
	answered(now: number): void {
		this.answeredAt = now;
		this.failures = 0;
		this.isRefusing = false;
		this.pausedUntil = -Infinity;
		this.probedAt = -Infinity;
	}

	/**
	 * Notes a request that came to nothing.
	 * @param random a number from 0 to 1
	 */
	failed(failure: Failure, random: number, now: number): void {
		const { sentAt, isRefusal, since, leastPauseMs } = failure;
		// A request sent before the last answer, or before it opened, says nothing new.
		if (sentAt < Math.max(this.answeredAt, this.failedSince)) return;
		// Faults that follow refusals are counted on their own: somebody answered until then.
		const isNew = this.failures === 0 || (this.isRefusing && !isRefusal);
		if (isNew) this.failedSince = since;
		this.failures = isNew ? 1 : this.failures + 1;
		this.isRefusing = isRefusal;
		this.failedAt = now;
		this.tookMs = now - sentAt;
		const usualMs = Math.max(backoff(1, random), PAUSED * this.getLastedMs(), leastPauseMs);
		// At least one probe in each second.
		this.pausedUntil = now + Math.min(usualMs, SECOND_MS * (1 - random / 2));
	}
}

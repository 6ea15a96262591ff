import { EMPTY, type Verdict } from './answerClass';

/** For this long after it failed, an endpoint comes after the others, in milliseconds. */
const LATELY_MS = 30_000;

/** How long an endpoint that rejects calls comes after the others where it does not say for how long; milliseconds. */
const LIMITED_MS = 1000;

/** The usual time of an endpoint before it has answered; milliseconds. */
const BEFORE_ANY_MS = 1000;

/** Answers come with jitter: waiting less than this for one would send calls for nothing; milliseconds. */
const LEAST_MS = 50;

/** Where answers hardly vary, many take as long as the slowest. */
const MARGIN = 1.1;

/** How many of the last answers show what is usual, and the share of them that is within it. */
const REMEMBERED = 200;
const USUAL = 0.95;

/** With fewer answers than this none is beyond 95 % of them. */
const ENOUGH = 1 / (1 - USUAL);

/** A call that was handed over to an endpoint and has not ended. */
export interface OpenCall {
	/** Calls it off: its answer is not needed any more, or it is {@link MOVED} on. */
	ending: AbortController;
	/** Not before every endpoint was asked once may it wait for a limit of this one. */
	keepsLimits: boolean;
	/** Earlier it came to nothing, maybe because of calls that were sent with it, so it goes alone. */
	isAlone: boolean;
	/** Whether it is in flight, and does not wait to be sent or sent again. */
	isUnderWay: boolean;
}

/** Passed as the reason where the next endpoint is to be asked instead. */
export const MOVED = 'moved';

/** Knowledge of a run about one endpoint. */
export class EndpointRecord {
	/** Methods that it cannot answer. */
	readonly notHere = new Set<string>();

	readonly open = new Set<OpenCall>();

	/** Before this time it rejects calls. */
	private limitedUntil = -Infinity;

	private failedAt = -Infinity;

	private answeredAt = -Infinity;

	private readonly tookMs: number[] = [];

	private tookAt = -Infinity;

	/** @returns whether it comes after others: it failed or rejected calls lately, is being probed, or lacks the method */
	isLast(method: string, now: number): boolean {
		const isLately = now - this.failedAt < LATELY_MS || this.open.size > 0;
		const hasFailed = this.failedAt > this.answeredAt && isLately;
		return hasFailed || this.limitedUntil > now || this.notHere.has(method);
	}

	/** How long to wait for it before another endpoint is asked as well, in milliseconds. */
	get usualMs(): number {
		const count = this.tookMs.length;
		if (count === 0) return BEFORE_ANY_MS;
		const sorted = [...this.tookMs].sort((a, b) => a - b);
		const usual = count < ENOUGH ? 2 * sorted[count - 1] : sorted[Math.ceil(USUAL * count) - 1];
		return Math.max(LEAST_MS, MARGIN * usual);
	}

	/**
	 * Notes how a call ended that was sent, and moves on those that would wait in vain.
	 * @param tookMs how long it took since it was handed over
	 * @param retryAfterMs for how long the endpoint asks to wait
	 */
	noteEnd({ class: found, state }: Verdict, tookMs: number, now: number, retryAfterMs = 0): void {
		if (found === 'cancelled') {
			// It would have taken longer still: left out, the usual time would shrink with each that is called off.
			if (tookMs <= this.usualMs) return;
			this.noteDuration(tookMs, now);
			this.failedAt = now;
		} else if (state === 'rateLimited') {
			this.limitedUntil = now + Math.max(LIMITED_MS, retryAfterMs);
			this.moveOn(({ keepsLimits }) => !keepsLimits);
		} else if (found === 'failure' || found === 'unclear') {
			if (state === EMPTY) return;
			this.failedAt = now;
			if (state !== 'rpcError') this.moveOn(() => true);
		} else {
			this.noteDuration(tookMs, now);
			this.answeredAt = now;
		}
	}

	/** The calls of a batch have one answer in common. */
	private noteDuration(tookMs: number, endedAt: number): void {
		if (endedAt === this.tookAt) return;
		this.tookAt = endedAt;
		this.tookMs.push(tookMs);
		if (this.tookMs.length > REMEMBERED) this.tookMs.shift();
	}

	private moveOn(concerns: (call: OpenCall) => boolean): void {
		for (const call of this.open) {
			if (call.isUnderWay || !concerns(call)) continue;
			this.open.delete(call);
			call.ending.abort(MOVED);
		}
	}
}

import type { RpcReply } from '../jsonRpc/rpcClient';
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

/** Knowledge of a run about one endpoint. All times are monotonic, in milliseconds. */
export class EndpointRecord {
	/** How many calls were handed over to it and have not ended. */
	open = 0;

	/** Methods that it cannot answer, and until when that counts. */
	private readonly unsupported = new Map<string, number>();

	/** Before this time it rejects calls. */
	private limitedUntil = -Infinity;

	/** When it failed, unless it has answered since. */
	private failedAt = -Infinity;

	private readonly tookMs: number[] = [];

	private tookAt = -Infinity;

	/** @returns whether it comes after others: it failed or rejected calls lately, is being probed, or lacks the method */
	isLast(method: string, now: number): boolean {
		const isLately = now - this.failedAt < LATELY_MS || this.open > 0;
		const hasFailed = this.failedAt > -Infinity && isLately;
		return (
			hasFailed || this.limitedUntil > now || (this.unsupported.get(method) ?? -Infinity) > now
		);
	}

	/** How long to wait for it before another endpoint is called as well, in milliseconds. */
	get usualMs(): number {
		const count = this.tookMs.length;
		if (count === 0) return BEFORE_ANY_MS;
		const sorted = [...this.tookMs].sort((a, b) => a - b);
		const usual = count < ENOUGH ? 2 * sorted[count - 1] : sorted[Math.ceil(USUAL * count) - 1];
		return Math.max(LEAST_MS, MARGIN * usual);
	}

	/**
	 * Notes how a call ended.
	 * @param from when it was handed over
	 */
	noteEnd(
		method: string,
		{ class: found, state, reply }: Verdict & { reply: RpcReply },
		from: number,
		now: number,
	): void {
		const { answer, attempts } = reply;
		// State that was pruned stays so; a block that it does not have yet comes.
		if (found === 'behind') this.unsupported.set(method, now + LATELY_MS);
		if (found === 'unsupported') this.unsupported.set(method, Infinity);
		if (attempts === 0) return;
		if (found === 'cancelled') {
			// Count it: dropping cancelled slow calls would bias the percentile down.
			if (now - from <= this.usualMs) return;
			this.noteDuration(now - from, now);
			this.failedAt = now;
		} else if (answer.kind === 'rateLimited') {
			this.limitedUntil = now + Math.max(LIMITED_MS, answer.retryAfterMs ?? 0);
		} else if (found === 'failure' || found === 'unclear') {
			if (state !== EMPTY) this.failedAt = now;
		} else {
			this.noteDuration(now - from, now);
			this.failedAt = -Infinity;
		}
	}

	/** The calls of a batch have one answer in common. */
	private noteDuration(tookMs: number, endedAt: number): void {
		if (endedAt === this.tookAt) return;
		this.tookAt = endedAt;
		this.tookMs.push(tookMs);
		if (this.tookMs.length > REMEMBERED) this.tookMs.shift();
	}
}

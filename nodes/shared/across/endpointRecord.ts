import { CircuitBreaker } from '../scheduler/circuitBreaker';
import type { AnswerClass } from './answerClass';

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
	/** Moves it on: it ends here at once. */
	move: () => void;
	/** Not before every endpoint was asked once may it wait for this one. */
	isMovable: boolean;
	/** Whether it may be taken back once it was sent. */
	isWrite: boolean;
	sentAt?: number;
	/** Whether it is in flight, and does not wait to be sent or sent again. */
	isUnderWay: boolean;
}

/** How a call ended. All times are monotonic, in milliseconds. */
export interface EndedCall {
	class: AnswerClass;
	state: string;
	sentAt: number;
	endedAt: number;
	/** How long it took since it was handed over. */
	tookMs: number;
	/** Nothing came in all the time that it had. */
	isTimeout: boolean;
	retryAfterMs?: number;
}

/** Knowledge of a run about one endpoint. */
export class EndpointRecord {
	/** Methods that it cannot answer. */
	readonly notHere = new Set<string>();

	readonly open = new Set<OpenCall>();

	/** Before this time it rejects calls. */
	limitedUntil = -Infinity;

	private readonly breaker = new CircuitBreaker();

	private failedAt = -Infinity;

	private answeredAt = -Infinity;

	private readonly tookMs: number[] = [];

	private tookAt = -Infinity;

	private probing?: Promise<void>;

	/** Whether nothing gets through, so that only single probes are sent. */
	get isDown(): boolean {
		return this.breaker.failures > 0;
	}

	get probe(): Promise<void> | undefined {
		return this.probing;
	}

	/** Before this time nothing is sent to it while it is down. */
	get pausedUntil(): number {
		return this.isDown ? this.breaker.notBefore : -Infinity;
	}

	/** @returns whether it comes after others: it failed or rejected calls lately, or lacks the method */
	isLast(method: string, now: number): boolean {
		const hasFailed = this.failedAt > this.answeredAt && now - this.failedAt < LATELY_MS;
		return (
			hasFailed ||
			this.limitedUntil > now ||
			(this.isDown && this.probing !== undefined) ||
			this.notHere.has(method)
		);
	}

	/** How long to wait for it before another endpoint is asked as well, in milliseconds. */
	get usualMs(): number {
		const count = this.tookMs.length;
		if (count === 0) return BEFORE_ANY_MS;
		const sorted = [...this.tookMs].sort((a, b) => a - b);
		const usual = count < ENOUGH ? 2 * sorted[count - 1] : sorted[Math.ceil(USUAL * count) - 1];
		return Math.max(LEAST_MS, MARGIN * usual);
	}

	/** Notes that a call is its probe; others wait for its end. */
	noteProbe(call: Promise<unknown>): void {
		const end = (): void => (this.probing = undefined);
		this.probing = call.then(end, end);
	}

	/** Notes how a call ended that was sent. */
	noteEnd({ sentAt, endedAt, tookMs, isTimeout, ...end }: EndedCall): void {
		if (end.class === 'cancelled') {
			// It would have taken longer still: left out, the usual time would shrink with each that is called off.
			if (tookMs > this.usualMs) this.noteDuration(tookMs, endedAt);
			return;
		}
		if (end.state === 'rateLimited') {
			this.limitedUntil = endedAt + Math.max(LIMITED_MS, end.retryAfterMs ?? 0);
			this.breaker.answered(endedAt);
			this.moveOn(({ isUnderWay }) => !isUnderWay);
			return;
		}
		const isFailure = end.class === 'failure' || end.class === 'unclear';
		if (isFailure && end.state !== 'empty') this.failedAt = endedAt;
		if (isFailure && end.state !== 'empty' && end.state !== 'rpcError') {
			this.breaker.failed(sentAt, 0, endedAt);
			if (this.isDown) this.moveOn(({ isUnderWay }) => isTimeout || !isUnderWay);
			return;
		}
		this.breaker.answered(endedAt);
		if (isFailure) return;
		this.noteDuration(tookMs, endedAt);
		this.answeredAt = endedAt;
	}

	/** Notes that another endpoint was faster than what was usual here. */
	noteSlow(sentAt: number, now: number): void {
		if (sentAt >= this.answeredAt) this.failedAt = now;
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
			const mayLeave = call.isMovable && (call.sentAt === undefined || !call.isWrite);
			if (!mayLeave || !concerns(call)) continue;
			this.open.delete(call);
			call.move();
		}
	}
}

import { minuteMs, type Clock } from '../clock.mts';
import { coreError, HttpError } from '../http/errors.mts';

/** Lets a number of requests per minute pass. */
export class Throttle {
	readonly #clock: Clock;
	readonly #perMinute: number;
	#passedAt: number[] = [];

	constructor(clock: Clock, perMinute: number) {
		this.#clock = clock;
		this.#perMinute = perMinute;
	}

	/** @throws HttpError 429 with Retry-After (seconds) when the last minute had its share */
	pass(): void {
		const now = this.#clock.now();
		// Times ahead of now are left over from before the clock was reset.
		this.#passedAt = this.#passedAt.filter((at) => at <= now && now - at < minuteMs);
		if (this.#passedAt.length >= this.#perMinute) {
			const seconds = Math.ceil((this.#passedAt[0] + minuteMs - now) / 1000);
			const message = `Request was throttled. Expected available in ${seconds} seconds.`;
			throw new HttpError(429, coreError(429, message).body, { 'retry-after': String(seconds) });
		}
		this.#passedAt.push(now);
	}

	/** Forgets what passed. */
	clear(): void {
		this.#passedAt = [];
	}
}

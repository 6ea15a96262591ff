import { sleep } from 'n8n-workflow';

/** Time, handed in from outside, so that what decides about it can be run in simulated time. */
export interface Clock {
	/** Monotonic time in milliseconds. */
	now(): number;
	/** What the clock of this machine shows, in milliseconds since 1970: for dates, never for durations. */
	wallMs(): number;
	/** Waits for a number of milliseconds, or until the signal fires. Never rejects. */
	sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** @returns a signal that fires after a number of milliseconds */
	timeout(milliseconds: number): AbortSignal;
}

/** Older versions of n8n cannot end a sleep early: no sleep outlives its purpose by more than this. */
const STEP_MS = 1000;

/** The time of this machine. */
export const systemClock: Clock = {
	now: () => performance.now(),
	wallMs: () => Date.now(),
	sleep: async (milliseconds, signal) => {
		const until = performance.now() + milliseconds;
		const fired = firing(signal);
		for (let left = milliseconds; left > 0 && !signal.aborted; left = until - performance.now()) {
			const step = sleep(Math.ceil(Math.min(left, STEP_MS)), signal);
			// Newer versions of n8n end it with an exception.
			await Promise.race([step, fired]).catch(() => undefined);
		}
	},
	// Timers count whole milliseconds and refuse fractions.
	timeout: (milliseconds) => AbortSignal.timeout(Math.ceil(milliseconds)),
};

/** One promise per signal: a listener per sleep would trip Node.js's warning about too many of them. */
const firings = new WeakMap<AbortSignal, Promise<void>>();

/** @returns a promise that is fulfilled when the signal fires, and stays pending otherwise */
export async function firing(signal: AbortSignal): Promise<void> {
	let known = firings.get(signal);
	if (known === undefined) {
		known = new Promise((resolve) => {
			if (signal.aborted) resolve();
			else signal.addEventListener('abort', () => resolve(), { once: true });
		});
		firings.set(signal, known);
	}
	await known;
}

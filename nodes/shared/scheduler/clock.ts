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
		// A signal of its own: n8n's sleep listens to it, and many listeners trip Node.js's warning.
		const end = new AbortController();
		const ended = firing(end.signal);
		const release = whenFired(signal, () => end.abort(FIRED));
		for (let left = milliseconds; left > 0 && !signal.aborted; left = until - performance.now()) {
			const step = sleep(Math.ceil(Math.min(left, STEP_MS)), end.signal);
			// Newer versions of n8n end it with an exception.
			await Promise.race([step, ended]).catch(() => undefined);
		}
		release();
	},
	// Timers count whole milliseconds and refuse fractions.
	timeout: (milliseconds) => AbortSignal.timeout(Math.ceil(milliseconds)),
};

/** Given as the reason, because Node.js otherwise makes an exception with a stack each time. */
const FIRED = 'fired';

/** What is to be done when a signal fires. One listener per signal serves all, however many sleep until then. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** @returns a promise that is fulfilled when the signal fires, and stays pending otherwise */
export async function firing(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		whenFired(signal, resolve);
	});
}

/** Does something once the signal fires, or at once where it has. @returns takes it back */
function whenFired(signal: AbortSignal, act: () => void): () => void {
	if (signal.aborted) {
		act();
		return () => undefined;
	}
	const acts = waiting.get(signal) ?? new Set();
	if (!waiting.has(signal)) {
		waiting.set(signal, acts);
		signal.addEventListener('abort', () => acts.forEach((each) => each()), { once: true });
	}
	acts.add(act);
	return () => acts.delete(act);
}

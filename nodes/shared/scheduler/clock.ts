import { sleep } from 'n8n-workflow';

/** A second, in milliseconds. Limits are given per second. */
export const SECOND_MS = 1000;

/** Time, passed in from outside, so that code that depends on it can be run in simulated time. */
export interface Clock {
	/** Monotonic time in milliseconds. */
	now(): number;
	/** The wall clock of this machine, in milliseconds since 1970: for dates, never for durations. */
	wallMs(): number;
	/** Waits for a number of milliseconds, or until the signal fires. Never rejects. */
	sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** @returns a signal that fires after a number of milliseconds */
	timeout(milliseconds: number): AbortSignal;
}

/** @returns a number from 0 to below 1, by chance; passed in from outside, so that a simulation can repeat a run */
export type Chance = () => number;

/** The chance of this machine. */
export const systemChance: Chance = () => Math.random();

/** The time of this machine. */
export const systemClock: Clock = {
	now: () => performance.now(),
	wallMs: () => Date.now(),
	sleep: async (milliseconds, signal) => {
		const until = performance.now() + milliseconds;
		// A signal of its own: n8n's sleep listens to it, and many listeners trigger Node.js's warning.
		const end = new AbortController();
		const ended = waitForAbort(end.signal);
		const release = onAbort(signal, () => end.abort(STOPPED));
		for (let left = milliseconds; left > 0 && !signal.aborted; left = until - performance.now()) {
			// Older versions of n8n cannot end a sleep early.
			const step = sleep(Math.ceil(Math.min(left, SECOND_MS)), end.signal);
			// Newer versions of n8n end it with an exception.
			await Promise.race([step, ended]).catch(() => undefined);
		}
		release();
	},
	// Timers take whole milliseconds and reject fractions.
	timeout: (milliseconds) => AbortSignal.timeout(Math.ceil(milliseconds)),
};

/** Passed as the reason of an abort, because Node.js otherwise creates an exception with a stack each time. */
export const STOPPED = 'stopped';

/** Actions for when a signal fires. One listener per signal serves all, however many sleeps wait for it. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** @returns a promise that is fulfilled when the signal fires, and stays pending otherwise */
export async function waitForAbort(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		onAbort(signal, resolve);
	});
}

/** Does something when the signal fires, at once if it has. @returns a function that undoes this */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
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

/** Rings at a time that may be changed until then; where it was put off, it may ring earlier as well. */
export class Alarm {
	/** A sleep is not ended for a later time, because times change with every answer. */
	private ringsAt = Infinity;

	private stop = new AbortController();

	constructor(
		private readonly clock: Clock,
		private readonly ring: () => void,
	) {}

	/** @param at monotonic time in milliseconds; `Infinity` for never */
	set(at: number): void {
		if (this.ringsAt <= at && at < Infinity) return;
		this.stop.abort(STOPPED);
		this.ringsAt = at;
		if (at === Infinity) return;
		this.stop = new AbortController();
		const { signal } = this.stop;
		void this.clock.sleep(Math.max(0, at - this.clock.now()), signal).then(() => {
			if (signal.aborted) return;
			this.ringsAt = Infinity;
			this.ring();
		});
	}
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than anything takes on a slow and busy machine, so that only what never comes is waited for in vain. */
const limitMs = 90_000;

/**
 * Waits until something is the case, and returns it.
 * @param look returns `undefined` as long as it is not
 * @throws Error that says what was waited for
 */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
	const deadline = performance.now() + limitMs;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (performance.now() > deadline) {
			throw new Error(`Waited ${limitMs / 1000} seconds in vain for this: ${what}`);
		}
		await sleep(150);
	}
}

import { sleep } from 'n8n-workflow';

/** One promise per signal: a listener per wait would trip Node.js's warning about too many of them. */
const cancellations = new WeakMap<AbortSignal, Promise<void>>();

/** @returns a promise that is fulfilled when the signal fires, and stays pending otherwise */
export async function cancellationOf(signal: AbortSignal): Promise<void> {
	let cancellation = cancellations.get(signal);
	if (cancellation === undefined) {
		cancellation = new Promise((resolve) => {
			if (signal.aborted) resolve();
			else signal.addEventListener('abort', () => resolve(), { once: true });
		});
		cancellations.set(signal, cancellation);
	}
	await cancellation;
}

/**
 * Waits, but stops waiting at once when the execution is cancelled.
 *
 * @param milliseconds how long
 * @returns `false` if it was cut short by the cancellation
 */
export async function wait(
	milliseconds: number,
	cancel: AbortSignal | undefined,
): Promise<boolean> {
	if (cancel === undefined) {
		await sleep(milliseconds);
		return true;
	}
	await Promise.race([sleep(milliseconds), cancellationOf(cancel)]);
	return !cancel.aborted;
}

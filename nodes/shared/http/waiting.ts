import { sleep } from 'n8n-workflow';

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
	if (cancel.aborted) return false;
	let stop = (): void => undefined;
	const cancelled = new Promise<void>((resolve) => {
		stop = resolve;
		cancel.addEventListener('abort', stop, { once: true });
	});
	await Promise.race([sleep(milliseconds), cancelled]);
	cancel.removeEventListener('abort', stop);
	return !cancel.aborted;
}

import type { OperationContext } from '../run/session';

/** Those that wake up within this time do so at once, in milliseconds, so that what they send can share a request. */
const STEP_MS = 20;

type Context = Pick<OperationContext, 'clock' | 'remember' | 'cancel'>;

/**
 * Waits, together with all others of the run that wait until about the same time. Timers of their own would wake them
 * one by one, and each would send its call alone.
 */
export async function sleepTogether(milliseconds: number, context: Context): Promise<void> {
	const { clock, remember, cancel } = context;
	const due = Math.ceil((clock.now() + milliseconds) / STEP_MS) * STEP_MS;
	const alarms = remember('across alarms', () => new Map<number, Promise<void>>());
	// Whoever set the alarm may have ended before it rang.
	while (clock.now() < due && !cancel.aborted) {
		let alarm = alarms.get(due);
		if (alarm === undefined) {
			alarm = clock.sleep(due - clock.now(), cancel).then(() => void alarms.delete(due));
			alarms.set(due, alarm);
		}
		await alarm;
	}
}

import { expect, it } from 'vitest';

import { StallTimer } from '../../../nodes/shared/http/stallTimer';
import { VirtualClock } from '../../simulation/support/virtualClock.mts';

/** When the signal of a timer of 60 s fires, in seconds; something moves at these times, and it is stopped at another. */
async function firesAt(movedAt: number[], stoppedAt = Infinity): Promise<number | undefined> {
	const clock = new VirtualClock();
	const timer = new StallTimer(clock, 60_000);
	let firedAt: number | undefined;
	timer.signal.addEventListener('abort', () => {
		firedAt = clock.now() / 1000;
	});
	const { signal } = new AbortController();
	const later = async (seconds: number, act: () => void): Promise<void> => {
		await clock.sleep(seconds * 1000, signal);
		act();
	};
	for (const seconds of movedAt) void later(seconds, timer.note);
	if (stoppedAt < Infinity) void later(stoppedAt, () => timer.stop());
	await clock.advance(1_000_000);
	timer.stop();
	return firedAt;
}

it.each([
	['at first', [], 60],
	['any more', [1, 59, 100], 160],
	['for long enough only after many parts', [50, 100, 150, 200, 250, 300], 360],
])('fires when nothing moves %s', async (_, movedAt, expected) => {
	expect(await firesAt(movedAt)).toBe(expected);
});

it('does not fire once it is stopped', async () => {
	expect(await firesAt([30], 89)).toBeUndefined();
});

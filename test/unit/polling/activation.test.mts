import { describe, expect, it } from 'vitest';

import { pollerInTime } from './poller.mts';

const MINUTE = 60_000;

/** A poller in simulated time. */
function polling(options: object = {}) {
	const own = pollerInTime({ confirmations: 2, ...options });
	/** Polls once a minute, and returns what was reported. */
	const plays = async (states: string) => {
		const items: unknown[] = [];
		for (const state of states.split(' ')) {
			own.sees({ observations: [{ id: 'a', name: 'Alpha', state }] });
			items.push(...((await own.poll()) ?? []));
			own.pass(MINUTE);
		}
		return items;
	};
	const isOff = (minutes: number): void => own.pass(minutes * MINUTE);
	return { ...own, plays, isOff };
}

const reactivated = { kind: 'an activation', minutes: 0, how: 'activate' } as const;
const paused = { kind: 'a gap of hours', minutes: 500, how: undefined } as const;

describe.each([reactivated, paused])('$kind', ({ minutes, how }) => {
	const interrupt = ({ activate, isOff }: ReturnType<typeof polling>): void => {
		isOff(minutes);
		if (how !== undefined) activate(how);
	};

	it('starts counts over: two disruptions, one before and one after, are none', async () => {
		const trigger = polling();
		expect(await trigger.plays('sunny sunny sunny sunny stormy')).toEqual([]);
		interrupt(trigger);
		expect(await trigger.plays('stormy sunny')).toEqual([]);
		expect(await trigger.plays('stormy stormy')).toMatchObject([{ confirmedAfter: 2 }]);
	});

	it('starts over what was down from the first observation and not reported', async () => {
		const trigger = polling({ options: { remindAfter: 30 } });
		expect(await trigger.plays('stormy '.repeat(20).trim())).toEqual([]);
		interrupt(trigger);
		expect(await trigger.plays('stormy '.repeat(30).trim())).toEqual([]);
		expect(await trigger.plays('stormy')).toMatchObject([
			{ kind: 'reminder', unhealthySeconds: 30 * 60 },
		]);
	});

	it('counts only the time that was watched as downtime, and says since when it was not', async () => {
		const trigger = polling();
		const [failure] = await trigger.plays('sunny sunny sunny stormy stormy');
		interrupt(trigger);
		const [recovery] = await trigger.plays('stormy sunny sunny');
		const { incidentId } = failure as { incidentId: string };
		expect(recovery).toMatchObject({ to: 'sunny', incidentId });
		const { unhealthySeconds, unmonitoredSince } = recovery as Record<string, unknown>;
		if (minutes === 0) expect(unmonitoredSince).toBeUndefined();
		else expect(unmonitoredSince).toBe('2026-01-01T00:04:00.000Z');
		// The gap itself, from the poll before it to the one after, is not counted.
		expect(unhealthySeconds).toBe(minutes === 0 ? 180 : 120);
	});
});

describe('a gap', () => {
	it.each([
		['three intervals', [60, 60, 60], 180, false],
		['more than three intervals', [60, 60, 60], 181, true],
		['the longer of two alternating intervals', [5, 5, 5, 45, 5, 5, 5, 45], 45, false],
		['one after a pause', [60, 60, 60, 60, 9000, 60], 181, true],
		['a few seconds', [1, 1, 1], 30, false],
		['the second one ever', [10], 60, false],
		['the third one, where the first was short', [10, 60], 60, false],
	])('of %s is a pause: %j %d s %s', async (_, gaps, seconds, isPause) => {
		const { plays, isOff } = polling();
		const last = gaps.length - 1;
		await plays('sunny');
		for (const [index, gap] of gaps.entries()) {
			isOff(gap / 60 - 1);
			await plays(index < last ? 'sunny' : 'stormy');
		}
		isOff(seconds / 60 - 1);
		// A state that was seen before a pause does not count.
		expect(await plays('stormy')).toHaveLength(isPause ? 0 : 1);
	});
});

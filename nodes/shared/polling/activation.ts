import { withoutCounts, type Incident, type Remembered } from './memory';
import type { PollKind } from './pollProcess';
import type { PollState } from './triggerMemory';

/** A gap of more than this many poll intervals is a pause; before an activation, a single missing poll is enough. */
const LONGEST_GAP = 3;
const LONGEST_BEFORE_ACTIVATION = 2;

/** Polls are never further apart than this because of their interval alone. Milliseconds. */
const SHORTEST_INTERVAL_MS = 10_000;

/** How many gaps are remembered, and from how many on one of them may have been a pause. */
const GAPS = 10;
const ENOUGH_GAPS = 5;

/**
 * Starts over what has to when the trigger was activated, or did not poll for more than three intervals: what was
 * seen before and not reported, and the time for which a reported object was not watched. When n8n starts, it goes on
 * with what was active; where it does not save each poll, nobody knows how long it was not running.
 *
 * @param isCurrent whether the state is what the last poll knew
 */
export function beginPoll(
	state: PollState,
	{ isActivation, isStart }: Pick<PollKind, 'isActivation' | 'isStart'>,
	isCurrent: boolean,
	now: number,
): PollState {
	const { polledAt = now, gaps, polls } = state;
	const gap = Math.max(0, now - polledAt);
	const isPause = gap > findLongestGap(gaps, isActivation);
	// What is between a poll and an activation is no interval.
	const isInterval = state.polledAt !== undefined && isCurrent && !isActivation;
	const startsOver = isActivation ? !isStart : isPause && isCurrent;
	const pause = isPause ? { since: polledAt, lengthMs: isCurrent ? gap : 0 } : undefined;
	const known = startsOver ? withoutCounts(state.memory) : state.memory;
	return {
		...state,
		memory: new Map(
			[...known].map(([id, object]) => [id, restartObject(object, pause, startsOver, now)]),
		),
		polledAt: now,
		...(isInterval && { gaps: [...gaps, gap].slice(-GAPS) }),
		...(isActivation && { spells: {} }),
		...(startsOver && { activatedAfter: polls }),
	};
}

/** Intervals can alternate, such as 10 s and 50 s; a single long gap among many is a pause and no interval. */
function findLongestGap(gaps: readonly number[], isActivation: boolean): number {
	if (gaps.length < 2 && !isActivation) return Infinity;
	const [longest = 0, next = longest] = [...gaps].sort((a, b) => b - a);
	const interval = Math.max(SHORTEST_INTERVAL_MS, gaps.length < ENOUGH_GAPS ? longest : next);
	return interval * (isActivation ? LONGEST_BEFORE_ACTIVATION : LONGEST_GAP);
}

function restartObject(
	object: Remembered,
	pause: Incident['notWatched'],
	startsOver: boolean,
	now: number,
): Remembered {
	const { incident } = object;
	if (incident === undefined) return object;
	if (incident.reportedAt === undefined)
		return startsOver ? { ...object, since: now, incident: { ...incident, began: now } } : object;
	if (pause === undefined) return object;
	const { since, lengthMs } = incident.notWatched ?? { since: pause.since, lengthMs: 0 };
	const notWatched = { since, lengthMs: lengthMs + pause.lengthMs };
	return { ...object, incident: { ...incident, notWatched } };
}

import { omit, omitUndefined } from '../text/json';
import { addWatchedTime } from './heartbeat';
import type { PollState } from './memory';
import type { WatchedObject } from './watchedObject';
import type { PollKind } from './pollKind';

/** A gap of more than this many poll intervals is a pause; before an activation, a single missing poll is enough. */
const LONGEST_GAP = 3;
const LONGEST_BEFORE_ACTIVATION = 2;

/** Polls are never further apart than this because of their interval alone. Milliseconds. */
const SHORTEST_INTERVAL_MS = 10_000;

/** How many gaps are remembered, and from how many on one of them may have been a pause. */
const GAPS = 10;
const ENOUGH_GAPS = 5;

/** What is known about the time since the last poll. Times are those of the `PollState`. */
export interface Resumption {
	/** When the poll begins. */
	now: number;
	/** When the last poll began, where this process knows that better than the state. */
	lastPolledAt?: number;
	/** Whether the state is what the last poll knew. */
	isCurrent: boolean;
}

/**
 * Prepares the state for a poll. Where the trigger was activated, or did not poll for more than three intervals, starts
 * over what was seen before and not reported, and the time for which a reported object was not watched does not count.
 * When n8n starts, it goes on with what was active; where it does not save each poll, nobody knows how long it was not
 * running.
 */
export function resume(
	state: PollState,
	kind: Pick<PollKind, 'isActivation' | 'isStart'>,
	resumption: Resumption,
): PollState {
	const { now, isCurrent } = resumption;
	const { isActivation } = kind;
	const { polledAt, gap, isPause, startsOver, watchedMs } = measureGap(state, kind, resumption);
	const pause = { since: polledAt, lengthMs: isGapKnown(resumption) ? gap : 0 };
	const restart = (known: WatchedObject): WatchedObject => {
		// Observations that were not reported were saved by chance, together with another object's report. Those of the
		// polls after that are lost, so they are not reliable.
		const object = isCurrent && !startsOver ? known : withoutCounts(known);
		if (startsOver) return withPause(beginAgain(object, now), isPause ? pause : undefined);
		return withPause(object, isPause ? pause : undefined);
	};
	const memory = new Map([...state.memory].map(([id, object]) => [id, restart(object)]));
	// The time between a poll and an activation is no interval.
	const isInterval = polledAt > 0 && isCurrent && !isActivation;
	const { gaps, outages, heartbeat } = state;
	return omitUndefined({
		...state,
		memory,
		polledAt: now,
		gaps: isInterval ? [...gaps, gap].slice(-GAPS) : gaps,
		outages: isActivation || !isCurrent ? {} : outages,
		heartbeat: heartbeat && addWatchedTime(heartbeat, watchedMs),
	});
}

/** The time between the last poll and this one. */
interface Gap {
	/** When the last poll began. */
	polledAt: number;
	/** Milliseconds. */
	gap: number;
	/** Whether the trigger did not poll for longer than usual. */
	isPause: boolean;
	/** Whether what was seen before and not reported starts over. */
	startsOver: boolean;
	/** As much of it as was watched, in milliseconds: a process that ended had counted the time since what was saved. */
	watchedMs: number;
}

function measureGap(
	state: PollState,
	{ isActivation, isStart }: Pick<PollKind, 'isActivation' | 'isStart'>,
	resumption: Resumption,
): Gap {
	const { now, lastPolledAt, isCurrent } = resumption;
	const polledAt = lastPolledAt ?? state.polledAt;
	const gap = Math.max(0, now - polledAt);
	const isPause = gap > findLongestGap(state.gaps, isActivation);
	const isWatched = isCurrent && lastPolledAt === undefined && !isPause;
	return {
		polledAt,
		gap,
		isPause,
		startsOver: isActivation ? !isStart : isPause && isGapKnown(resumption),
		watchedMs: isWatched ? gap : 0,
	};
}

function isGapKnown({ isCurrent, lastPolledAt }: Resumption): boolean {
	return isCurrent || lastPolledAt !== undefined;
}

/** @returns an object without the observations that were not reported */
function withoutCounts(object: WatchedObject): WatchedObject {
	const { status } = object;
	const known = omit(object, 'streak', 'trouble');
	if (status === 'pending') return { ...known, status: 'ok' };
	return status === 'recovering' ? { ...known, status: 'firing' } : known;
}

/** @returns an object of which nothing unreported counts: an unhealthy one that was never reported begins now */
function beginAgain(object: WatchedObject, now: number): WatchedObject {
	const known = omit(object, 'window', 'ended');
	const { incident } = known;
	if (incident === undefined || incident.reportedAt !== undefined) return known;
	return { ...known, since: now, incident: { ...incident, began: now } };
}

/** @returns an object whose incident, if it was reported, lasts over a pause */
function withPause(
	object: WatchedObject,
	pause: { since: number; lengthMs: number } | undefined,
): WatchedObject {
	const { incident } = object;
	if (pause === undefined || incident?.reportedAt === undefined) return object;
	const { since, lengthMs } = incident.unmonitored ?? { since: pause.since, lengthMs: 0 };
	const unmonitored = { since, lengthMs: lengthMs + pause.lengthMs };
	return { ...object, incident: { ...incident, unmonitored } };
}

/**
 * @returns the longest time between two polls that is no pause. Intervals can alternate, such as 10 s and 50 s; a single
 * long gap among many is a pause and no interval
 */
export function findLongestGap(gaps: readonly number[], isActivation: boolean): number {
	if (gaps.length < 2 && !isActivation) return Infinity;
	const [longest = 0, next = longest] = [...gaps].sort((a, b) => b - a);
	const interval = Math.max(SHORTEST_INTERVAL_MS, gaps.length < ENOUGH_GAPS ? longest : next);
	return interval * (isActivation ? LONGEST_BEFORE_ACTIVATION : LONGEST_GAP);
}

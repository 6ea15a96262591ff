import type { Spells } from './spells';
import type { EventNotes } from './watchEvent';

/** Observations in a row that found the same state. */
export interface Streak {
	state: string;
	since: number;
	/** How many there were. */
	seen: number;
	/** When the last of them led to a report; those that follow are another streak. */
	reportedAt?: number;
	/** It was saved and read again: it counts for confirmation, but not for flapping. */
	isSaved?: true;
}

/** A time in which an object is unhealthy, from the first observation of that to its recovery. */
export interface Incident {
	began: number;
	/** Distinguishes it from the other incidents of the object, where that does not follow from when it began. */
	key?: string;
	/** When there was last an item about it; absent where there was none. */
	reportedAt?: number;
	/** In how many observations that was confirmed. */
	seen?: number;
	/** Whether the object was seen healthy before it: otherwise nobody knows when it really began. */
	isWhole?: true;
	/** The last poll before a pause within it, and how long it was certainly not watched, in milliseconds. */
	notWatched?: { since: number; lengthMs: number };
}

/** Memory of one object between polls. Holds no secrets. Times are those of its `PollState`. */
export interface Remembered {
	name: string;
	/** The state that was last reported, or the first one seen. */
	state: string;
	since: number;
	/** The incident it is in, while that state is an unhealthy one. */
	incident?: Incident;
	/** Key of the incident before, while it is healthy. */
	lastIncident?: string;
	/** The latest observations, the last streak last. */
	streaks?: readonly Streak[];
	/** Number of the poll that last checked it. */
	checkedIn?: number;
}

/** Everything remembered, by object id. */
export type Memory = ReadonlyMap<string, Remembered>;

/**
 * Knowledge of a trigger between its polls. Its times are in milliseconds since 1970 of a clock that is never set:
 * `clockSetMs` says how far the wall clock is ahead of it.
 */
export interface PollState {
	/** The event the memory belongs to; absent before the first poll. */
	event?: string;
	/** The fields that selected its objects. */
	selection?: string;
	memory: Memory;
	notes: EventNotes;
	/** Since when polls cannot check, and for which reasons. */
	spells: Spells;
	/** Polls that checked. */
	polls: number;
	/** How many of them there were when the trigger was last activated. */
	activatedAfter: number;
	/** When the last poll began, or this one; 0 before the first. */
	polledAt: number;
	/** How long it was between the last polls, in milliseconds. */
	gaps: readonly number[];
	clockSetMs: number;
}

/** @returns a state in which nothing is known */
export function createEmptyState(): PollState {
	return {
		...{ memory: new Map(), notes: {}, spells: {}, gaps: [] },
		...{ polls: 0, activatedAfter: 0, polledAt: 0, clockSetMs: 0 },
	};
}

/** @returns the streaks at the end of a list whose states match */
export function takeLast(
	streaks: readonly Streak[],
	matches: (state: string) => boolean,
): readonly Streak[] {
	let from = streaks.length;
	while (from > 0 && matches(streaks[from - 1].state)) from -= 1;
	return streaks.slice(from);
}

/**
 * @returns what is saved of an object: of its streaks, those that count for the next report, as two at most, so that its
 * size does not depend on how many observations have to confirm a state
 */
export function toSaved({ streaks = [], ...object }: Remembered): Remembered {
	const { state: reported, incident } = object;
	const last = streaks.at(-1)?.state;
	const pending = takeLast(
		streaks,
		(state) => state !== reported && (incident === undefined || state === last),
	);
	const latest = takeLast(pending, (state) => state === last);
	const earlier = pending.slice(0, pending.length - latest.length);
	const joined = [earlier, latest].filter((each) => each.length > 0).map(joinStreaks);
	if (joined.length === 0) return object;
	return { ...object, streaks: joined.map((streak) => ({ ...streak, isSaved: true })) };
}

/** @returns streaks that follow each other as a single one, with the last of their states */
export function joinStreaks(streaks: readonly Streak[]): Streak {
	const [{ since }, { state }] = [streaks[0], streaks[streaks.length - 1]];
	return { state, since, seen: streaks.reduce((sum, { seen }) => sum + seen, 0) };
}

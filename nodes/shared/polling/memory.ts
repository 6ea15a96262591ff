/** Looks in a row that found another state than the one last reported. Times are {@link EvenTime}. */
export interface Streak {
	/** The state found last, since when, and how often in a row. */
	state: string;
	since: number;
	seen: number;
	/** Since when, and how often in a row, the object was in trouble of whatever kind. */
	troubleSince: number;
	troubleSeen: number;
}

/** Changes between well and not well, and reports, within the last looks. */
export interface RecentLooks {
	wasGood: boolean;
	/** How many looks there were. */
	looks: number;
	/** Which of them found a change, and when that was. */
	changes: readonly RecentLook[];
	/** Which of them led to a report. */
	reports: readonly RecentLook[];
	/** The look that found the last change, or the first one, and when that was. */
	changedIn: number;
	calmSince: number;
}

/** One of the last looks, by its number, and when it was. */
export interface RecentLook {
	look: number;
	at: number;
}

/** A time in which an object is not well, from the first look that found it so to its recovery. */
export interface Incident {
	/** Distinguishes it from the other incidents of the object, also after a restart. */
	key: string;
	began: number;
	/** When there was last an item about it; absent where there was none. */
	toldAt?: number;
	/** Whether the object was seen well before it: otherwise nobody knows when it really began. */
	isWhole?: true;
	/** The last poll before a pause within it, and how long it was certainly not watched, in milliseconds. */
	notWatched?: { since: number; lengthMs: number };
}

/** What is remembered of one object between polls. Holds no secrets. */
export interface Remembered {
	name: string;
	/** The state that was last reported, or the first one seen. */
	state: string;
	since: number;
	/** The incident it is in, while that state is not a good one. */
	incident?: Incident;
	/** Key of the incident before, while it is well. */
	lastIncident?: string;
	period?: string;
	streak?: Streak;
	/** Results of the last looks. */
	recent?: RecentLooks;
	/** Number of the poll that last checked it. */
	lookedIn?: number;
}

/**
 * Most objects a trigger watches. n8n saves all of them with each report, and under some schedulers with each poll:
 * that stays below a megabyte.
 */
export const MOST_OBJECTS = 5000;

/** Everything remembered, by object id. */
export type Memory = ReadonlyMap<string, Remembered>;

/** @returns the memory without what was seen but not reported */
export function withoutCounts(memory: Memory): Memory {
	return new Map(
		[...memory].map(([id, object]) => [id, { ...object, streak: undefined, recent: undefined }]),
	);
}

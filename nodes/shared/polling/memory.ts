import type { Moment } from './moment';

/** Looks in a row that found the same, or at least no better. */
export interface Streak {
	since: Moment;
	seen: number;
}

/** A state that has been seen, but not often enough to be reported. */
export interface Pending extends Streak {
	state: string;
}

/** Changes between well and not well, within the last looks. */
export interface RecentLooks {
	wasGood: boolean;
	/** How many looks there were. */
	looks: number;
	/** Which of them found a change, and when that was. */
	changes: ReadonlyArray<{ look: number; at: Moment }>;
	/** The look that found the last change, or the first one, and when that was. */
	changedIn: number;
	calmSince: Moment;
}

/** What is remembered of one object between polls. Holds no secrets. */
export interface Remembered {
	name: string;
	/** The state that was last reported, or the first one seen. */
	state: string;
	since: Moment;
	/** When the object left its good state, until it returns to it. */
	downSince?: Moment;
	/** When it was last reported that the object is not well; absent where that was never reported. */
	toldAt?: Moment;
	period?: string;
	pending?: Pending;
	/** Looks in a row that found it in trouble, of whatever kind, while it was last reported to be well. */
	trouble?: Streak;
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

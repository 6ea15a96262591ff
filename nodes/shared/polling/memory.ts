/** Observations in a row that found another state than the one last reported. */
export interface Streak {
	/** Since when, and how often in a row, the object was unhealthy in whatever state, or healthy. */
	since: number;
	seen: number;
	/** The state found last, since when, and how often in a row. */
	state: string;
	stateSince: number;
	stateSeen: number;
}

/** An observation of an object, by its number, and when it was. */
export interface Mark {
	number: number;
	at: number;
}

/** Changes between healthy and unhealthy, and reports, within the last observations. */
export interface ChangeHistory {
	/** Number of the last observation, and what it found. */
	number: number;
	healthy: boolean;
	changes: readonly Mark[];
	reports: readonly Mark[];
	/** The last change, or what counts as one. */
	calmSince: Mark;
}

/** A time in which an object is unhealthy, from the first observation of that to its recovery. */
export interface Incident {
	/** Distinguishes it from the other incidents of the object, also after a restart. */
	key: string;
	began: number;
	/** When there was last an item about it; absent where there was none. */
	reportedAt?: number;
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
	period?: string;
	streak?: Streak;
	/** Known only to the process that saw it. */
	history?: ChangeHistory;
	/** Number of the poll that last checked it. */
	checkedIn?: number;
}

/** Everything remembered, by object id. */
export type Memory = ReadonlyMap<string, Remembered>;

/** @returns the memory without what was seen but not reported */
export function withoutCounts(memory: Memory): Memory {
	return new Map(
		[...memory].map(([id, object]) => [id, { ...object, streak: undefined, history: undefined }]),
	);
}

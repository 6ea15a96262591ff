import type { Flaps, FlappingWindow } from './flapping';

/** State that is reported of an object which goes back and forth between healthy and unhealthy. */
export const FLAPPING = 'flapping';

/** State that is reported of an object with an incident which is no longer watched. */
export const UNMONITORED = 'unmonitored';

/**
 * What is known of an object: it was reported healthy, or first seen so (`ok`), and an unhealthy state is not confirmed
 * yet (`pending`); it was reported unhealthy, or first seen so (`firing`), and its recovery is not confirmed yet
 * (`recovering`); it was reported to be `flapping`.
 */
export type Status = 'ok' | 'pending' | 'firing' | 'recovering' | 'flapping';

/** What an item says about its incident. */
export type Kind = 'opened' | 'changed' | 'reminder' | 'flapping' | 'ended';

/** Observations in a row. */
export interface Run {
	since: number;
	/** How many there were. */
	seen: number;
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
	unmonitored?: { since: number; lengthMs: number };
}

/** Memory of one object between polls. Holds no secrets. Times are those of its `PollState`. */
export interface WatchedObject {
	name: string;
	status: Status;
	/** The state that was last reported, or the first one seen. */
	state: string;
	since: number;
	/** The latest observations, all of one state. */
	streak?: Run & { state: string };
	/** The latest observations that found it unhealthy, in whatever state, while it is not in an incident. */
	trouble?: Run;
	/** The incident it is in. */
	incident?: Incident;
	/** The one that ended last, which flapping continues as long as its end counts for flapping. */
	ended?: Incident & { endedAt: number };
	/** The latest observations, as far as they count for flapping. */
	window?: FlappingWindow;
	/** Number of the poll that last checked it. */
	checkedIn?: number;
	/** Since when nothing is reported about it, as long as there may be something to report when that ends. */
	quietSince?: number;
	/** The end of its incident, which is reported when the quiet time ends. */
	held?: Report;
}

/** A state that is to be reported. Times are those of a `PollState`. */
export interface Report {
	kind: Kind;
	/** `null` where the object is seen for the first time. */
	from: string | null;
	to: string;
	since: number;
	/** In how many observations it was confirmed. */
	confirmedAfter: number;
	/** How often it changed, where it flaps. */
	flaps?: Flaps;
	/** The incident it belongs to, and when that ended; absent where it belongs to none. */
	incident?: Incident & { key: string; endedAt?: number };
	/** When the quiet time began that it waited for. */
	quietSince?: number;
}

import type { Problem } from '../text/problem';

/** State of an object that certainly no longer exists; reported once, then forgotten. */
export const DELETED = 'deleted';

/** Observation of one object in a poll. */
export interface Observation {
	id: string;
	name: string;
	/** The part of the object that is watched, such as its status; {@link DELETED} when it is gone. */
	state: string;
	/** Why it is in this state, in words that follow a colon; absent where there is nothing to explain. */
	reason?: string;
	/** The name of its chain, where that is known. */
	chain?: string;
	/** The sentence about it, where the state of the object alone does not make one. */
	summary?: string;
	/** It counts as healthy before when nothing is remembered about it. */
	wasHealthy?: boolean;
	/** Further facts for the item that reports a change. */
	facts?: Record<string, unknown>;
	/** Something that could not be confirmed about it, although it counts as healthy. */
	doubt?: string;
	/** The platform says that it is in maintenance. */
	isInMaintenance?: boolean;
}

/** Notes that an event stores between polls. Hold no secrets. */
export type EventNotes = Readonly<Record<string, string | number>>;

/**
 * Most objects a trigger watches. n8n saves all of them with each report, and under some schedulers with each poll:
 * that stays below a megabyte, or two where all of them fail.
 */
export const MOST_OBJECTS = 5000;

/** Why an object was not checked before its poll had to end. */
export const NO_TIME = 'the poll ran out of time, or the endpoint was rate limiting';

/** Everything a poll saw. An object that is neither observed nor unknown is no longer watched. */
export interface Snapshot {
	observations: Observation[];
	/** Why objects that exist, or may exist, could not be checked this time, by id, where that is no usual reason. */
	unknown: Map<string, string | undefined>;
	/** How many are not watched, because there are too many. */
	beyond?: number;
	/** Objects that were chosen but cannot be watched: the reason, by id. */
	unwatched?: ReadonlyMap<string, string>;
	/** Why this counts as a poll that failed, although something was observed: a list that could not be read. */
	problem?: Problem;
	/** Stored for the next poll, with the rest. */
	notes?: EventNotes;
	/** None of the remembered objects is among these: the credential gives access to others, or their states start over. */
	isElsewhere?: boolean;
}

/** How many calls were sent, repetitions included, and how many of them were rejected. */
export interface Tally {
	sent: number;
	rejected: number;
}

/** The last probe of an endpoint, as far as it matters for how the next one is made. */
export interface LastProbe {
	/** When it was last sent a call; monotonic time in milliseconds. */
	askedAt?: number;
	/** What became of the calls it was sent lately; those of earlier polls count less. */
	tally?: Tally;
	/** How likely others at its host explain all rejections since it was last answered: the logarithm of that. */
	chance?: number;
	/** Whether nothing was sent because it, or its host, asked for a wait. */
	isWaiting?: boolean;
	isUnreachable?: boolean;
	/** The code of Node.js for why no connection to it was made, where nothing else came of the probe. */
	networkCode?: string;
	/** Whether it was asked in vain, for lack of time or because others had used up a limit: it comes first next time. */
	isOverdue?: boolean;
	/** Whether it, with others that rejected calls, took up a poll: it comes last until it does not reject one. */
	isLast?: boolean;
}

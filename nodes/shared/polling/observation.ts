/** State of an object that certainly no longer exists; reported once, then forgotten. */
export const DELETED = 'deleted';

/** Observation of one object in a poll. */
export interface Observation {
	id: string;
	name: string;
	/** The part of the object that is watched, such as its status; {@link DELETED} when it is gone. */
	state: string;
	/** Where states start over, such as in each billing period: the period they belong to. */
	period?: string;
	/** It counts as healthy before when nothing is remembered about it. */
	wasHealthy?: boolean;
	/** Further facts for the item that reports a change. */
	facts?: Record<string, unknown>;
	/** Something that could not be confirmed about it, although it counts as healthy. */
	doubt?: string;
}

/** Notes that an event stores between polls. Hold no secrets. */
export type EventNotes = Readonly<Record<string, string | number>>;

/**
 * Most objects a trigger watches. n8n saves all of them with each report, and under some schedulers with each poll:
 * that stays below a megabyte, or two where all of them fail.
 */
export const MOST_OBJECTS = 5000;

/** Why an object was not checked before its poll had to end. */
export const NO_TIME = 'there was no time, or calls were rejected because there were too many';

/** Everything a poll saw. An object that is neither observed nor unknown is no longer watched. */
export interface Snapshot {
	observations: readonly Observation[];
	/** Why objects that exist, or may exist, could not be checked this time, by id, where that is no usual reason. */
	unknown: ReadonlyMap<string, string | undefined>;
	/** How many are not watched, because there are too many. */
	beyond?: number;
	/** Objects that were chosen but cannot be watched: the reason, by id. */
	unwatched?: ReadonlyMap<string, string>;
	/** Stored for the next poll, with the rest. */
	notes?: EventNotes;
	/** The credential gives access to other objects than before: none of the remembered ones is among them. */
	isElsewhere?: boolean;
}

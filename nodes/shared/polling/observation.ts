import { Problem } from '../text/problem';

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

/** Everything a poll saw. An object that is neither observed nor unknown is no longer watched. */
export interface Snapshot {
	observations: readonly Observation[];
	/** Objects that exist, or may exist, and could not be checked this time. */
	unknown: ReadonlySet<string>;
	/** How many of them were not reached before the poll had to end. */
	cutOff?: number;
	/** Why others of them could not be checked, by id. */
	unread?: ReadonlyMap<string, string>;
	/** How many are not watched, because there are too many. */
	beyond?: number;
	/** Objects that were chosen but cannot be watched: the reason, by id. */
	unwatched?: ReadonlyMap<string, string>;
	/** Stored for the next poll, with the rest. */
	notes?: EventNotes;
	/** The credential gives access to other objects than before: none of the remembered ones is among them. */
	isElsewhere?: boolean;
}

/**
 * Passes on what a poll saw.
 * @throws Problem when it could check none of what is watched: such a poll has failed
 */
export function withAnythingSeen(snapshot: Snapshot): Snapshot {
	const { observations, cutOff = 0, unread = new Map() } = snapshot;
	const count = cutOff + unread.size;
	if (observations.length > 0 || count === 0) return snapshot;
	const [reason = 'there was no time, or calls were rejected because there were too many'] =
		unread.values();
	throw new Problem(`None of ${count} objects could be checked: ${reason}`, {
		isNetworkFault: true,
		hint: 'If this continues, watch fewer endpoints of a host, or poll at longer intervals',
	});
}

/** @param milliseconds how long it was tried */
export function makeNotReadProblem(milliseconds: number): Problem {
	return new Problem(`The lists could not be read within ${Math.round(milliseconds / 1000)} s`, {
		isNetworkFault: true,
		hint: 'Watch a project or chosen objects instead of all',
	});
}

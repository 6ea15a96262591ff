import type { OperationContext } from '../run/operationContext';
import type { RetryOptions } from '../scheduler/retryPolicy';
import type { Property, ValuesOf } from '../values/field';
import type { Memory, PollState } from './memory';
import type { LiveTrigger } from './pollProcess';
import { levelFields, stateFields, type ReportRules } from './reporting';

/** State of an object that certainly no longer exists; reported once, then forgotten. */
export const DELETED = 'deleted';

/** Observation of one object in a poll. */
export interface Observation {
	id: string;
	name: string;
	/** The part of the object that is watched, such as its status; {@link DELETED} when it is gone. */
	state: string;
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
	/** Stored for the next poll, with the rest. */
	notes?: EventNotes;
	/** None of the remembered objects is among these: the credential gives access to others, or their states start over. */
	isElsewhere?: boolean;
}

/** The last probe of an endpoint, as far as it matters for how the next one is made. */
export interface LastProbe {
	/** In how many polls in a row it was rejected because there were too many calls. */
	rejectedPolls?: number;
	/** Until when it asked to wait; monotonic time in milliseconds. */
	waitsUntil?: number;
	isUnreachable?: boolean;
	/** Whether it was rejected, perhaps because others had used up the limit of its host: it comes first the next time. */
	isOverdue?: boolean;
}

/** A poll, as an event sees it: with what the trigger knows of its objects, and what the event noted in the last one. */
export interface Poll extends Pick<PollState, 'activatedAfter' | 'memory' | 'notes' | 'polls'> {
	context: OperationContext;
	trigger: Pick<LiveTrigger, 'failedLookUps' | 'lastProbes' | 'networks'>;
	/** How long it may take, in milliseconds. */
	pollMs: number;
	probeOptions: RetryOptions;
	mostObjects: number;
	/** The part of the memory that was selected in the same way. */
	known: Memory;
}

/**
 * @returns objects in the order in which they are to be asked: those checked longest ago first. Those whose look-up gave
 * no answer the last time come last, so that a few which hang do not hold back all others for ever
 */
export function sortByAge<T extends { id: string }>(
	objects: readonly T[],
	{ memory, trigger: { failedLookUps } }: Poll,
): T[] {
	// An object that was checked after a failed look-up, because a list has it again, is as old as that check.
	const askedIn = ({ id }: T): number =>
		Math.max(failedLookUps.get(id) ?? -1, memory.get(id)?.checkedIn ?? -1);
	return [...objects].sort((a, b) => askedIn(a) - askedIn(b));
}

/** @returns no more objects than can be remembered; those already remembered stay */
export function limitObjects<T extends { id: string }>(
	objects: readonly T[],
	{ memory, mostObjects }: Poll,
): T[] {
	if (objects.length <= mostObjects) return [...objects];
	const isNew = ({ id }: T): number => Number(!memory.has(id));
	return [...objects].sort((a, b) => isNew(a) - isNew(b)).slice(0, mostObjects);
}

/** @returns whether an object was seen since activation, or a failure of it was reported that has not ended */
export function isWatched(id: string, { memory, activatedAfter }: Poll): boolean {
	const { checkedIn = 0, incident } = memory.get(id) ?? {};
	return checkedIn > activatedAfter || incident?.reportedAt !== undefined;
}

/** An event as it is written: its values are typed from its properties. */
export interface WatchEventDefinition<P extends readonly Property[], Values = Readonly<ValuesOf<P>>>
	extends Pick<ReportRules, 'healthyState' | 'isLevel'> {
	/** Title Case: the name that the dropdown shows. */
	name: string;
	/** Stored in workflows, and given in each item. */
	value: string;
	description: string;
	properties: P;
	/** Names of the fields that select objects: with another value, those that are selected again stay known. */
	selection?: readonly string[];
	/** The observation that a manual test shows, where that is not simply the current state. */
	sampleOf?(observation: Observation): Observation;
	/** A failure, from which a manual test makes the example of one and of a recovery. */
	example?: { state: string; reason?: string };
	/**
	 * Checks everything that is watched.
	 * @throws Problem when the check could not be made; a node that is down is an observation, not a Problem
	 */
	observe(values: Values, poll: Poll): Promise<Snapshot>;
}

/** An event as the trigger sees it. */
export type WatchEvent = WatchEventDefinition<
	readonly Property[],
	Readonly<Record<string, unknown>>
>;

/** Declares an event with all its fields, so that `observe` receives values of the types that its own declare. */
export function defineEvent<const P extends readonly Property[]>(
	definition: WatchEventDefinition<P>,
): WatchEvent {
	const properties = [
		...definition.properties,
		...(definition.isLevel === true ? levelFields : stateFields),
	];
	// The values are checked against the properties when they are read, which the type system does not know.
	return { ...definition, properties } as unknown as WatchEvent;
}

import type { OperationContext } from '../run/session';
import type { RetryOptions } from '../scheduler/retryOptions';
import type { Property, ValuesOf } from '../values/field';
import type { Memory } from './memory';
import type { Observation, Snapshot } from './observation';
import type { LiveTrigger } from './pollProcess';
import type { ReportRules } from './report';
import { levelFields, stateFields } from './reporting';
import type { PollState } from './triggerMemory';

/** The last probe of an endpoint, as far as it matters for how the next one is made. */
export interface LastProbe {
	/** In how many polls in a row it was rejected because there were too many calls. */
	rejectedPolls: number;
	/** Until when it asked to wait; monotonic time in milliseconds. */
	waitsUntil: number;
	isUnreachable: boolean;
	/** Whether its turn came, but others had used up the limit of its host. */
	isOverdue: boolean;
}

/** A poll, as an event sees it: with what the trigger knows of its objects, and what the event noted in the last one. */
export interface Poll
	extends Pick<LiveTrigger, 'failedLookUps' | 'lastProbes' | 'networks'>,
		Pick<PollState, 'activatedAfter' | 'memory' | 'notes'> {
	context: OperationContext;
	probeOptions: RetryOptions;
	pollMs: number;
	/** The part of the memory that was selected in the same way. */
	known: Memory;
	mostObjects: number;
}

/** @returns objects in the order in which they are to be asked: those checked longest ago first */
export function sortByAge<T extends { id: string }>(objects: readonly T[], { memory }: Poll): T[] {
	const checkedIn = ({ id }: T): number => memory.get(id)?.checkedIn ?? -1;
	return [...objects].sort((a, b) => checkedIn(a) - checkedIn(b));
}

/** @returns no more objects than can be remembered; those already remembered stay */
export function limitObjects<T extends { id: string }>(
	objects: readonly T[],
	{ memory, mostObjects }: Poll,
): T[] {
	if (objects.length <= mostObjects) return [...objects];
	const isKnown = ({ id }: T): boolean => memory.has(id);
	const others = objects.filter((object) => !isKnown(object));
	return [...objects.filter(isKnown), ...others].slice(0, mostObjects);
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

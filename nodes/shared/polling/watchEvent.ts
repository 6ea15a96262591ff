import type { NodeNetwork } from '../managementApi/nodeNetworks';
import type { OperationContext } from '../run/session';
import type { RetryOptions } from '../scheduler/retryOptions';
import type { Property, ValuesOf } from '../values/propertyTypes';
import type { LookRules } from './objectLook';
import type { EventNotes, Observation, Snapshot } from './observation';

interface EventText {
	/** Title Case: what the dropdown shows. */
	name: string;
	/** Stored in workflows, and given in each item. */
	value: string;
	description: string;
}

interface EventTraits extends Pick<LookRules, 'isGood' | 'isSame' | 'startOfPeriod'> {
	/** Names of the fields that say what ids stand for: with another value every object counts as new. */
	scope?: readonly string[];
	/** Names of the fields that select objects: with another value, those that are selected again stay known. */
	selection?: readonly string[];
	/** Changes that are not reported, although they are remembered. */
	isSilent?(change: { to: string }): boolean;
	/** Set where a state counts immediately, without the user's number of confirmations. */
	confirmations?: number;
	/** What a manual test shows for an observation, where that is not simply the current state. */
	sampleOf?(observation: Observation): Observation;
	/**
	 * Examples of an object that is well and of one that is not, made from one that was observed, with every field that
	 * real ones have. A manual test shows a failure and a recovery made of them.
	 */
	examplesOf?(observation: Observation): { good: Observation; bad: Observation };
}

/** What asking an endpoint last showed, as far as it matters for how it is asked the next time. */
export interface LastProbe {
	/** In how many polls in a row it was rejected because there were too many calls. */
	rejectedPolls: number;
	/** Until when it asked to wait; monotonic time in milliseconds. */
	waitsUntil: number;
	isUnreachable: boolean;
	/** Whether its turn came, but others had used up the limit of its host. */
	isOverdue: boolean;
}

/** What an event is given for a look. */
export interface Look {
	context: OperationContext;
	/** How calls to endpoints are repeated. */
	probeOptions: RetryOptions;
	/** Milliseconds that the poll may take. */
	pollMs: number;
	/** Ids of objects that gave no answer when they were last looked up; kept in this process. */
	failedLookUps: Set<string>;
	/** By id, kept in this process. */
	lastProbes: Map<string, LastProbe>;
	/** What is remembered: names by id. */
	known: ReadonlyMap<string, string>;
	/** @returns whether an object was seen since activation, or a failure of it was reported that has not ended */
	isWatched(id: string): boolean;
	/** What it stored in its last look. */
	notes: EventNotes;
	/** What networks run, by id; kept in this process, because it never changes. */
	networks: Map<string, NodeNetwork>;
	/** Sorts objects in the order in which they are to be asked: those checked longest ago first. */
	inTurn<T extends { id: string }>(objects: readonly T[]): T[];
	/** Leaves out objects beyond the number that can be remembered; those already remembered stay. */
	atMost<T extends { id: string }>(objects: readonly T[]): T[];
}

/** An event as the trigger sees it. */
export interface WatchEvent extends EventText, EventTraits {
	properties: readonly Property[];
	observe(values: Readonly<Record<string, unknown>>, look: Look): Promise<Snapshot>;
}

/** An event as it is written: its values are typed from its properties. */
export interface WatchEventDefinition<P extends readonly Property[]>
	extends EventText,
		EventTraits {
	properties: P;
	/**
	 * Checks everything that is watched.
	 * @throws Problem when the check could not be made; a node that is down is an observation, not a Problem
	 */
	observe(values: Readonly<ValuesOf<P>>, look: Look): Promise<Snapshot>;
}

/** Declares an event, so that `observe` receives values of the types its properties declare. */
export function defineEvent<const P extends readonly Property[]>(
	definition: WatchEventDefinition<P>,
): WatchEvent {
	// The values are checked against the properties when they are read, which the type system does not know.
	return definition as unknown as WatchEvent;
}

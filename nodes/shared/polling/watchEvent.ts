import type { OperationContext } from '../run/operationContext';
import type { RetryOptions } from '../scheduler/retryPolicy';
import { Problem } from '../text/problem';
import type { Property, ValuesOf } from '../values/field';
import type { PollTraces } from './liveTrigger';
import type { Memory, PollState } from './memory';
import { addOptions, levelFields, stateFields, type ReportRules } from './reporting';
import type { Observation, Snapshot } from './snapshot';

/** A poll, as an event sees it: with what the trigger knows of its objects, and what the event noted in the last one. */
export interface Poll extends Pick<PollState, 'memory' | 'notes' | 'polls'> {
	context: OperationContext;
	trigger: PollTraces;
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

/** @returns a problem that says that the lists took too long */
export function makeSlowListsProblem({ pollMs }: { pollMs: number }): Problem {
	return new Problem(`The lists could not be read within a poll of ${pollMs / 1000} s`, {
		isNetworkFault: true,
		hint: 'Watch a project or chosen objects instead of all',
	});
}

/** An event as it is written: its values are typed from its properties. */
export interface WatchEventDefinition<P extends readonly Property[], Values = Readonly<ValuesOf<P>>>
	extends Pick<ReportRules, 'healthyState' | 'isLevel'> {
	/** Title Case: the name that the dropdown shows. */
	name: string;
	/** Stored in workflows, and given in each item. */
	value: string;
	/** The sentence in the list of nodes: when the workflow starts. */
	action: `When ${string}`;
	description: string;
	properties: P;
	/** Options of its own, beside those of every event. Their values are among `options`. */
	options?: readonly Property[];
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
	const { isLevel, options = [] } = definition;
	const shared = isLevel === true ? levelFields : addOptions(stateFields, options);
	const properties = [...definition.properties, ...shared];
	// The values are checked against the properties when they are read, which the type system does not know.
	return { ...definition, properties } as unknown as WatchEvent;
}

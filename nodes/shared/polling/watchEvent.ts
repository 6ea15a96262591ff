import type { Property, ValuesOf } from '../parameters/propertyTypes';
import type { OperationContext } from '../session/session';
import type { Change, Snapshot } from './changes';

interface EventText {
	/** Title Case: what the dropdown shows. */
	name: string;
	/** Stored in workflows, and given in each item. */
	value: string;
	description: string;
}

interface EventTraits {
	/** @returns whether an object is well in that state; returning to it ends a downtime */
	isGood(state: string): boolean;
	/** @returns whether a state seen after another is to be taken for the same */
	isSame?(from: string, to: string): boolean;
	/** Changes that are not reported, although they are remembered. */
	isSilent?(change: Change): boolean;
	/** Set where a state counts at once, without the user's number of confirmations. */
	confirmations?: number;
}

/** An event as the trigger sees it. */
export interface WatchEvent extends EventText, EventTraits {
	properties: readonly Property[];
	observe(values: Readonly<Record<string, unknown>>, context: OperationContext): Promise<Snapshot>;
}

/** An event as it is written: its values are typed from its properties. */
export interface WatchEventDefinition<P extends readonly Property[]>
	extends EventText,
		EventTraits {
	properties: P;
	/**
	 * Looks at everything that is watched.
	 * @throws Problem when the look could not be made; a node that is down is an observation, not a Problem
	 */
	observe(values: Readonly<ValuesOf<P>>, context: OperationContext): Promise<Snapshot>;
}

/** Declares an event, so that `observe` receives values of the types its properties declare. */
export function defineEvent<const P extends readonly Property[]>(
	definition: WatchEventDefinition<P>,
): WatchEvent {
	// The values are checked against the properties when they are read, which the type system cannot see.
	return definition as unknown as WatchEvent;
}

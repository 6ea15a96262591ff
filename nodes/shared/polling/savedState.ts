import type { IDataObject } from 'n8n-workflow';

import { omit } from '../text/json';
import type { Memory, Remembered } from './memory';
import type { EventNotes } from './observation';
import type { Spells } from './spells';

/**
 * Knowledge of a trigger between its polls. Its times are in milliseconds since 1970 of a clock that is never set:
 * `clockSetMs` says how far the wall clock is ahead of it.
 */
export interface PollState {
	/** The event the memory belongs to; absent before the first poll. */
	event?: string;
	/** The fields that selected its objects. */
	selection?: string;
	memory: Memory;
	notes: EventNotes;
	/** Since when polls cannot check, and for which reasons. */
	spells: Spells;
	/** Polls that checked. */
	polls: number;
	/** How many of them there were when the trigger was last activated. */
	activatedAfter: number;
	polledAt?: number;
	/** How long it was between the last polls, in milliseconds. */
	gaps: readonly number[];
	clockSetMs: number;
}

/** Who wrote a state. */
export interface Stamp {
	process: string;
	/** Counts what the process has written. */
	number: number;
	/** n8n saves what each poll writes, so this is what the last one wrote. */
	isLatest: boolean;
}

/** Increased when the format changes; a state in another format counts as missing. */
const VERSION = 1;

/** @returns a state in which nothing is known */
export function createEmptyState(): PollState {
	return {
		...{ memory: new Map(), notes: {}, spells: {}, gaps: [] },
		...{ polls: 0, activatedAfter: 0, clockSetMs: 0 },
	};
}

/** Writes a state into what n8n saves for the node, without what only its process knows. */
export function writeState(
	saved: IDataObject,
	{ memory: known, ...rest }: PollState,
	stamp: Stamp,
): void {
	const objects = [...known].map(([id, object]) => [id, omit(object, 'history')]);
	const memory: object = Object.fromEntries(objects);
	Object.assign(saved, copyOf({ version: VERSION, stamp, memory, rest }));
}

/** Reads what n8n has kept, as it was written here. */
export function readState(saved: IDataObject): { stamp?: Stamp; state: PollState } {
	if (saved.version !== VERSION) return { state: createEmptyState() };
	const { stamp, memory, rest } = copyOf(saved) as Record<string, unknown>;
	const objects = new Map(Object.entries(memory as Record<string, Remembered>));
	return { stamp: stamp as Stamp, state: { ...(rest as PollState), memory: objects } };
}

/** @returns a copy: n8n's objects observe changes made to them, and to whatever is put into them */
function copyOf<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}

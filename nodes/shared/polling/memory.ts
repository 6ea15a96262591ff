import { omit } from '../text/json';
import type { Outages } from './outages';
import type { EventNotes } from './snapshot';
import type { WatchedObject } from './watchedObject';

/** Everything remembered, by object id. */
export type Memory = ReadonlyMap<string, WatchedObject>;

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
	/** Why polls cannot check, and since when. */
	outages: Outages;
	/** Polls that checked. */
	polls: number;
	/** When the last poll began, or this one; 0 before the first. */
	polledAt: number;
	/** How long it was between the last polls, in milliseconds. */
	gaps: readonly number[];
	clockSetMs: number;
}

/** @returns a state in which nothing is known */
export function createEmptyState(): PollState {
	return {
		memory: new Map(),
		notes: {},
		outages: {},
		polls: 0,
		polledAt: 0,
		gaps: [],
		clockSetMs: 0,
	};
}

/** @returns the usual time between two polls in milliseconds: the middle one of the last; 0 while none is known */
export function findInterval(gaps: readonly number[]): number {
	const sorted = [...gaps].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** An object as it is saved: without what only its own process counts. */
export type SavedObject = Omit<WatchedObject, 'window'> & {
	/** When it was reported within the polls that count for flapping. */
	reports?: number[];
};

/**
 * @returns what is saved of an object. Observations that led to nothing are left out, so that its size does not depend
 * on how many have to confirm a state
 */
export function toSaved(object: WatchedObject): SavedObject {
	const { window, ...saved } = object;
	const reports = (window?.marks ?? []).filter(({ event }) => event === 'report');
	const isPending = saved.streak !== undefined && saved.streak.state !== saved.state;
	const kept: SavedObject = isPending ? saved : omit(saved, 'streak', 'trouble');
	if (reports.length === 0) return kept;
	return { ...kept, reports: reports.map(({ since }) => since) };
}

/** @returns an object as it was saved; how often it changed is counted anew */
export function fromSaved({ reports, ...object }: SavedObject): WatchedObject {
	if (reports === undefined) return object;
	const marks = reports.map((since) => ({ event: 'report' as const, since }));
	return { ...object, window: { observed: 0, marks } };
}

import { omit } from '../text/json';
import type { HeartbeatState } from './heartbeat';
import type { Outages } from './outages';
import { DELETED, type EventNotes } from './snapshot';
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
	/** What is counted for heartbeats; absent where none are wanted. */
	heartbeat?: HeartbeatState;
	/** Since when nothing is reported of any object; absent where that is not so. */
	quietSince?: number;
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

/** An object as it is saved, which is kept small: there may be thousands, and n8n saves all of them each time. */
export type SavedObject = Omit<WatchedObject, 'status' | 'window'> & {
	/** Absent where it is the usual one. */
	status?: WatchedObject['status'];
	/** The reports that count for flapping: how long they were before the last one, in milliseconds. */
	reports?: number[];
};

/**
 * @returns what is saved of an object. Observations that led to nothing are left out, so that its size does not depend
 * on how many have to confirm a state
 */
export function toSaved(object: WatchedObject): SavedObject {
	const { window, status, ...known } = object;
	const kept: SavedObject = isPending(object) ? known : omit(known, 'streak', 'trouble');
	if (status !== getUsualStatus(known)) kept.status = status;
	// Flapping ends when it has been calm for so long that the reports before no longer count.
	const marks = status === 'flapping' ? [] : (window?.marks ?? []);
	const reports = marks.filter(({ event }) => event === 'report');
	const last = getLastReport(known);
	if (reports.length > 0) kept.reports = reports.map(({ since }) => last - since);
	return kept;
}

/** @returns whether the latest observations may lead to a report; of one that flaps, only that it is gone */
function isPending({ status, state, streak }: WatchedObject): boolean {
	if (streak === undefined) return false;
	return status === 'flapping' ? streak.state === DELETED : streak.state !== state;
}

/** @returns an object as it was saved; how often it changed is counted anew */
export function fromSaved({ reports, ...saved }: SavedObject): WatchedObject {
	const object: WatchedObject = { ...saved, status: saved.status ?? getUsualStatus(saved) };
	if (reports === undefined) return object;
	const last = getLastReport(saved);
	const marks = reports.map((before) => ({ event: 'report' as const, since: last - before }));
	return { ...object, window: { observed: 0, marks } };
}

function getUsualStatus({ incident }: Pick<WatchedObject, 'incident'>): WatchedObject['status'] {
	return incident === undefined ? 'ok' : 'firing';
}

/** @returns about when an object was last reported: differences to it are short */
function getLastReport({ incident, ended, since }: Omit<SavedObject, 'status'>): number {
	return incident?.reportedAt ?? ended?.endedAt ?? since;
}

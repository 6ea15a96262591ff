import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../pure/json';
import type { Memory, Remembered, Streak } from './memory';
import type { Moment } from './moment';
import type { EventNotes } from './observation';

/** What a trigger knows between its polls. */
export interface PollState {
	/** The event and fields the memory belongs to; absent before the first look. */
	watched?: string;
	memory: Memory;
	/** What the event stored for itself. */
	notes: EventNotes;
	/** Polls in a row that could not check. */
	skipped: number;
	/** Ids that cannot be watched and were reported. */
	unwatched: readonly string[];
	/** Polls that checked. */
	polls: number;
}

/** Who wrote a state. */
export interface Stamp {
	/** Identity of the process. */
	process: string;
	/** Counts what the process has written. */
	number: number;
	/** n8n saves what each poll writes, so this is what the last one wrote. */
	isLatest: boolean;
}

/** A state as n8n has kept it. */
export interface ReadState {
	stamp?: Stamp;
	state: PollState;
}

/** Increased when the format changes; a state without a number is older than these numbers. */
const VERSION = 2;

/** Names are only for display, and are saved for each of a thousand objects. */
const LONGEST_NAME = 40;

/** Dates end in the year 275760. Milliseconds since the epoch. */
const LAST_DATE_MS = 8.64e15;

/** Ids that cannot be watched and were reported; more of them are reported again. */
const MOST_UNWATCHED = 100;

/** One object. A thousand of them are saved with each report, so the names of the fields are short. */
interface SavedObject extends IDataObject {
	/** Name, state, and since when. Times are milliseconds since the epoch. */
	n: string;
	s: string;
	t: number;
	/** Not well since; reported then; period. */
	d?: number;
	a?: number;
	e?: string;
	/** A state not reported yet: state, since when, how often seen; and trouble of any kind likewise. */
	p?: [string, number, number];
	r?: [number, number];
	/** How many polls ago it was checked, where the last one had no time for it. */
	l?: number;
}

/** @returns a state in which nothing is known */
export function emptyState(): PollState {
	return { memory: new Map(), notes: {}, skipped: 0, unwatched: [], polls: 0 };
}

/** Writes a state into what n8n saves for the node. */
export function writeState(kept: IDataObject, state: PollState, stamp: Stamp): void {
	const { watched, memory, notes, skipped, unwatched, polls } = state;
	kept.version = VERSION;
	kept.by = [stamp.process, stamp.number, stamp.isLatest];
	kept.watched = watched;
	kept.memory = Object.fromEntries(
		[...memory].map(([id, object]) => [id, savedObject(object, polls)]),
	);
	kept.notes = { ...notes };
	kept.skipped = skipped;
	kept.unwatched = unwatched.slice(0, MOST_UNWATCHED);
	kept.polls = polls;
}

/** Reads what n8n has kept, in this format or an older one. Invalid parts are left out. */
export function readState(kept: IDataObject): ReadState {
	const objects = isRecord(kept.memory) ? Object.entries(kept.memory) : [];
	const read = kept.version === VERSION ? readObject : readOldObject;
	const polls = typeof kept.polls === 'number' ? kept.polls : 0;
	const { by } = kept;
	return {
		state: {
			...(typeof kept.watched === 'string' && { watched: kept.watched }),
			memory: new Map(
				objects.flatMap(([id, object]) => {
					const remembered = isRecord(object) ? read(object, polls) : undefined;
					return remembered === undefined ? [] : [[id, remembered] as const];
				}),
			),
			notes: isRecord(kept.notes) ? (copied(kept.notes) as EventNotes) : {},
			skipped: typeof kept.skipped === 'number' ? kept.skipped : 0,
			unwatched: Array.isArray(kept.unwatched) ? kept.unwatched.map(String) : [],
			polls,
		},
		...(Array.isArray(by) && {
			stamp: { process: String(by[0]), number: Number(by[1]), isLatest: by[2] === true },
		}),
	};
}

function savedObject(object: Remembered, polls: number): SavedObject {
	const { name, state, since, downSince, toldAt, period, pending, trouble, lookedIn } = object;
	const pollsAgo = polls - (lookedIn ?? polls);
	return {
		n: name.slice(0, LONGEST_NAME),
		s: state,
		t: since.wallMs,
		...(downSince && { d: downSince.wallMs }),
		...(toldAt && { a: toldAt.wallMs }),
		e: period,
		...(pending && { p: [pending.state, pending.since.wallMs, pending.seen] }),
		...(trouble && { r: [trouble.since.wallMs, trouble.seen] }),
		...(pollsAgo > 0 && { l: pollsAgo }),
	};
}

function readObject(saved: Record<string, unknown>, polls: number): Remembered | undefined {
	const { n, s, t, d, a, e, p, r, l } = saved;
	const since = momentOf(t);
	if (typeof s !== 'string' || since === undefined) return undefined;
	const [state, ...held] = listOf(p);
	const pending = streakOf(held);
	return {
		name: String(n),
		state: s,
		since,
		...optional('downSince', momentOf(d)),
		...optional('toldAt', momentOf(a)),
		...(typeof e === 'string' && { period: e }),
		...(pending && { pending: { state: String(state), ...pending } }),
		...optional('trouble', streakOf(listOf(r))),
		lookedIn: polls - (typeof l === 'number' ? l : 0),
	};
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

function streakOf([sinceMs, seen]: unknown[]): Streak | undefined {
	const since = momentOf(sinceMs);
	return since === undefined || typeof seen !== 'number' ? undefined : { since, seen };
}

/** The first format: dates as texts, and counts that may no longer be true. */
function readOldObject(object: Record<string, unknown>): Remembered | undefined {
	const { name, state, since, downSince } = object;
	const began = momentOf(Date.parse(String(since)));
	if (typeof state !== 'string' || began === undefined) return undefined;
	const down = momentOf(Date.parse(String(downSince)));
	return {
		name: String(name),
		state,
		since: began,
		...(down && { downSince: down, toldAt: began }),
	};
}

function momentOf(wallMs: unknown): Moment | undefined {
	return typeof wallMs === 'number' && Math.abs(wallMs) <= LAST_DATE_MS ? { wallMs } : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
	return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}

/** Copies an object, because n8n's objects observe changes made to them. */
function copied(record: object): object {
	return { ...record };
}

import type { IDataObject } from 'n8n-workflow';

import type { Memory, Remembered } from './memory';
import type { EventNotes } from './observation';
import type { Spells } from './spells';

/**
 * Knowledge of a trigger between its polls. Its times are in milliseconds since 1970 of a clock that is never set:
 * `clockSetMs` says how far the wall clock is ahead of it.
 */
export interface PollState {
	/** The event and fields the memory belongs to; absent before the first poll. */
	watched?: string;
	/** The fields that selected its objects. */
	selection?: string;
	memory: Memory;
	/** Stored by the event for itself. */
	notes: EventNotes;
	/** Since when polls cannot check, and for which reasons. */
	spells: Spells;
	/** Polls that checked. */
	polls: number;
	/** How many of them there were when the trigger was last activated. */
	activatedAfter: number;
	/** When it polled last. */
	polledAt?: number;
	/** How long it was between the last polls, in milliseconds. */
	gaps: readonly number[];
	clockSetMs: number;
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

/** Increased when the format changes; a state in another format counts as missing. */
const VERSION = 1;

/** Names are only for display, and are saved for each of a thousand objects. */
const LONGEST_NAME = 40;

/** One object. A thousand of them are saved with each report, so the names of the fields are short. */
interface SavedObject {
	/** Name, state, and since when; other times are relative to that. */
	n: string;
	s: string;
	t: number;
	/** The incident: its key, when it began, whether the object was healthy before, when it was last reported. */
	i?: [string, number, 0 | 1, number?];
	/** Last poll before a pause within it, and for how long it was not watched. */
	w?: [number, number];
	/** Key of the incident before; period. */
	k?: string;
	e?: string;
	/** A state not reported yet: since when it is healthy or not, how often seen; and the state likewise. */
	p?: [number, number, string, number, number];
	/** How many polls ago it was checked, where the last one had no time for it. */
	l?: number;
}

interface SavedState {
	stamp: Stamp;
	memory: Record<string, SavedObject>;
	rest: Omit<PollState, 'memory'>;
}

/** @returns a state in which nothing is known */
export function emptyState(): PollState {
	return {
		...{ memory: new Map(), notes: {}, spells: {}, gaps: [] },
		...{ polls: 0, activatedAfter: 0, clockSetMs: 0 },
	};
}

/** Writes a state into what n8n saves for the node. */
export function writeState(saved: IDataObject, state: PollState, stamp: Stamp): void {
	const { memory, ...rest } = state;
	const objects = [...memory].map(([id, object]) => [id, savedObject(object, state.polls)]);
	const all = { version: VERSION, stamp, memory: Object.fromEntries(objects) as object, rest };
	Object.assign(saved, copyOf(all));
}

/** Reads what n8n has kept, as it was written here. */
export function readState(saved: IDataObject): ReadState {
	if (saved.version !== VERSION) return { state: emptyState() };
	const { stamp, memory, rest } = copyOf(saved as unknown as SavedState);
	const objects = Object.entries(memory);
	return {
		stamp,
		state: {
			...rest,
			memory: new Map(objects.map(([id, object]) => [id, readObject(object, rest.polls)])),
		},
	};
}

function savedObject(object: Remembered, polls: number): SavedObject {
	const { name, state, since, incident, lastIncident, period, streak, checkedIn } = object;
	const pollsAgo = polls - (checkedIn ?? polls);
	const { reportedAt, notWatched } = incident ?? {};
	return {
		n: shortenName(name),
		s: state,
		t: since,
		...(incident && {
			i: [
				incident.key,
				incident.began - since,
				incident.isWhole ? 1 : 0,
				...(reportedAt === undefined ? ([] as const) : ([reportedAt - since] as const)),
			],
		}),
		...(notWatched && { w: [notWatched.since - since, notWatched.lengthMs] }),
		...(lastIncident !== undefined && { k: lastIncident }),
		...(period !== undefined && { e: period }),
		...(streak && {
			p: [
				...([streak.since - since, streak.seen, streak.state] as const),
				...([streak.stateSince - since, streak.stateSeen] as const),
			],
		}),
		...(pollsAgo > 0 && { l: pollsAgo }),
	};
}

function readObject({ n, s, t, i, w, k, e, p, l = 0 }: SavedObject, polls: number): Remembered {
	return {
		...{ name: n, state: s, since: t, checkedIn: polls - l },
		...(i && {
			incident: {
				...{ key: i[0], began: t + i[1] },
				...(i[2] === 1 && { isWhole: true }),
				...(i[3] !== undefined && { reportedAt: t + i[3] }),
				...(w && { notWatched: { since: t + w[0], lengthMs: w[1] } }),
			},
		}),
		...(k !== undefined && { lastIncident: k }),
		...(e !== undefined && { period: e }),
		...(p && {
			streak: {
				...{ since: t + p[0], seen: p[1], state: p[2] },
				...{ stateSince: t + p[3], stateSeen: p[4] },
			},
		}),
	};
}

/** @returns a copy: n8n's objects observe changes made to them, and to whatever is put into them */
function copyOf<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}

/** A name that is cut says so. */
function shortenName(name: string): string {
	if (name.length <= LONGEST_NAME) return name;
	// Half of a surrogate pair would be shown as a question mark.
	return `${name.slice(0, LONGEST_NAME - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

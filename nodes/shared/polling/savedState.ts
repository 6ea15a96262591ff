import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';
import type { EvenTime } from './evenTime';
import type { Incident, Memory, Remembered, Streak } from './memory';
import type { EventNotes } from './observation';
import type { Spell, Spells } from './spells';

/** What a trigger knows between its polls. */
export interface PollState {
	/** The event and fields the memory belongs to; absent before the first look. */
	watched?: string;
	/** The fields that selected its objects. */
	selection?: string;
	memory: Memory;
	/** What the event stored for itself. */
	notes: EventNotes;
	/** Since when polls cannot check, and for which reasons. */
	spells: Spells;
	/** Polls that checked. */
	polls: number;
	/** How many of them there were when the trigger was last activated. */
	activatedAfter: number;
	/** When it polled last ({@link EvenTime}). */
	polledAt?: number;
	/** How long it was between the last polls, in milliseconds. */
	gaps: readonly number[];
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

/** Dates end in the year 275760; half of that leaves room for times that are relative to another. */
const LAST_DATE_MS = 4e15;

/** One object. A thousand of them are saved with each report, so the names of the fields are short. */
interface SavedObject extends IDataObject {
	/** Name, state, and since when in milliseconds since the epoch; other times are relative to that. */
	n: string;
	s: string;
	t: number;
	/** The incident: its key, when it began, whether the object was well before, when it was last reported. */
	i?: [string, number, 0 | 1, number?];
	/** Last poll before a pause within it, and for how long it was not watched. */
	w?: [number, number];
	/** Key of the incident before; period. */
	k?: string;
	e?: string;
	/** A state not reported yet: state, since when, how often seen; and trouble of any kind likewise. */
	p?: [string, number, number, number, number];
	/** How many polls ago it was checked, where the last one had no time for it. */
	l?: number;
}

type Time = Pick<EvenTime, 'fromWall' | 'toWall'>;

/** @returns a state in which nothing is known */
export function emptyState(): PollState {
	return { memory: new Map(), notes: {}, spells: {}, polls: 0, activatedAfter: 0, gaps: [] };
}

/** Writes a state into what n8n saves for the node. */
export function writeState(kept: IDataObject, state: PollState, stamp: Stamp, time: Time): void {
	const { memory, notes, spells, polls, activatedAfter, polledAt, gaps } = state;
	kept.version = VERSION;
	kept.by = [stamp.process, stamp.number, stamp.isLatest];
	kept.watched = state.watched;
	kept.selection = state.selection;
	kept.memory = Object.fromEntries(
		[...memory].map(([id, object]) => [id, savedObject(object, polls, time)]),
	);
	kept.notes = { ...notes };
	kept.spells = Object.fromEntries(
		Object.entries(spells).map(([kind, { since, polls: count, failedAt }]) => [
			kind,
			[time.toWall(since), count, ...(failedAt === undefined ? [] : [time.toWall(failedAt)])],
		]),
	);
	kept.polls = polls;
	kept.activatedAfter = activatedAfter;
	kept.polledAt = polledAt && time.toWall(polledAt);
	kept.gaps = [...gaps];
}

/** Reads what n8n has kept. Invalid parts are left out. */
export function readState(kept: IDataObject, time: Time): ReadState {
	if (kept.version !== VERSION) return { state: emptyState() };
	const objects = isRecord(kept.memory) ? Object.entries(kept.memory) : [];
	const polls = numberIn(kept.polls) ?? 0;
	const { by } = kept;
	return {
		state: {
			...(typeof kept.watched === 'string' && { watched: kept.watched }),
			...(typeof kept.selection === 'string' && { selection: kept.selection }),
			memory: new Map(
				objects.flatMap(([id, object]) => {
					const remembered = isRecord(object) ? readObject(object, polls, time) : undefined;
					return remembered === undefined ? [] : [[id, remembered] as const];
				}),
			),
			notes: isRecord(kept.notes) ? (copied(kept.notes) as EventNotes) : {},
			spells: isRecord(kept.spells) ? readSpells(kept.spells, time) : {},
			polls,
			activatedAfter: numberIn(kept.activatedAfter) ?? 0,
			...optional('polledAt', timeIn(kept.polledAt, time)),
			gaps: listIn(kept.gaps).filter((gap) => typeof gap === 'number'),
		},
		...(Array.isArray(by) && {
			stamp: { process: String(by[0]), number: Number(by[1]), isLatest: by[2] === true },
		}),
	};
}

function savedObject(object: Remembered, polls: number, { toWall }: Time): SavedObject {
	const { name, state, since, incident, lastIncident, period, streak, lookedIn } = object;
	const pollsAgo = polls - (lookedIn ?? polls);
	const { toldAt, notWatched } = incident ?? {};
	return {
		n: shortened(name),
		s: state,
		t: toWall(since),
		...(incident && {
			i: [
				incident.key,
				incident.began - since,
				incident.isWhole ? 1 : 0,
				...(toldAt === undefined ? ([] as const) : ([toldAt - since] as const)),
			],
		}),
		...(notWatched && { w: [notWatched.since - since, notWatched.lengthMs] }),
		...optional('k', lastIncident),
		...optional('e', period),
		...(streak && {
			p: [
				streak.state,
				streak.since - since,
				streak.seen,
				streak.troubleSince - since,
				streak.troubleSeen,
			],
		}),
		...(pollsAgo > 0 && { l: pollsAgo }),
	};
}

function readObject(
	saved: Record<string, unknown>,
	polls: number,
	time: Time,
): Remembered | undefined {
	const { n, s, t, i, w, k, e, p, l } = saved;
	const since = timeIn(t, time);
	if (typeof s !== 'string' || since === undefined) return undefined;
	return {
		name: String(n),
		state: s,
		since,
		...optional('incident', readIncident(listIn(i), listIn(w), since)),
		...(typeof k === 'string' && { lastIncident: k }),
		...(typeof e === 'string' && { period: e }),
		...optional('streak', readStreak(listIn(p), since)),
		lookedIn: polls - (numberIn(l) ?? 0),
	};
}

function readIncident(
	[key, began, isWhole, toldAt]: unknown[],
	[pausedAt, lengthMs]: unknown[],
	since: number,
): Incident | undefined {
	if (typeof key !== 'string' || !isTime(began)) return undefined;
	return {
		key,
		began: since + began,
		...(isTime(toldAt) && { toldAt: since + toldAt }),
		...(isWhole === 1 && { isWhole: true as const }),
		...(isTime(pausedAt) &&
			isTime(lengthMs) && { notWatched: { since: since + pausedAt, lengthMs } }),
	};
}

function readStreak(
	[state, from, seen, troubleFrom, troubleSeen]: unknown[],
	since: number,
): Streak | undefined {
	if (!isTime(from) || !isTime(troubleFrom)) return undefined;
	if (typeof seen !== 'number' || typeof troubleSeen !== 'number') return undefined;
	const [began, troubleSince] = [since + from, since + troubleFrom];
	return { state: String(state), since: began, seen, troubleSince, troubleSeen };
}

function readSpells(saved: Record<string, unknown>, time: Time): Spells {
	const spells = Object.entries(saved).flatMap(([kind, spell]): Array<[string, Spell]> => {
		const [sinceAt, count, failed] = listIn(spell);
		const [since, polls] = [timeIn(sinceAt, time), numberIn(count)];
		if (since === undefined || polls === undefined) return [];
		return [[kind, { since, polls, ...optional('failedAt', timeIn(failed, time)) }]];
	});
	return Object.fromEntries(spells);
}

function listIn(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

function numberIn(value: unknown): number | undefined {
	return typeof value === 'number' ? value : undefined;
}

function timeIn(wallMs: unknown, { fromWall }: Time): number | undefined {
	return isTime(wallMs) ? fromWall(wallMs) : undefined;
}

function isTime(milliseconds: unknown): milliseconds is number {
	return typeof milliseconds === 'number' && Math.abs(milliseconds) <= LAST_DATE_MS;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
	return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}

/** A name that is cut says so. */
function shortened(name: string): string {
	if (name.length <= LONGEST_NAME) return name;
	// Half of a surrogate pair would be shown as a question mark.
	return `${name.slice(0, LONGEST_NAME - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Copies an object, because n8n's objects observe changes made to them. */
function copied(record: object): object {
	return { ...record };
}

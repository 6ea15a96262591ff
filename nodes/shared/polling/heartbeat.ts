import { groupBy, omitUndefined } from '../text/json';
import type { HeartbeatRule } from './heartbeatRule';
import { getKey } from './incident';
import type { Observation, Snapshot } from './snapshot';
import {
	addCheck,
	addTime,
	fromSavedLevel,
	makeEntry,
	NOTHING_COUNTED,
	toSavedLevel,
	type Check,
	type ServiceLevel,
	type ServiceLevelEntry,
} from './serviceLevel';
import type { Report, WatchedObject } from './watchedObject';

/** What is remembered for heartbeats. Times are those of a `PollState`. */
export interface HeartbeatState {
	/** When the last one left; absent before the first. */
	leftAt?: number;
	/** When the last poll began that could check. */
	checkedAt?: number;
	/** When objects were last checked that the last poll could not check, by id. */
	unchecked: Readonly<Record<string, number>>;
	/** What was counted since the last one, by id; empty where that is not wanted. */
	levels: ReadonlyMap<string, ServiceLevel>;
}

/** A poll that saw something, as it counts for heartbeats. */
export interface CountedPoll {
	/** When it began. */
	now: number;
	snapshot: Snapshot;
	/** What it reported, by object. */
	reports: ReadonlyArray<{ id: string; report: Report }>;
	/** What was remembered before it, and after it. */
	known: ReadonlyMap<string, WatchedObject>;
	memory: ReadonlyMap<string, WatchedObject>;
	healthyState: string;
	/** Whether nothing is reported of an object at present; of one that was not observed, whatever it is. */
	isQuiet(observation?: Observation): boolean;
}

/** What a heartbeat says. Times are those of a `PollState`. */
export interface Heartbeat {
	healthyCount: number;
	unhealthyCount: number;
	unknownCount: number;
	/** How long ago the object was checked that was checked longest ago. Milliseconds. */
	oldestCheckMs: number;
	/** When the last one left. */
	lastAt?: number;
	/** How long ago that is, in milliseconds; 0 for the first one. */
	periodMs: number;
	/** The service level of each object, where that is wanted. */
	endpoints?: ServiceLevelEntry[];
}

/** An object of which nothing is counted yet. */
const FOUND_HEALTHY: ServiceLevel = { ...NOTHING_COUNTED, found: 'healthy' };

const NOTHING: HeartbeatState = { unchecked: {}, levels: new Map() };

/** @returns what is remembered at the next poll: the time since the last one belongs to what that found */
export function addWatchedTime(before: HeartbeatState, milliseconds: number): HeartbeatState {
	const levels = [...before.levels].map(
		([id, level]) => [id, addTime(level, milliseconds)] as const,
	);
	return { ...before, levels: new Map(levels) };
}

/** @returns what is remembered after a poll that could not check */
export function countFailedPoll(before: HeartbeatState, isQuiet: boolean): HeartbeatState {
	const check: Check = { found: isQuiet ? 'quiet' : 'unknown', incidents: 0 };
	// What is no longer watched stays so.
	const levels = [...before.levels].map(
		([id, level]) => [id, level.found === undefined ? level : addCheck(level, check)] as const,
	);
	return { ...before, levels: new Map(levels) };
}

/**
 * Counts a poll, and makes a heartbeat where one is due: only of a poll that could check. Pure: nothing given is
 * modified.
 * @param intervalMs the usual time between two polls: the one that is closest to the time is the right one
 */
export function countPollForHeartbeat(
	before: HeartbeatState = NOTHING,
	poll: CountedPoll,
	{ everyMs, isPerEndpoint }: HeartbeatRule,
	intervalMs: number,
): { state: HeartbeatState; heartbeat?: Heartbeat } {
	const { now, snapshot } = poll;
	const { leftAt } = before;
	const levels = isPerEndpoint ? countLevels(before.levels, poll) : new Map<string, ServiceLevel>();
	const unchecked = noteUnchecked(before, poll);
	const state: HeartbeatState = omitUndefined({ leftAt, checkedAt: now, unchecked, levels });
	const isDue = leftAt === undefined || now - leftAt >= everyMs - intervalMs / 2;
	if (snapshot.problem !== undefined || !isDue) return { state };
	const next = { ...state, leftAt: now, levels: startOver(levels) };
	return { state: next, heartbeat: makeHeartbeat(state, poll, isPerEndpoint) };
}

/** @returns the heartbeat of a first poll */
export function makeFirstHeartbeat(poll: CountedPoll, { isPerEndpoint }: HeartbeatRule): Heartbeat {
	const levels = isPerEndpoint ? countLevels(new Map(), poll) : new Map<string, ServiceLevel>();
	return makeHeartbeat({ unchecked: {}, levels }, poll, isPerEndpoint);
}

/** @returns what a heartbeat says of the objects together, and of each */
function makeHeartbeat(
	state: HeartbeatState,
	poll: CountedPoll,
	isPerEndpoint: boolean,
): Heartbeat {
	const { leftAt, unchecked } = state;
	const { now, snapshot, memory, healthyState } = poll;
	// What no longer exists, or was never known, is not watched.
	const watched = snapshot.observations.filter(({ id }) => memory.has(id));
	const healthyCount = watched.filter(({ state }) => state === healthyState).length;
	return omitUndefined({
		healthyCount,
		unhealthyCount: watched.length - healthyCount,
		unknownCount: listUnchecked(poll).length,
		oldestCheckMs: now - Math.min(now, ...Object.values(unchecked)),
		lastAt: leftAt,
		periodMs: leftAt === undefined ? 0 : now - leftAt,
		endpoints: isPerEndpoint ? listEntries(state, poll) : undefined,
	});
}

/** @returns the ids of the objects that are watched, and could not be checked; without a reason, it is no new one */
function listUnchecked({ snapshot, memory }: CountedPoll): string[] {
	const unknown = [...snapshot.unknown];
	return unknown.filter(([id, reason]) => reason !== undefined || memory.has(id)).map(([id]) => id);
}

/** @returns when objects were last checked that this poll could not check; those it never saw count from now */
function noteUnchecked(
	{ unchecked, checkedAt }: HeartbeatState,
	poll: CountedPoll,
): Record<string, number> {
	const { now, memory } = poll;
	const lastCheck = (id: string): number => (memory.has(id) ? (checkedAt ?? now) : now);
	return Object.fromEntries(listUnchecked(poll).map((id) => [id, unchecked[id] ?? lastCheck(id)]));
}

/** @returns what is counted of all objects after a poll */
function countLevels(
	before: ReadonlyMap<string, ServiceLevel>,
	poll: CountedPoll,
): Map<string, ServiceLevel> {
	const checks = listChecks(poll);
	const levels = new Map<string, ServiceLevel>();
	for (const [id, level] of before) {
		if (checks.has(id)) continue;
		// It is no longer watched. What was counted of it is in the next heartbeat.
		levels.set(id, { ...level, found: undefined, name: level.name ?? poll.known.get(id)?.name });
	}
	for (const [id, check] of checks)
		levels.set(id, addCheck(before.get(id) ?? NOTHING_COUNTED, check));
	return levels;
}

/** @returns what a poll says about each object that is watched */
function listChecks(poll: CountedPoll): Map<string, Check> {
	const { snapshot, known, memory, healthyState, isQuiet } = poll;
	const reports = groupBy(poll.reports, ({ id }) => id);
	const checks = new Map<string, Check>();
	for (const id of listUnchecked(poll))
		checks.set(id, { found: isQuiet() ? 'quiet' : 'unknown', incidents: 0 });
	for (const observation of snapshot.observations) {
		const { id, state, facts } = observation;
		if (!memory.has(id)) continue;
		const found = state === healthyState ? 'healthy' : 'unhealthy';
		const isTimed = found === 'healthy' && typeof facts?.latencyMs === 'number';
		checks.set(id, {
			found: isQuiet(observation) ? 'quiet' : found,
			incidents: countNewIncidents(reports.get(id), known.get(id)),
			latencyMs: isTimed ? Number(facts.latencyMs) : undefined,
		});
	}
	return checks;
}

/** @returns how many incidents are reported for the first time; flapping can continue one that has ended */
function countNewIncidents(
	reports: CountedPoll['reports'] = [],
	{ ended }: Partial<WatchedObject> = {},
): number {
	const continued = ended === undefined ? undefined : getKey(ended);
	const incidents = reports.flatMap(({ report: { kind, incident } }) =>
		kind === 'ended' || incident === undefined ? [] : [incident],
	);
	return incidents.filter(({ reportedAt, key }) => reportedAt === undefined && key !== continued)
		.length;
}

function listEntries(
	{ leftAt, levels }: HeartbeatState,
	{ now, memory }: CountedPoll,
): ServiceLevelEntry[] {
	const periodMs = leftAt === undefined ? 0 : now - leftAt;
	return [...levels].map(([id, level]) => {
		const name = memory.get(id)?.name ?? level.name ?? id;
		return makeEntry(id, name, level, periodMs);
	});
}

/** @returns what is counted after a heartbeat: nothing, of what is still watched */
function startOver(levels: ReadonlyMap<string, ServiceLevel>): Map<string, ServiceLevel> {
	const watched = [...levels].filter(([, { found }]) => found !== undefined);
	return new Map(watched.map(([id, { found }]) => [id, { ...NOTHING_COUNTED, found }]));
}

/** What is remembered for heartbeats, as it is saved. */
export type SavedHeartbeat = Omit<HeartbeatState, 'levels'> & {
	/**
	 * The service levels of the objects in the memory, in the order of their ids, so that these are not saved twice;
	 * absent where they are not wanted.
	 */
	levels?: string;
	/** Those of other objects, by id. */
	others?: Record<string, string>;
};

const BETWEEN_LEVELS = '|';

/** @param ids the objects of the memory */
export function toSavedHeartbeat(
	{ levels, ...known }: HeartbeatState,
	ids: Iterable<string>,
): SavedHeartbeat {
	if (levels.size === 0) return known;
	const sorted = [...ids].sort();
	const remembered = new Set(sorted);
	const texts = sorted.map((id) => toSavedLevel(levels.get(id) ?? FOUND_HEALTHY));
	const others = [...levels].filter(([id]) => !remembered.has(id));
	return omitUndefined({
		...known,
		levels: texts.join(BETWEEN_LEVELS),
		others:
			others.length === 0
				? undefined
				: Object.fromEntries(others.map(([id, level]) => [id, toSavedLevel(level)])),
	});
}

/** @param ids the objects of the memory */
export function fromSavedHeartbeat(
	{ levels: saved, others = {}, ...known }: SavedHeartbeat,
	ids: Iterable<string>,
): HeartbeatState {
	const levels = new Map<string, ServiceLevel>();
	if (saved === undefined) return { ...known, levels };
	const texts = saved.split(BETWEEN_LEVELS);
	for (const [place, id] of [...ids].sort().entries())
		levels.set(id, fromSavedLevel(texts[place] ?? ''));
	for (const [id, text] of Object.entries(others)) levels.set(id, fromSavedLevel(text));
	return { ...known, levels };
}

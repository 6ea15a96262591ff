import { omitUndefined } from '../text/json';
import {
	addLatency,
	findPercentile,
	fromSavedLatencies,
	toSavedLatencies,
	type Latencies,
} from './latency';

const SECOND_MS = 1000;

/** What a poll found of an object; that holds until the next poll. */
export type Found = 'healthy' | 'unhealthy' | 'unknown' | 'quiet';

/** The parts of the time between two heartbeats; what is in none of them was not monitored. */
const FOUND: readonly Found[] = ['healthy', 'unhealthy', 'unknown', 'quiet'];

/** What happened to an object since the last heartbeat. */
export interface ServiceLevel {
	/** What the last poll found; absent where the object is no longer watched. */
	found?: Found;
	/** For how long each was found, in milliseconds. */
	times: Readonly<Partial<Record<Found, number>>>;
	/** How many incidents were reported for the first time. */
	incidents: number;
	/** Of the checks that found it healthy. */
	latencies: Latencies;
	/** Its name, where the memory no longer holds it. */
	name?: string;
}

/** What a poll says about the service level of an object. */
export interface Check {
	found: Found;
	/** How many incidents it reported for the first time. */
	incidents: number;
	/** How long the response took, in milliseconds, where that is known. */
	latencyMs?: number;
}

/** The service level of an object over a time, as a heartbeat holds it. */
export interface ServiceLevelEntry {
	name: string;
	id: string;
	healthySeconds: number;
	unhealthySeconds: number;
	unknownSeconds: number;
	quietSeconds: number;
	/** The rest of the time: the object was not watched, or a process that ended had counted it. */
	unmonitoredSeconds: number;
	incidents: number;
	latencyP50Ms?: number;
	latencyP95Ms?: number;
}

/** The service level of an object of which nothing is counted yet. */
export const NOTHING_COUNTED: ServiceLevel = { times: {}, incidents: 0, latencies: [] };

/** @returns a service level with the time since the last poll, which belongs to what that found */
export function addTime(level: ServiceLevel, milliseconds: number): ServiceLevel {
	const { found, times } = level;
	if (found === undefined || milliseconds === 0) return level;
	return { ...level, times: { ...times, [found]: (times[found] ?? 0) + milliseconds } };
}

/** @returns a service level with a poll */
export function addCheck(
	level: ServiceLevel,
	{ found, incidents, latencyMs }: Check,
): ServiceLevel {
	const { latencies } = level;
	return {
		found,
		times: level.times,
		incidents: level.incidents + incidents,
		latencies: latencyMs === undefined ? latencies : addLatency(latencies, latencyMs),
	};
}

/**
 * @param periodMs how long the time was
 * @returns whole seconds that add up to it
 */
export function makeEntry(
	id: string,
	name: string,
	{ times, incidents, latencies }: ServiceLevel,
	periodMs: number,
): ServiceLevelEntry {
	const parts = FOUND.map((found) => times[found] ?? 0);
	const counted = parts.reduce((sum, part) => sum + part, 0);
	const seconds = roundParts([...parts, Math.max(0, periodMs - counted)], periodMs);
	const [healthySeconds, unhealthySeconds, unknownSeconds, quietSeconds, unmonitoredSeconds] =
		seconds;
	return omitUndefined({
		name,
		id,
		healthySeconds,
		unhealthySeconds,
		unknownSeconds,
		quietSeconds,
		unmonitoredSeconds,
		incidents,
		latencyP50Ms: findPercentile(latencies, 0.5),
		latencyP95Ms: findPercentile(latencies, 0.95),
	});
}

/** @returns the parts in whole seconds, rounded so that they add up to the whole: the largest rests are rounded up */
function roundParts(parts: readonly number[], wholeMs: number): number[] {
	const seconds = parts.map((part) => Math.floor(part / SECOND_MS));
	const missing = Math.round(wholeMs / SECOND_MS) - seconds.reduce((sum, each) => sum + each, 0);
	const byRest = [...parts.keys()].sort((a, b) => (parts[b] % SECOND_MS) - (parts[a] % SECOND_MS));
	for (const part of byRest.slice(0, Math.max(0, missing))) seconds[part] += 1;
	return seconds;
}

/** Letters by which what was found is saved. */
const LETTERS: Readonly<Record<Found, string>> = {
	healthy: 'h',
	unhealthy: 'u',
	unknown: 'k',
	quiet: 'q',
};

/**
 * @returns a service level as it is saved, which is kept short, such as `u;h1fnxc0 u2s;1;k5a03`: what was found, for
 * how long each, incidents, and latencies from the first bucket on. Empty for one of which nothing is counted, and
 * which was found healthy
 */
export function toSavedLevel({ found, times, incidents, latencies, name }: ServiceLevel): string {
	const letter = found === undefined ? '-' : LETTERS[found];
	const parts = FOUND.filter((each) => times[each] !== undefined).map(
		(each) => `${LETTERS[each]}${(times[each] ?? 0).toString(36)}`,
	);
	const counted = incidents > 0 ? String(incidents) : '';
	const buckets = toSavedLatencies(latencies);
	const fields = [found === 'healthy' ? '' : letter, parts.join(' '), counted, buckets, name ?? ''];
	return fields.join(';').replace(/;+$/, '');
}

/** @returns a service level as it was saved */
export function fromSavedLevel(saved: string): ServiceLevel {
	const [letter, parts = '', incidents = '', buckets = '', ...name] = saved.split(';');
	const times: Partial<Record<Found, number>> = {};
	for (const part of parts === '' ? [] : parts.split(' ')) {
		const found = findByLetter(part[0]);
		if (found !== undefined) times[found] = parseInt(part.slice(1), 36);
	}
	const level: ServiceLevel = {
		found: letter === '' ? 'healthy' : findByLetter(letter),
		times,
		incidents: Number(incidents),
		latencies: fromSavedLatencies(buckets),
	};
	if (name.length > 0) level.name = name.join(';');
	return level;
}

function findByLetter(letter: string): Found | undefined {
	return FOUND.find((found) => LETTERS[found] === letter);
}

import { addReport, findFlapping, FLAPPING, type FlappingRule } from './flapping';
import type { Incident, Remembered } from './memory';
import { DELETED, type Observation } from './observation';

/** Rules for what is reported about an object. */
export interface ReportRules {
	flapping?: FlappingRule;
	/** An unhealthy object is reported again this long after the last item about it; `undefined` for never. Milliseconds. */
	remindAfterMs?: number;
	/** @returns whether the object is healthy in that state */
	isHealthy(state: string): boolean;
}

/** A change to report. */
export interface Change {
	id: string;
	/** The same from the failure to the recovery, and another for the next incident. */
	incidentId: string;
	name: string;
	/** Whether the object is healthy now. */
	healthy: boolean;
	/** The state before; `null` for an object that is seen for the first time. */
	from: string | null;
	to: string;
	/** When the new state was first seen. */
	since: number;
	/** How long the object was watched while it was unhealthy, in milliseconds; with its recovery. */
	downtimeMs?: number;
	/** In how many observations of the object the new state was seen. */
	confirmedAfter: number;
	/** Set when the object is still unhealthy. */
	reminder?: true;
	/** How long it has been watched while unhealthy, in milliseconds; with a reminder. */
	notGoodForMs?: number;
	/** The last poll before a pause within that time. */
	notWatchedSince?: number;
	facts?: Record<string, unknown>;
}

/** Result of an observation of an object. */
export interface Transition {
	/** Absent when the object is gone and that was reported. */
	remembered?: Remembered;
	change?: Change;
}

/** A state that was found. */
export interface Finding {
	to: string;
	since: number;
	/** In how many observations. */
	seen: number;
	/** When the object became unhealthy, where that is earlier. */
	began?: number;
	/** `null` for an object that is seen for the first time. */
	from?: null;
}

/** Reports an unhealthy object again, in whatever state it now is, if it is time for that. */
export function remind(
	known: Remembered,
	observation: Observation,
	{ remindAfterMs = Infinity, isHealthy }: ReportRules,
	now: number,
	finding: Finding,
): Transition {
	const { incident } = known;
	const { to, since } = finding;
	if (incident === undefined || isHealthy(to) || to === DELETED) return { remembered: known };
	if (now - (incident.reportedAt ?? incident.began) < remindAfterMs) return { remembered: known };
	const reported = { ...incident, reportedAt: now };
	return {
		remembered: { ...known, state: to, since, streak: undefined, incident: reported },
		change: {
			...changeOf(known, observation, finding, incident),
			healthy: false,
			reminder: true,
			notGoodForMs: lengthOf(incident, now),
			...notWatchedIn(incident),
		},
	};
}

/** Reports a state, or instead of it that the object is flapping, and remembers that. */
export function report(
	known: Remembered,
	observation: Observation,
	{ flapping, isHealthy }: ReportRules,
	now: number,
	finding: Finding,
): Transition {
	const { period, history, incident: open, lastIncident } = known;
	const flaps =
		finding.to === DELETED
			? undefined
			: history && flapping && findFlapping(history, flapping, true);
	const {
		to,
		since,
		began = since,
		...rest
	} = flaps === undefined ? finding : { ...flaps, from: finding.from, to: FLAPPING };
	const healthy = isHealthy(to);
	const incident: Incident = open ?? {
		...newIncident(began),
		// An object that goes on flapping after an incident continues that.
		...(flaps && lastIncident !== undefined && { key: lastIncident }),
		...(isHealthy(known.state) && { isWhole: true }),
	};
	const change = changeOf(known, observation, { to, since, ...rest }, incident);
	const remembered: Remembered = {
		name: observation.name,
		state: to,
		since,
		period,
		...(healthy
			? { lastIncident: open?.key ?? lastIncident }
			: { incident: { ...incident, reportedAt: now } }),
		history: history && addReport(history, now, flaps !== undefined),
	};
	return {
		...(to !== DELETED && { remembered }),
		change: {
			...change,
			healthy,
			...(healthy && open?.isWhole && { downtimeMs: lengthOf(open, since), ...notWatchedIn(open) }),
			...(flaps && { facts: { changes: flaps.changes, looks: flaps.seen, ...change.facts } }),
		},
	};
}

function changeOf(
	{ state }: Remembered,
	{ id, name, facts }: Observation,
	{ from, to, since, seen }: Finding,
	{ key }: Incident,
): Omit<Change, 'healthy'> {
	const incidentId = `${id}#${key}`;
	return {
		id,
		incidentId,
		name,
		from: from === null ? null : state,
		to,
		since,
		confirmedAfter: seen,
		facts,
	};
}

/** @returns the incident of an object that becomes unhealthy, or is seen for the first time */
export function newIncident(began: number): Incident {
	// Short, because the key is saved with each object.
	return { key: began.toString(36), began };
}

/** @returns how long an incident lasts, without the time in which nothing was watched, in milliseconds */
function lengthOf({ began, notWatched }: Incident, until: number): number {
	return Math.max(0, until - began - (notWatched?.lengthMs ?? 0));
}

function notWatchedIn({ notWatched }: Incident): Pick<Change, 'notWatchedSince'> {
	return notWatched === undefined ? {} : { notWatchedSince: notWatched.since };
}

import { addReport, findFlapping, FLAPPING, type FlappingRule } from './flapping';
import type { Incident, Remembered } from './memory';
import { DELETED, type Observation } from './observation';

/** Rules for which observations of an object lead to a report. */
export interface ReportRules {
	/**
	 * How many observations in a row have to find an unhealthy state before it is reported. An object whose unhealthy
	 * state keeps changing is reported after twice as many.
	 */
	confirmations: number;
	/** How many have to find the healthy state again. */
	recoveryConfirmations: number;
	/** Whether the state in which an object is first seen is reported too. */
	emitInitialState: boolean;
	flapping?: FlappingRule;
	/** An unhealthy object is reported again this long after the last item about it; `undefined` for never. Milliseconds. */
	remindAfterMs?: number;
	/** The state of an object that is healthy; it is not in any other. */
	healthyState: string;
	/**
	 * The other state is a level that is reached: it lasts to the end of its period, and what has not reached it is not
	 * reported.
	 */
	isLevel?: boolean;
	/** Whether all changes of a poll are one item. */
	isGrouped: boolean;
}

/** A change to report. */
export interface Change {
	id: string;
	/** The same from the failure to the recovery, and another for the next incident. */
	incidentId: string;
	name: string;
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

/** An observation, its time, and the rules for it. */
export interface Step {
	observation: Observation;
	rules: ReportRules;
	now: number;
}

/** A state that was found. */
export interface FoundState {
	to: string;
	since: number;
	/** In how many observations. */
	seen: number;
	/** When the object became unhealthy, where that is earlier. */
	began?: number;
	/** `null` for an object that is seen for the first time. */
	from?: string | null;
}

/** Reports an unhealthy object again, in whatever state it now is, if nothing else is reported and it is time for that. */
export function remind(decided: Transition, { observation, rules, now }: Step): Transition {
	const { remembered: known, change } = decided;
	const { remindAfterMs, healthyState } = rules;
	if (remindAfterMs === undefined || change !== undefined || known?.incident === undefined)
		return decided;
	const { incident, streak } = known;
	const to = streak?.state ?? known.state;
	const since = streak?.stateSince ?? known.since;
	const seen = streak?.stateSeen ?? 1;
	if (to === healthyState || to === DELETED) return decided;
	if (now - (incident.reportedAt ?? incident.began) < remindAfterMs) return decided;
	const reported = { ...incident, reportedAt: now };
	return {
		remembered: { ...known, state: to, since, streak: undefined, incident: reported },
		change: {
			...toChange(known, observation, { to, since, seen }, incident),
			...{ healthy: false, reminder: true, notGoodForMs: measureIncident(incident, now) },
			...getNotWatched(incident),
		},
	};
}

/** Reports a state, or instead of it that the object is flapping, and remembers that. */
export function report(known: Remembered, step: Step, finding: FoundState): Transition {
	const { observation, rules, now } = step;
	const { period, history, incident: open, lastIncident } = known;
	const rule = finding.to === DELETED ? undefined : rules.flapping;
	const flaps = history && rule && findFlapping(history, rule);
	const found = flaps === undefined ? finding : { ...flaps, from: finding.from, to: FLAPPING };
	const { to, since, began = since } = found;
	const healthy = to === rules.healthyState;
	const incident: Incident = open ?? {
		...createIncident(began),
		// An object that goes on flapping after an incident continues that.
		...(flaps && lastIncident !== undefined && { key: lastIncident }),
		...(known.state === rules.healthyState && { isWhole: true }),
	};
	const change = toChange(known, observation, found, incident);
	const remembered: Remembered = {
		...{ name: observation.name, state: to, since, period },
		...(healthy
			? { lastIncident: open?.key ?? lastIncident }
			: { incident: { ...incident, reportedAt: now } }),
		history: history && addReport(history, now, flaps !== undefined),
	};
	const isRecovery = healthy && open?.isWhole === true;
	return {
		...(to !== DELETED && { remembered }),
		change: {
			...{ ...change, healthy },
			...(isRecovery && { downtimeMs: measureIncident(open, since), ...getNotWatched(open) }),
			...(flaps && { facts: { changes: flaps.changes, looks: flaps.seen, ...change.facts } }),
		},
	};
}

function toChange(
	known: Remembered,
	{ id, name, facts }: Observation,
	{ from = known.state, to, since, seen }: FoundState,
	{ key }: Incident,
): Omit<Change, 'healthy'> {
	return { id, incidentId: `${id}#${key}`, name, from, to, since, confirmedAfter: seen, facts };
}

/** @returns the incident of an object that becomes unhealthy, or is seen for the first time */
export function createIncident(began: number): Incident {
	// Short, because the key is saved with each object.
	return { key: began.toString(36), began };
}

/** @returns how long an incident lasts, without the time in which nothing was watched, in milliseconds */
function measureIncident({ began, notWatched }: Incident, until: number): number {
	return Math.max(0, until - began - (notWatched?.lengthMs ?? 0));
}

function getNotWatched({ notWatched }: Incident): Pick<Change, 'notWatchedSince'> {
	return notWatched === undefined ? {} : { notWatchedSince: notWatched.since };
}

import { beginsToFlap, FLAPPING, noteReport, type FlappingRule } from './flapping';
import type { Incident, Remembered } from './memory';
import { DELETED, type Observation } from './observation';

/** How what looks find is reported. */
export interface ReportRules {
	flapping?: FlappingRule;
	/** An object that is not well is reported again this long after the last item about it; `undefined` for never. Milliseconds. */
	remindAfterMs?: number;
	/** @returns whether the object is well in that state */
	isGood(state: string): boolean;
}

/** A change to report. Times are {@link EvenTime}. */
export interface Change {
	id: string;
	/** The same from the failure to the recovery, and another for the next incident. */
	incidentId: string;
	name: string;
	/** Whether the object is well now. */
	healthy: boolean;
	/** The state before; `null` for an object that is seen for the first time. */
	from: string | null;
	to: string;
	/** When the new state was first seen. */
	since: number;
	/** How long the object was watched while it was not well, in milliseconds; with its recovery. */
	downtimeMs?: number;
	/** In how many looks at the object the new state was seen. */
	confirmedAfter: number;
	/** Set when the object is still not well. */
	reminder?: true;
	/** How long it has been watched while not well, in milliseconds; with a reminder. */
	notGoodForMs?: number;
	/** The last poll before a pause within that time. */
	notWatchedSince?: number;
	facts?: Record<string, unknown>;
}

/** Result of a look at an object. */
export interface Looked {
	/** Absent when the object is gone and that was reported. */
	remembered?: Remembered;
	change?: Change;
}

/** What a look found. */
export interface Finding {
	to: string;
	/** Where it is not the state that was last reported. */
	from?: null;
	since: number;
	seen: number;
	/** When the object began not to be well, where that is earlier. */
	began?: number;
}

/** Reports an object that is not well again, of whatever kind its trouble now is, if it is time for that. */
export function remind(
	known: Remembered,
	observation: Observation,
	rules: ReportRules,
	now: number,
	finding: Finding,
): Looked {
	const { remindAfterMs = Infinity, isGood } = rules;
	const { incident } = known;
	const isAsked = incident !== undefined && !isGood(finding.to) && finding.to !== DELETED;
	if (!isAsked || now - (incident.toldAt ?? incident.began) < remindAfterMs)
		return { remembered: known };
	const { name, facts } = observation;
	const { to, since, seen } = finding;
	return {
		remembered: {
			...known,
			state: to,
			since,
			streak: undefined,
			incident: { ...incident, toldAt: now },
		},
		change: {
			id: observation.id,
			incidentId: incidentIdOf(observation.id, incident),
			name,
			healthy: false,
			from: known.state,
			to,
			since,
			confirmedAfter: seen,
			reminder: true,
			notGoodForMs: lengthOf(incident, now),
			...notWatchedIn(incident),
			facts,
		},
	};
}

/** Reports a state, or instead of it that the object is flapping, and remembers that. */
export function settle(
	known: Remembered,
	observation: Observation,
	rules: ReportRules,
	now: number,
	finding: Finding,
): Looked {
	const { id, name, facts } = observation;
	const flap = flappingInstead(known, finding, rules);
	const { to, since, seen, began = since } = flap?.finding ?? finding;
	const healthy = rules.isGood(to);
	const incident = known.incident ?? begun(known, began, rules, flap !== undefined);
	const recent = known.recent && noteReport(known.recent, now, flap !== undefined);
	const isRecovery = healthy && known.incident?.isWhole === true;
	const remembered: Remembered = {
		name,
		state: to,
		since,
		period: known.period,
		...(healthy
			? { lastIncident: known.incident?.key ?? known.lastIncident }
			: { incident: { ...incident, toldAt: now } }),
		recent,
	};
	return {
		...(to !== DELETED && { remembered }),
		change: {
			id,
			incidentId: incidentIdOf(id, incident),
			name,
			healthy,
			from: finding.from === null ? null : known.state,
			to,
			since,
			...(isRecovery && { downtimeMs: lengthOf(incident, since), ...notWatchedIn(incident) }),
			confirmedAfter: seen,
			facts: { ...flap?.facts, ...facts },
		},
	};
}

function flappingInstead(
	{ recent }: Remembered,
	{ to }: Finding,
	{ flapping }: ReportRules,
): { finding: Finding; facts: Record<string, unknown> } | undefined {
	if (to === DELETED || recent === undefined || flapping === undefined) return undefined;
	const found = beginsToFlap(recent, flapping, true);
	if (found === undefined) return undefined;
	const { since, changes, looks } = found;
	return { finding: { to: FLAPPING, since, seen: looks }, facts: { changes, looks } };
}

/** @returns the incident of an object that was not well when it was first seen */
export function beginIncident(began: number): Incident {
	// Short, because the key is saved with each object.
	return { key: began.toString(36), began };
}

/** @returns a new incident; an object that goes on flapping after one continues that */
function begun(
	{ state, lastIncident }: Remembered,
	began: number,
	{ isGood }: ReportRules,
	isFlapping: boolean,
): Incident {
	return {
		...beginIncident(began),
		...(isFlapping && lastIncident !== undefined && { key: lastIncident }),
		...(isGood(state) && { isWhole: true }),
	};
}

function incidentIdOf(id: string, { key }: Incident): string {
	return `${id}#${key}`;
}

/** @returns how long an incident lasts, without the time in which nothing was watched, in milliseconds */
function lengthOf({ began, notWatched }: Incident, until: number): number {
	return Math.max(0, until - began - (notWatched?.lengthMs ?? 0));
}

function notWatchedIn({ notWatched }: Incident): Pick<Change, 'notWatchedSince'> {
	return notWatched === undefined ? {} : { notWatchedSince: notWatched.since };
}

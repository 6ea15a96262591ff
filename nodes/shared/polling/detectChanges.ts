import type { IDataObject } from 'n8n-workflow';

import { findFlapping, FLAPPING, listMarks } from './flapping';
import { joinStreaks, takeLast } from './memory';
import type { Incident, PollState, Remembered, Streak } from './memory';
import type { DueReport, ReportRules } from './reporting';
import { DELETED, type Observation, type Snapshot } from './watchEvent';

/** Unhealthy states that keep changing have to last this many times as long as a single one. */
const RESTLESS = 2;

/** A change to report: the fields of its item, which `docs/trigger.md` explains. */
export type Change = IDataObject & Record<'id' | 'incidentId' | 'name' | 'to', string>;

/**
 * Compares what a poll saw with what is remembered. Pure: the state given is not modified, so a poll
 * that does not finish changes nothing.
 *
 * An object seen for the first time is only remembered. One that could not be checked this time stays as it is.
 *
 * @param state the state at the beginning of the poll, which `polls` counts
 */
export function detectChanges(
	state: PollState,
	{ observations, unknown, isElsewhere }: Snapshot,
	rules: ReportRules,
): { changes: Change[]; memory: Map<string, Remembered> } {
	const { polls: checkedIn, polledAt: now } = state;
	const memory: PollState['memory'] = isElsewhere === true ? new Map() : state.memory;
	const changes: Change[] = [];
	const next = new Map([...memory].filter(([id]) => unknown.has(id)));
	for (const observation of observations) {
		const { id, state: to, wasHealthy } = observation;
		const before = memory.get(id);
		if (before === undefined && to === DELETED) continue;
		const isNew = before === undefined && wasHealthy !== true;
		const known = { ...addObservation(before, observation, isNew, rules, now), checkedIn };
		const found =
			isNew && rules.emitInitialState
				? ({ from: null, to, since: now, confirmedAfter: 1 } as const)
				: findReport(known, to, rules, now);
		// That a level is not reached is no news.
		if (found === undefined || (rules.isLevel === true && to === rules.healthyState)) {
			next.set(id, known);
		} else {
			const { change, remembered } = report(known, found, observation, rules, state);
			changes.push(change);
			if (found.to !== DELETED) next.set(id, remembered);
		}
	}
	return { changes, memory: next };
}

/** @returns what is known of an object with one more observation */
function addObservation(
	before: Remembered | undefined,
	{ name, state }: Observation,
	isNew: boolean,
	{ confirmations, flapping, healthyState }: ReportRules,
	now: number,
): Remembered {
	const begun = { name, state: isNew ? state : healthyState, since: now };
	const { streaks = [], ...known }: Remembered = before ?? begun;
	const last = streaks.at(-1);
	const isSame = last?.state === state && last.reportedAt === undefined && last.isSaved !== true;
	const streak = isSame ? { ...last, seen: last.seen + 1 } : { state, since: now, seen: 1 };
	// More never count, even if each is a single observation and every other one a deletion.
	const most = 2 * Math.max(confirmations, flapping?.polls ?? 0);
	return {
		...{ ...known, name },
		...(isNew && state !== healthyState && { incident: { began: now } }),
		streaks: [...(isSame ? streaks.slice(0, -1) : streaks), streak].slice(-most),
	};
}

/** @returns what is to be reported about an object whose last observation found a state */
function findReport(
	known: Remembered,
	to: string,
	rules: ReportRules,
	now: number,
): DueReport | undefined {
	const { streaks = [], state: reported } = known;
	const { healthyState } = rules;
	// A deletion is confirmed like any other state.
	const rule = to === DELETED ? undefined : rules.flapping;
	if (rule !== undefined && reported === FLAPPING) {
		const [{ since, seen }] = listMarks(streaks, healthyState);
		const isCalm = seen > rule.polls;
		if (isCalm) return { to, since, confirmedAfter: seen - 1 };
		return findReminder(known, FLAPPING, rules, now);
	}
	const confirmed = findConfirmed(known, to, rules);
	const flapping = rule && findFlapping(streaks, healthyState, rule, confirmed !== undefined);
	return flapping ?? confirmed ?? findReminder(known, to, rules, now);
}

/** A state other than the one reported last, if it was seen often enough. */
function findConfirmed(
	{ streaks = [], state: reported }: Remembered,
	to: string,
	{ confirmations, recoveryConfirmations, healthyState }: ReportRules,
): DueReport | undefined {
	if (to === reported) return undefined;
	const held = countLast(streaks, (state) => state === to);
	if (to === healthyState)
		return held.confirmedAfter >= recoveryConfirmations ? { to, ...held } : undefined;
	const trouble = countLast(streaks, (state) => state !== healthyState);
	if (held.confirmedAfter >= confirmations) return { to, ...held, began: trouble.since };
	const isRestless = trouble.confirmedAfter >= confirmations * RESTLESS;
	return isRestless && reported === healthyState ? { to, ...trouble } : undefined;
}

/** An unhealthy object is reported again, in whatever state it now is, when it is time for that. */
function findReminder(
	{ streaks = [], state: reported, since, incident }: Remembered,
	to: string,
	{ remindAfterMs, healthyState }: ReportRules,
	now: number,
): DueReport | undefined {
	if (remindAfterMs === undefined || incident === undefined) return undefined;
	if (to === healthyState || to === DELETED) return undefined;
	if (now - (incident.reportedAt ?? incident.began) < remindAfterMs) return undefined;
	if (to !== reported)
		return { to, ...countLast(streaks, (state) => state === to), reminder: true };
	return { to, since, confirmedAfter: incident.seen ?? 1, reminder: true };
}

/** @returns since when, and in how many observations in a row, the state was one of these */
function countLast(
	streaks: readonly Streak[],
	matches: (state: string) => boolean,
): Pick<DueReport, 'since' | 'confirmedAfter'> {
	const { since, seen } = joinStreaks(takeLast(streaks, matches));
	return { since, confirmedAfter: seen };
}

/** @returns the change to report, and what is known of the object once it is reported */
function report(
	known: Remembered,
	{ to, since, began = since, from = known.state, ...found }: DueReport,
	{ id, name, facts }: Observation,
	{ healthyState }: ReportRules,
	{ polledAt: now, clockSetMs }: PollState,
): { change: Change; remembered: Remembered } {
	const { incident: open, lastIncident, streaks = [] } = known;
	const { confirmedAfter, reminder } = found;
	const healthy = to === healthyState;
	const incident: Incident = open ?? {
		began,
		// An object that goes on flapping after an incident continues that.
		...(to === FLAPPING && lastIncident !== undefined && { key: lastIncident }),
		...(known.state === healthyState && { isWhole: true }),
	};
	const { began: start, key = start.toString(36), notWatched, isWhole } = incident;
	const toDate = (at: number): string => new Date(at + clockSetMs).toISOString();
	const until = reminder ? now : since;
	const lastedMs = Math.max(0, until - start - (notWatched?.lengthMs ?? 0));
	const isRecovery = healthy && open !== undefined && isWhole === true;
	const last = streaks[streaks.length - 1];
	return {
		change: {
			...{ id, incidentId: `${id}#${key}`, name, healthy, from, to, since: toDate(since) },
			...(isRecovery && { downtimeMs: lastedMs }),
			...found,
			...(reminder && { notGoodForMs: lastedMs }),
			...((isRecovery || reminder) && notWatched && { notWatchedSince: toDate(notWatched.since) }),
			...facts,
		},
		remembered: {
			...{ ...known, state: to, since },
			incident: healthy ? undefined : { ...incident, reportedAt: now, seen: confirmedAfter },
			lastIncident: healthy ? ((open && key) ?? lastIncident) : undefined,
			...(!reminder && { streaks: [...streaks.slice(0, -1), { ...last, reportedAt: now }] }),
		},
	};
}

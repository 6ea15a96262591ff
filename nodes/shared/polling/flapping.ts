import type { ChangeHistory, Mark } from './memory';

/** State of an object that goes back and forth between healthy and unhealthy. */
export const FLAPPING = 'flapping';

/**
 * An object that has changed between healthy and unhealthy a given number of times within a given number of polls that
 * observed it is flapping, until it has not changed for as many.
 */
export interface FlappingRule {
	changes: number;
	polls: number;
}

/** Most reports of one object within the polls of the rule; instead of the next it is reported to be flapping. */
const MOST_REPORTS = 4;

/** @returns the history with one more observation, limited to the polls of the rule */
export function addObservation(
	before: ChangeHistory | undefined,
	healthy: boolean,
	now: number,
	rule: FlappingRule,
): ChangeHistory {
	const number = (before?.number ?? 0) + 1;
	const mark = { number, at: now };
	if (before === undefined) return { number, healthy, changes: [], reports: [], calmSince: mark };
	const isRecent = (each: Mark): boolean => each.number > number - rule.polls;
	const changes = before.changes.filter(isRecent);
	const reports = before.reports.filter(isRecent);
	if (before.healthy === healthy) return { ...before, number, changes, reports };
	return { number, healthy, changes: [...changes, mark], reports, calmSince: mark };
}

/**
 * @param isFlapping whether that is what was reported: it ends after as many calm observations from now on
 * @returns the history, the last observation of which led to a report
 */
export function addReport(history: ChangeHistory, now: number, isFlapping: boolean): ChangeHistory {
	const mark = { number: history.number, at: now };
	const reports = [...history.reports, mark];
	return { ...history, reports, ...(isFlapping && { calmSince: mark }) };
}

/**
 * @param history of an object that is about to be reported
 * @returns since when it flaps, in how many observations that was seen, and how often it changed; nothing where it does not
 */
export function findFlapping(
	{ changes, reports, number }: ChangeHistory,
	rule: FlappingRule,
): { since: number; seen: number; changes: number } | undefined {
	const isByChanges = changes.length >= rule.changes;
	if (!isByChanges && reports.length < MOST_REPORTS) return undefined;
	const [first] = isByChanges ? changes : reports;
	const count = isByChanges ? changes.length : reports.length + 1;
	return { since: first.at, seen: number - first.number + 1, changes: count };
}

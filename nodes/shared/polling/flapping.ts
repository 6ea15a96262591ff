/** Most reports of one object within the polls of the rule; instead of the next it is reported to be flapping. */
const MOST_REPORTS = 4;

/**
 * When an object counts as flapping: it has changed between healthy and unhealthy so many times within so many polls
 * that observed it; and for how many without a change it stays so.
 */
export interface FlappingRule {
	changes: number;
	polls: number;
}

/** A change between healthy and unhealthy, or a report. */
interface Mark {
	event: 'change' | 'report';
	since: number;
	/** In which observation of this process it was; absent for a report of an earlier process. */
	at?: number;
}

/** What happened to an object in its latest observations by this process, deletions left out. */
export interface FlappingWindow {
	/** How many observations there were. */
	observed: number;
	/** What the last one found; absent before the first. */
	isHealthy?: boolean;
	/** The last of the marks, or the first observation: since then nothing happened. */
	calmFrom?: { since: number; at: number };
	/** The oldest first; those that are too old to count are left out. */
	marks: readonly Mark[];
}

/** How often an object changed, in how many observations, and since when. */
export interface Flaps {
	since: number;
	changeCount: number;
	checks: number;
}

/**
 * @param time when the observation was made, and the usual time between two polls; 0 while that is not known. Reports
 * of an earlier process all count until it is
 * @returns the window with one more observation, without what is too old to count
 */
export function addToWindow(
	window: FlappingWindow = { observed: 0, marks: [] },
	isHealthy: boolean,
	rule: FlappingRule,
	{ now, intervalMs }: { now: number; intervalMs: number },
): FlappingWindow {
	const observed = window.observed + 1;
	const longestMs = intervalMs === 0 ? Infinity : rule.polls * intervalMs;
	const marks = window.marks.filter(({ at, since }) =>
		at === undefined ? now - since < longestMs : observed - at < rule.polls,
	);
	const isChange = window.isHealthy !== undefined && window.isHealthy !== isHealthy;
	if (isChange) marks.push({ event: 'change', since: now, at: observed });
	const latest = { since: now, at: observed };
	const calmFrom = isChange ? latest : (window.calmFrom ?? latest);
	return { observed, isHealthy, calmFrom, marks };
}

/** @returns the window after a report in its last observation */
export function addReport(window: FlappingWindow, now: number): FlappingWindow {
	const latest = { since: now, at: window.observed };
	return { ...window, calmFrom: latest, marks: [...window.marks, { event: 'report', ...latest }] };
}

/** @returns since when, and in how many observations, an object has not changed, where that ends its flapping */
export function findCalm(
	{ observed, calmFrom }: FlappingWindow,
	rule: FlappingRule,
): { since: number; confirmedAfter: number } | undefined {
	if (calmFrom === undefined) return undefined;
	const confirmedAfter = observed - calmFrom.at;
	return confirmedAfter >= rule.polls ? { since: calmFrom.since, confirmedAfter } : undefined;
}

/**
 * @param isDue whether something else would be reported
 * @returns how often an object changed, where it flaps
 */
export function findFlaps(
	{ marks, observed }: FlappingWindow,
	rule: FlappingRule,
	isDue: boolean,
): Flaps | undefined {
	const changes = marks.filter(({ event }) => event === 'change');
	const reports = marks.filter(({ event }) => event === 'report');
	const isByChanges = changes.length >= rule.changes;
	if (!isByChanges && !(isDue && reports.length >= MOST_REPORTS)) return undefined;
	const { since, at = 1 } = isByChanges ? changes[0] : reports[0];
	const changeCount = isByChanges ? changes.length : reports.length + 1;
	return { since, changeCount, checks: observed - at + 1 };
}

import type { RecentLook, RecentLooks } from './memory';

/** State of an object that goes back and forth between well and not well. */
export const FLAPPING = 'flapping';

/**
 * An object that has changed between well and not well a given number of times within a given number of looks is
 * flapping, until it has not changed for as many looks.
 */
export interface FlappingRule {
	changes: number;
	looks: number;
}

/** Most reports of one object within the looks of the rule; instead of the next it is reported to be flapping. */
const MOST_REPORTS = 4;

/** @returns the recent looks with one more, limited to the rule's window */
export function noteLook(
	before: RecentLooks | undefined,
	isGood: boolean,
	now: number,
	rule: FlappingRule,
): RecentLooks {
	if (before === undefined) {
		const begun = { looks: 1, changes: [], reports: [], changedIn: 1, calmSince: now };
		return { wasGood: isGood, ...begun };
	}
	const looks = before.looks + 1;
	const isRecent = ({ look }: RecentLook): boolean => look > looks - rule.looks;
	const recent = {
		...before,
		looks,
		changes: before.changes.filter(isRecent),
		reports: before.reports.filter(isRecent),
	};
	if (before.wasGood === isGood) return recent;
	const changes = [...recent.changes, { look: looks, at: now }];
	return { ...recent, wasGood: isGood, changes, changedIn: looks, calmSince: now };
}

/**
 * @param isFlapping whether that is what was reported: it ends after as many calm looks from now on
 * @returns the recent looks, the last of which led to a report
 */
export function noteReport(recent: RecentLooks, now: number, isFlapping: boolean): RecentLooks {
	const reports = [...recent.reports, { look: recent.looks, at: now }];
	return { ...recent, reports, ...(isFlapping && { changedIn: recent.looks, calmSince: now }) };
}

/** Why an object counts as flapping. */
export interface Flapping {
	since: number;
	changes: number;
	/** Number of looks the changes were seen in. */
	looks: number;
}

/**
 * @param isReport whether the last look would lead to a report
 * @returns why it counts as flapping, if it does
 */
export function beginsToFlap(
	{ changes, reports, looks }: RecentLooks,
	rule: FlappingRule,
	isReport: boolean,
): Flapping | undefined {
	const since = ([{ look, at }]: readonly RecentLook[]) => ({ since: at, looks: looks - look + 1 });
	if (changes.length >= rule.changes) return { ...since(changes), changes: changes.length };
	if (!isReport || reports.length < MOST_REPORTS) return undefined;
	return { ...since(reports), changes: reports.length + 1 };
}

/** @returns whether a flapping object has not changed for as many looks as the rule says */
export function isCalm({ looks, changedIn }: RecentLooks, rule: FlappingRule): boolean {
	return looks - changedIn >= rule.looks;
}

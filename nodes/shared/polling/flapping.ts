import type { Streak } from './memory';
import type { DueReport, ReportRules } from './reporting';
import { DELETED } from './watchEvent';

/** State of an object that goes back and forth between healthy and unhealthy. */
export const FLAPPING = 'flapping';

/** Most reports of one object within the polls of the rule; instead of the next it is reported to be flapping. */
const MOST_REPORTS = 4;

/** An event in an observation, when it was, and how many there are from that one on. */
interface Mark {
	event: 'change' | 'report' | 'start';
	since: number;
	seen: number;
}

/** @returns changes between healthy and unhealthy, and reports, as far as this process saw them; the last one first */
export function listMarks(streaks: readonly Streak[], healthyState: string): Mark[] {
	const own = streaks.filter(({ state, isSaved }) => state !== DELETED && isSaved !== true);
	const marks: Mark[] = [];
	let seen = 0;
	for (const [index, { state, since, reportedAt, ...streak }] of [...own.entries()].reverse()) {
		if (reportedAt !== undefined)
			marks.push({ event: 'report', since: reportedAt, seen: seen + 1 });
		seen += streak.seen;
		if (index === 0) marks.push({ event: 'start', since, seen });
		else if ((own[index - 1].state === healthyState) !== (state === healthyState))
			marks.push({ event: 'change', since, seen });
	}
	return marks;
}

/**
 * @param isDue whether something else would be reported
 * @returns that an object flaps, where it does
 */
export function findFlapping(
	streaks: readonly Streak[],
	healthyState: string,
	rule: NonNullable<ReportRules['flapping']>,
	isDue: boolean,
): DueReport | undefined {
	const recent = listMarks(streaks, healthyState).filter(({ seen }) => seen <= rule.polls);
	const changes = recent.filter(({ event }) => event === 'change');
	const reports = recent.filter(({ event }) => event === 'report');
	const isByChanges = changes.length >= rule.changes;
	if (!isByChanges && !(isDue && reports.length >= MOST_REPORTS)) return undefined;
	const { since, seen } = (isByChanges ? changes : reports).slice(-1)[0];
	const count = isByChanges ? changes.length : reports.length + 1;
	return { to: FLAPPING, since, confirmedAfter: seen, changes: count, looks: seen };
}

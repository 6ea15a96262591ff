import type { IDataObject } from 'n8n-workflow';

import { describeState, type StateSentence } from '../readiness/stateInWords';
import { omitUndefined } from '../text/json';
import type { Change } from './detectChanges';
import { getKey } from './incident';
import { FLAPPING, type Kind, type Report } from './watchedObject';
import { DELETED } from './snapshot';

/** The item of a change: the fields that `docs/trigger.md` explains, the most important ones first. */
export type ChangeItem = IDataObject & {
	summary: string;
	name: string;
	healthy: boolean;
	to: string;
	kind: Kind;
	id: string;
	incidentId: string;
};

/** What all changes of a poll have in common. */
export interface ChangeContext {
	/** The value of the event. */
	event: string;
	healthyState: string;
	/** When the poll began, and how far the wall clock is ahead of that and of all times of a report. */
	polledAt: number;
	clockSetMs: number;
}

/** Makes the item that reports a change. */
export function makeChangeItem(
	change: Change,
	{ event, healthyState, polledAt, clockSetMs }: ChangeContext,
): ChangeItem {
	const { observation, report } = change;
	const { id, name, chain, facts } = observation;
	const { from, to, flaps, incident } = report;
	const toDate = (at: number | undefined): string | undefined =>
		at === undefined ? undefined : new Date(at + clockSetMs).toISOString();
	const healthy = to === healthyState;
	const reason = explain(change, healthy);
	const lastedMs = measureIncident(report, polledAt);
	const { quietSince } = report;
	const unmonitored = lastedMs === undefined ? undefined : incident?.unmonitored;
	const item = {
		summary: summarize(change, { healthy, reason, lastedMs }),
		name,
		healthy,
		from,
		to,
		reason,
		chain,
		kind: report.kind,
		since: toDate(report.since),
		startedAt: toDate(incident?.began),
		endedAt: toDate(incident?.endedAt),
		unhealthySeconds: lastedMs === undefined ? undefined : Math.round(lastedMs / 1000),
		unmonitoredSince: toDate(unmonitored?.since),
		quietSince: toDate(quietSince),
		confirmedAfter: report.confirmedAfter,
		changeCount: flaps?.changeCount,
		checks: flaps?.checks,
		event,
		id,
		incidentId: `${id}#${incident?.key ?? getKey({ began: report.since })}`,
	};
	return { ...omitUndefined(item), ...facts } as ChangeItem;
}

/** @returns why an object is in its state; empty where it is healthy and nothing is to be said */
function explain({ observation: { reason }, report: { to, flaps } }: Change, healthy: boolean) {
	if (flaps !== undefined) return `it changed ${flaps.changeCount} times in ${flaps.checks} checks`;
	if (to === FLAPPING) return 'it keeps changing between healthy and unhealthy';
	if (to === DELETED) return 'Chainstack says that it does not exist';
	return reason ?? (healthy ? '' : `its state is ${to}`);
}

/**
 * @returns how long the object has been, or was, unhealthy, in milliseconds, where an item says that: with reminders,
 * with what waited for the end of a quiet time, and with the end of an incident whose beginning was seen
 */
function measureIncident({ kind, incident, quietSince }: Report, now: number): number | undefined {
	if (incident === undefined) return undefined;
	const { began, isWhole, unmonitored, endedAt } = incident;
	const isMeasured = kind === 'ended' ? isWhole === true : isStill({ kind, quietSince });
	if (!isMeasured) return undefined;
	return Math.max(0, (endedAt ?? now) - began - (unmonitored?.lengthMs ?? 0));
}

/** Whether a report says that something is still so. */
function isStill({ kind, quietSince }: Pick<Report, 'kind' | 'quietSince'>): boolean {
	return kind === 'reminder' || (kind !== 'ended' && quietSince !== undefined);
}

/** @returns the sentence that can be sent as it is */
function summarize(
	{ observation, report }: Change,
	{ healthy, reason, lastedMs }: { healthy: boolean; reason: string; lastedMs?: number },
): string {
	const { name, chain, summary } = observation;
	const { from, to, flaps } = report;
	if (summary !== undefined) return summary;
	const sentence: StateSentence = { name, chain, state: to, reason };
	if (isStill(report) && to !== DELETED)
		Object.assign(sentence, { adverb: 'still', afterMs: lastedMs });
	if (healthy && from !== null) Object.assign(sentence, { adverb: 'again', afterMs: lastedMs });
	if (to === FLAPPING && flaps === undefined) sentence.reason = undefined;
	return describeState(sentence);
}

import type { IDataObject } from 'n8n-workflow';

import { omit } from '../text/json';
import type { Change, ReportRules } from './report';
import type { Observation, Snapshot } from './observation';
import type { WatchEvent } from './watchEvent';

const SAMPLE_SIZE = 5;

const MOST_NAMES = 5;

/** How long the outage of an example lasts. Milliseconds. */
const EXAMPLE_MS = 900_000;

/** Rules by which items are made. */
export interface ItemRules {
	event: WatchEvent;
	reporting: ReportRules;
	/** How far the wall clock is ahead of the times of changes, in milliseconds. */
	clockSetMs: number;
}

/** Makes the items that report changes. */
export function makeItems(rules: ItemRules, changes: readonly Change[]): IDataObject[] {
	const { event, reporting } = rules;
	const items = changes.map((change) => toItem(rules, change));
	if (!reporting.isGrouped || items.length === 0) return items;
	const group = {
		event: event.value,
		count: changes.length,
		healthy: changes.every(({ healthy }) => healthy),
		summary: summarizeChanges(changes),
	};
	return [{ ...group, changes: items }];
}

function toItem(
	{ event, clockSetMs }: ItemRules,
	{ facts, since, downtimeMs, notWatchedSince, ...change }: Change,
): IDataObject {
	const toDate = (at: number): string => new Date(at + clockSetMs).toISOString();
	const { id, incidentId, name, healthy, from, to, ...more } = change;
	return {
		...{ event: event.value, id, incidentId, name, healthy, from, to, since: toDate(since) },
		...(downtimeMs !== undefined && { downtimeMs }),
		...more,
		...(notWatchedSince !== undefined && { notWatchedSince: toDate(notWatchedSince) }),
		...(facts as IDataObject | undefined),
	};
}

/** Such as `2 unreachable: alpha, bravo; 1 ready: charlie`. */
function summarizeChanges(changes: readonly Change[]): string {
	const byState = new Map<string, string[]>();
	for (const { to, name } of changes) byState.set(to, [...(byState.get(to) ?? []), name]);
	return [...byState]
		.map(([state, names]) => {
			const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
			return `${names.length} ${state}: ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
		})
		.join('; ');
}

/**
 * Makes the items of a manual test: the current state of the objects in the shape of a change, then what is not watched,
 * then an example of a failure and of a recovery, from which the text of an alert can be built.
 */
export function makeSample(rules: ItemRules, snapshot: Snapshot, now: number): IDataObject[] {
	const { event } = rules;
	const { observations, unwatched = new Map<string, string>() } = snapshot;
	const shown = observations
		.slice(0, SAMPLE_SIZE)
		.map((seen) => makeSampleChange(rules, event.sampleOf?.(seen) ?? seen, now));
	const items: IDataObject[] = [
		...makeItems(rules, shown),
		...[...unwatched].map(([id, reason]) => ({
			...{ event: event.value, id, note: `This is not watched: ${reason}` },
		})),
		...makeExamples(rules, observations, now),
	];
	if (items.length === 0)
		items.push({ event: event.value, note: 'There is currently nothing to watch' });
	return items.map((item) => ({ ...item, test: true }));
}

function makeSampleChange(
	{ event }: ItemRules,
	{ id, name, state, facts }: Observation,
	now: number,
): Change {
	return {
		...{ id, incidentId: `${id}#test`, name, healthy: state === event.healthyState },
		...{ from: null, to: state, since: now, confirmedAfter: 1 },
		facts: { test: true, ...facts },
	};
}

function makeExamples(
	rules: ItemRules,
	[observation]: readonly Observation[],
	now: number,
): IDataObject[] {
	const { healthyState, example } = rules.event;
	if (observation === undefined || example === undefined) return [];
	const facts = omit(observation.facts ?? {}, 'reason', 'status');
	const healthy = { ...observation, state: healthyState, facts };
	const { state, ...why } = example;
	const unhealthy = { ...observation, state, facts: { ...facts, ...why } };
	const { confirmations, recoveryConfirmations } = rules.reporting;
	const failure: Change = {
		...makeSampleChange(rules, unhealthy, now - EXAMPLE_MS),
		...{ from: healthyState, confirmedAfter: confirmations },
	};
	const recovery: Change = {
		...makeSampleChange(rules, healthy, now),
		...{ from: state, downtimeMs: EXAMPLE_MS, confirmedAfter: recoveryConfirmations },
	};
	const noteOn = (kind: string) => ({ note: `This is an example of a ${kind}: nothing is wrong` });
	return [
		...makeItems(rules, [failure]).map((item) => ({ ...item, ...noteOn('failure') })),
		...makeItems(rules, [recovery]).map((item) => ({ ...item, ...noteOn('recovery') })),
	];
}

import type { IDataObject } from 'n8n-workflow';

import { omit } from '../text/json';
import type { Change } from './detectChanges';
import type { ReportRules } from './reporting';
import type { Observation, Snapshot, WatchEvent } from './watchEvent';

const SAMPLE_SIZE = 5;

const MOST_NAMES = 5;

/** How long the outage of an example lasts. Milliseconds. */
const EXAMPLE_MS = 900_000;

/** Makes the items that report changes. */
export function makeItems(
	{ value: event }: WatchEvent,
	{ isGrouped }: ReportRules,
	changes: readonly Change[],
): IDataObject[] {
	const items = changes.map((change) => ({ event, ...change }) as IDataObject);
	if (!isGrouped || items.length === 0) return items;
	const healthy = changes.every((change) => change.healthy);
	const summary = summarizeChanges(changes);
	return [{ event, count: changes.length, healthy, summary, changes: items }];
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
export function makeSample(
	event: WatchEvent,
	rules: ReportRules,
	{ observations, unwatched = new Map<string, string>() }: Snapshot,
	now: number,
): IDataObject[] {
	const { value, sampleOf = (seen) => seen } = event;
	const shown = observations.slice(0, SAMPLE_SIZE).map(sampleOf);
	const items: IDataObject[] = [
		...makeItems(
			event,
			rules,
			shown.map((seen) => makeSampleChange(event, seen, now)),
		),
		...[...unwatched].map(([id, reason]) => ({
			...{ event: value, id, note: `This is not watched: ${reason}` },
		})),
		...makeExamples(event, rules, observations, now),
	];
	if (items.length === 0) items.push({ event: value, note: 'There is currently nothing to watch' });
	return items.map((item) => ({ ...item, test: true }));
}

function makeSampleChange(
	{ healthyState }: WatchEvent,
	{ id, name, state, facts }: Observation,
	now: number,
): Change {
	const since = new Date(now).toISOString();
	return {
		...{ id, incidentId: `${id}#test`, name, healthy: state === healthyState, from: null },
		...{ to: state, since, confirmedAfter: 1, test: true, ...facts },
	};
}

function makeExamples(
	event: WatchEvent,
	rules: ReportRules,
	[observation]: readonly Observation[],
	now: number,
): IDataObject[] {
	const { healthyState, example } = event;
	if (observation === undefined || example === undefined) return [];
	const facts = omit(observation.facts ?? {}, 'reason', 'status');
	const { state, ...why } = example;
	const unhealthy = { ...observation, state, facts: { ...facts, ...why } };
	const healthy = { ...observation, state: healthyState, facts };
	const examples = {
		failure: {
			...makeSampleChange(event, unhealthy, now - EXAMPLE_MS),
			...{ from: healthyState, confirmedAfter: rules.confirmations },
		},
		recovery: {
			...makeSampleChange(event, healthy, now),
			...{ from: state, downtimeMs: EXAMPLE_MS, confirmedAfter: rules.recoveryConfirmations },
		},
	};
	return Object.entries(examples).flatMap(([kind, change]) => {
		const note = `This is an example of a ${kind}: nothing is wrong`;
		return makeItems(event, rules, [change]).map((item) => ({ ...item, note }));
	});
}

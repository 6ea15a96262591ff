import type { IDataObject } from 'n8n-workflow';

import { omit } from '../text/json';
import { detectChanges, type Change } from './detectChanges';
import { createEmptyState } from './memory';
import { groupNames } from './pollLog';
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
	return [...groupNames(changes.map(({ name, to }) => [name, to]))]
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
		...makeItems(event, rules, makeSampleChanges(rules, shown, now)),
		...[...unwatched].map(([id, reason]) => ({
			...{ event: value, id, note: `This is not watched: ${reason}` },
		})),
		...makeExamples(event, rules, observations, now),
	];
	if (items.length === 0) items.push({ event: value, note: 'There is currently nothing to watch' });
	return items.map((item) => ({ ...item, test: true }));
}

/** Makes the changes of objects that are seen for the first time. */
function makeSampleChanges(rules: ReportRules, observations: Observation[], at: number): Change[] {
	const state = { ...createEmptyState(), polledAt: at };
	const shown = { ...rules, emitInitialState: true, isLevel: false };
	const { changes } = detectChanges(state, { observations, unknown: new Map() }, shown);
	return changes.map((change) => ({ ...change, incidentId: `${change.id}#test`, test: true }));
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
	const [failure] = makeSampleChanges(rules, [unhealthy], now - EXAMPLE_MS);
	const [recovery] = makeSampleChanges(rules, [healthy], now);
	const examples = {
		failure: { ...failure, from: healthyState, confirmedAfter: rules.confirmations },
		recovery: {
			...{ ...recovery, from: state, downtimeMs: EXAMPLE_MS },
			confirmedAfter: rules.recoveryConfirmations,
		},
	};
	return Object.entries(examples).flatMap(([kind, change]) => {
		const note = `This is an example of a ${kind}: nothing is wrong`;
		return makeItems(event, rules, [change]).map((item) => ({ ...item, note }));
	});
}

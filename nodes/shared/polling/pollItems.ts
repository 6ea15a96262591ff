import type { IDataObject } from 'n8n-workflow';

import { nameState } from '../readiness/stateInWords';
import { omit } from '../text/json';
import { makeChangeItem, type ChangeContext, type ChangeItem } from './changeItem';
import { detectChanges } from './detectChanges';
import { createEmptyState } from './memory';
import { makeSampleHeartbeats } from './pollHeartbeat';
import { groupNames } from './pollLog';
import type { ReportRules } from './reporting';
import type { Observation, Snapshot } from './snapshot';
import type { WatchEvent } from './watchEvent';

const SAMPLE_SIZE = 5;

/** Notifications of phones show about so much of a text. Characters. */
const LONGEST_SUMMARY = 160;

/** How many names of each state a summary contains, at best, and where that is too long. */
const NAMES_SHOWN = [5, 3, 2, 1, 0];

/** How long the outage of an example lasts. Milliseconds. */
const EXAMPLE_MS = 900_000;

/** @returns the items of a poll: one per change, or one for all of them */
export function groupItems(
	items: readonly ChangeItem[],
	{ isGrouped }: Pick<ReportRules, 'isGrouped'>,
): IDataObject[] {
	if (!isGrouped || items.length === 0) return [...items];
	const [{ event }] = items;
	const healthy = items.every((item) => item.healthy);
	const summary = items.length === 1 ? items[0].summary : summarizeItems(items);
	return [{ summary, healthy, count: items.length, event, changes: [...items] }];
}

/** Such as `2 unreachable: alpha, bravo; 1 ready again: charlie; 1 still syncing: delta`. */
function summarizeItems(items: readonly ChangeItem[]): string {
	const groups = [...groupNames(items.map((item) => [item.name, nameChange(item)]))];
	const texts = NAMES_SHOWN.map((most) =>
		groups.map(([what, names]) => nameGroup(what, names, most)).join('; '),
	);
	const fitting = texts.find((text) => text.length <= LONGEST_SUMMARY);
	if (fitting !== undefined) return fitting;
	const healthy = items.filter((item) => item.healthy).length;
	return `${items.length} changes: ${items.length - healthy} unhealthy, ${healthy} healthy again`;
}

/** @returns what a group of changes have in common */
function nameChange({ kind, to, from, healthy }: ChangeItem): string {
	if (kind === 'reminder') return `still ${nameState(to)}`;
	return healthy && from !== null ? `${nameState(to)} again` : nameState(to);
}

function nameGroup(what: string, names: readonly string[], most: number): string {
	if (most === 0) return `${names.length} ${what}`;
	const more = names.length > most ? ` and ${names.length - most} more` : '';
	return `${names.length} ${what}: ${names.slice(0, most).join(', ')}${more}`;
}

/**
 * Makes the items of a manual test: the current state of the objects in the shape of a change, then what is not watched,
 * then an example of a failure and of a recovery, from which the text of an alert can be built.
 */
export function makeSample(
	event: WatchEvent,
	rules: ReportRules,
	snapshot: Snapshot,
	now: number,
): IDataObject[] {
	const { observations, unwatched = new Map<string, string>() } = snapshot;
	const { value, sampleOf = (seen) => seen } = event;
	const shown = observations.slice(0, SAMPLE_SIZE).map(sampleOf);
	const states = shown.map((observation) => makeSampleItem(event, rules, observation, now));
	const notWatched = [...unwatched].map(([id, reason]) => {
		const note = `This is not watched: ${reason}`;
		return { summary: `${id} is not watched: ${reason}`, event: value, id, note };
	});
	const items: IDataObject[] = [
		...groupItems(states, rules),
		...notWatched,
		...makeExamples(event, rules, observations, now),
	];
	if (items.length === 0) {
		const note = 'There is currently nothing to watch';
		items.push({ summary: note, event: value, note });
	}
	items.push(...makeSampleHeartbeats(event, rules, snapshot, now));
	return items.map((item) => ({ ...item, test: true }));
}

/** Makes the item of an object that is seen for the first time. */
function makeSampleItem(
	{ value, healthyState }: WatchEvent,
	rules: ReportRules,
	observation: Observation,
	at: number,
): ChangeItem {
	const state = { ...createEmptyState(), polledAt: at };
	const shown = { ...rules, emitInitialState: true, isLevel: false };
	const snapshot = { observations: [observation], unknown: new Map() };
	const [change] = detectChanges(state, snapshot, shown).changes;
	const item = makeChangeItem(change, contextOf(value, healthyState, at));
	return { ...item, incidentId: `${item.id}#test`, test: true };
}

function contextOf(event: string, healthyState: string, polledAt: number): ChangeContext {
	return { event, healthyState, polledAt, clockSetMs: 0 };
}

/** Makes examples of a failure that was confirmed, and of the recovery from it. */
function makeExamples(
	event: WatchEvent,
	rules: ReportRules,
	[observation]: readonly Observation[],
	now: number,
): IDataObject[] {
	const { value, healthyState, example } = event;
	if (observation === undefined || example === undefined) return [];
	const facts = omit(observation.facts ?? {}, 'status');
	const seen = { ...observation, facts, doubt: undefined };
	const began = now - EXAMPLE_MS;
	const incident = { began, key: 'test', isWhole: true } as const;
	const failure = makeChangeItem(
		{
			observation: { ...seen, ...example },
			report: {
				kind: 'opened',
				from: healthyState,
				to: example.state,
				since: began,
				confirmedAfter: rules.confirmations,
				incident,
			},
		},
		contextOf(value, healthyState, began),
	);
	const recovery = makeChangeItem(
		{
			observation: { ...seen, state: healthyState, reason: undefined },
			report: {
				kind: 'ended',
				from: example.state,
				to: healthyState,
				since: now,
				confirmedAfter: rules.recoveryConfirmations,
				incident: { ...incident, endedAt: now },
			},
		},
		contextOf(value, healthyState, now),
	);
	return Object.entries({ failure, recovery }).flatMap(([kind, item]) => {
		const note = `This is an example of a ${kind}: nothing is wrong`;
		return groupItems([{ ...item, test: true }], rules).map((each) => ({ ...each, note }));
	});
}

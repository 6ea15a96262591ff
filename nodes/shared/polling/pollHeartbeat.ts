import type { IDataObject } from 'n8n-workflow';

import { detectChanges, type Change } from './detectChanges';
import { countFailedPoll, countPollForHeartbeat, makeFirstHeartbeat } from './heartbeat';
import { makeHeartbeatItem } from './heartbeatItem';
import { createEmptyState, findInterval, type PollState } from './memory';
import { isQuiet } from './quietObject';
import type { ReportRules } from './reporting';
import type { Snapshot } from './snapshot';
import type { WatchEvent } from './watchEvent';

/** @returns the state after a poll that saw nothing */
export function withFailedPoll(state: PollState): PollState {
	const { heartbeat, quietSince } = state;
	if (heartbeat === undefined) return state;
	return { ...state, heartbeat: countFailedPoll(heartbeat, quietSince !== undefined) };
}

/** What a poll saw and changed, as it counts for heartbeats. */
interface PollResult {
	before: PollState;
	changes: readonly Change[];
	snapshot: Snapshot;
	rules: ReportRules;
}

/** Counts a poll for the next heartbeat, and adds that to the items where it is due. */
export function withHeartbeat(
	items: readonly IDataObject[],
	state: PollState,
	{ before, changes, snapshot, rules }: PollResult,
): { items: IDataObject[]; next: PollState } {
	if (rules.heartbeat === undefined)
		return { items: [...items], next: { ...state, heartbeat: undefined } };
	const { event = '', polledAt: now, memory, quietSince, clockSetMs, gaps } = state;
	const poll = {
		now,
		snapshot,
		reports: changes.map(({ observation: { id }, report }) => ({ id, report })),
		known: before.memory,
		memory,
		healthyState: rules.healthyState,
		isQuiet: (observation = {}) => isQuiet(observation, rules, { quietSince }),
	};
	const { state: heartbeat, heartbeat: beat } = countPollForHeartbeat(
		before.heartbeat,
		poll,
		rules.heartbeat,
		findInterval(gaps),
	);
	const item = beat && makeHeartbeatItem(beat, { event, quietSince, clockSetMs });
	return {
		items: item === undefined ? [...items] : [...items, item],
		next: { ...state, heartbeat },
	};
}

/** Makes the heartbeat of a manual test, where the user wants heartbeats. */
export function makeSampleHeartbeats(
	{ value: event }: Pick<WatchEvent, 'value'>,
	rules: ReportRules,
	snapshot: Snapshot,
	now: number,
): IDataObject[] {
	if (rules.heartbeat === undefined) return [];
	const state = { ...createEmptyState(), polledAt: now };
	const { memory } = detectChanges(state, snapshot, rules);
	const poll = {
		now,
		snapshot,
		reports: [],
		known: memory,
		memory,
		healthyState: rules.healthyState,
		isQuiet: () => false,
	};
	const heartbeat = makeFirstHeartbeat(poll, rules.heartbeat);
	const item = makeHeartbeatItem(heartbeat, { event, clockSetMs: 0 });
	return [
		{ ...item, note: 'This is a heartbeat: while the trigger works, one leaves at each interval' },
	];
}

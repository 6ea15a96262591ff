import { findInterval, type PollState } from './memory';
import { endUnmonitored } from './incident';
import { observeWithQuiet } from './quietObject';
import type { Report, WatchedObject } from './watchedObject';
import type { ReportRules } from './reporting';
import type { Observation, Snapshot } from './snapshot';

/** Something to report, with the observation that led to it. */
export interface Change {
	observation: Observation;
	report: Report;
}

/**
 * Compares what a poll saw with what is remembered. Pure: the state given is not modified, so a poll
 * that does not finish changes nothing.
 *
 * An object seen for the first time is only remembered. One that could not be checked this time stays as it is.
 *
 * @param state the state at the beginning of the poll, which `polls` counts
 */
export function detectChanges(
	state: PollState,
	{ observations, unknown, isElsewhere = false }: Snapshot,
	rules: ReportRules,
): { changes: Change[]; memory: Map<string, WatchedObject> } {
	const { polls: poll, polledAt: now } = state;
	const { quietSince } = state;
	const time = { now, poll, intervalMs: findInterval(state.gaps), quietSince };
	const known: PollState['memory'] = isElsewhere ? new Map() : state.memory;
	const changes = isElsewhere && !rules.isLevel ? endAll(state) : [];
	const memory = new Map([...known].filter(([id]) => unknown.has(id)));
	for (const observation of observations) {
		const { id } = observation;
		const { object, reports } = observeWithQuiet(known.get(id), observation, rules, time);
		if (object !== undefined) memory.set(id, object);
		for (const report of reports)
			changes.push({ observation: describeEnd(observation, report), report });
	}
	return { changes, memory };
}

/** @returns the observation that led to a report: the reason of one after an end that was held back is not its own */
function describeEnd(observation: Observation, { to, kind }: Report): Observation {
	if (kind !== 'ended' || observation.state === to) return observation;
	return { ...observation, state: to, reason: undefined };
}

/** Ends all incidents that were reported, because the objects are no longer watched. */
function endAll({ memory, polledAt: now }: PollState): Change[] {
	const changes: Change[] = [];
	for (const [id, { name, ...object }] of memory) {
		const report = endUnmonitored(object, now);
		if (report === undefined) continue;
		const reason = 'the API key belongs to another organization';
		changes.push({ observation: { id, name, state: report.to, reason }, report });
	}
	return changes;
}

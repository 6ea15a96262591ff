import { omit } from '../text/json';
import { addObservation, FLAPPING } from './flapping';
import type { Memory, Remembered } from './memory';
import { DELETED, type Snapshot } from './observation';
import {
	createIncident,
	remind,
	report,
	type Change,
	type ReportRules,
	type Step,
	type Transition,
} from './report';

/** Unhealthy states that keep changing have to last this many times as long as a single one. */
const RESTLESS = 2;

/**
 * Compares what a poll saw with what is remembered. Pure: the memory given is not modified, so a poll
 * that does not finish changes nothing.
 *
 * An object seen for the first time is only remembered. One that could not be checked this time stays as it is.
 *
 * @param poll number of the poll
 */
export function detectChanges(
	memory: Memory,
	{ observations, unknown }: Pick<Snapshot, 'observations' | 'unknown'>,
	rules: ReportRules,
	now: number,
	poll = 0,
): { changes: Change[]; memory: Map<string, Remembered> } {
	const changes: Change[] = [];
	const next = new Map([...memory].filter(([id]) => unknown.has(id)));
	for (const observation of observations) {
		const step = { observation, rules, now };
		const decided = decide(memory.get(observation.id), step);
		const { remembered, change } = remind(decided, step);
		if (remembered !== undefined) next.set(observation.id, { ...remembered, checkedIn: poll });
		if (change !== undefined) changes.push(change);
	}
	return { changes, memory: next };
}

/** Decides what to report about an object, of which nothing may be remembered. */
function decide(before: Remembered | undefined, step: Step): Transition {
	const { observation, rules, now } = step;
	const { name, state: to, period, wasHealthy } = observation;
	const { flapping, healthyState } = rules;
	if (before === undefined && to === DELETED) return {};
	const isNew = before === undefined && !wasHealthy;
	const healthy = to === healthyState;
	const begun = { name, state: isNew ? to : healthyState, since: now, period };
	// A new period begins without a report.
	const isContinued = before !== undefined && before.period === period;
	const known: Remembered = isContinued ? { ...before, name } : begun;
	if (isNew && !healthy) known.incident = createIncident(now);
	const isCounted = flapping !== undefined && to !== DELETED;
	if (isCounted) known.history = addObservation(known.history, healthy, now, flapping);
	if (isNew && rules.emitInitialState && !(healthy && rules.isLevel))
		return report(known, step, { to, from: null, since: now, seen: 1 });
	const { history } = known;
	if (!isCounted || history === undefined) return confirm(known, step);
	if (known.state === FLAPPING) {
		const settled = omit(known, 'streak');
		const { number, at } = history.calmSince;
		const calm = history.number - number;
		if (calm < flapping.polls) return { remembered: settled };
		return report(settled, step, { to, since: at, seen: calm });
	}
	if (history.changes.length < flapping.changes) return confirm(known, step);
	return report(known, step, { to, since: now, seen: 1 });
}

/** Reports another state than before when it was seen often enough. */
function confirm({ streak: before, ...known }: Remembered, step: Step): Transition {
	const { rules, now } = step;
	const to = step.observation.state;
	const healthy = to === rules.healthyState;
	if (to === known.state || (healthy && rules.isLevel)) return { remembered: known };
	const isContinued = before !== undefined && (before.state === rules.healthyState) === healthy;
	const { since: began = now, seen: seenBefore = 0 } = isContinued ? before : {};
	const seen = seenBefore + 1;
	const { stateSince = now, stateSeen: stateBefore = 0 } = before?.state === to ? before : {};
	const stateSeen = stateBefore + 1;
	if (stateSeen >= (healthy ? rules.recoveryConfirmations : rules.confirmations))
		return report(known, step, { to, since: stateSince, seen: stateSeen, began });
	const isRestless = !healthy && known.state === rules.healthyState;
	if (isRestless && seen >= rules.confirmations * RESTLESS)
		return report(known, step, { to, since: began, seen });
	const streak = { since: began, seen, state: to, stateSince, stateSeen };
	return { remembered: { ...known, streak } };
}

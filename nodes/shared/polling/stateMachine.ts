import { omit } from '../text/json';
import { addObservation, findFlapping, FLAPPING } from './flapping';
import type { Memory, Remembered, Streak } from './memory';
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
		const known = memory.get(observation.id);
		const { remembered, change } =
			known === undefined
				? decideFirstTransition({ observation, rules, now })
				: decideTransition(known, { observation, rules, now });
		if (remembered !== undefined) next.set(observation.id, { ...remembered, checkedIn: poll });
		if (change !== undefined) changes.push(change);
	}
	return { changes, memory: next };
}

/** Decides what to report about an object of which nothing is remembered. */
function decideFirstTransition(step: Step): Transition {
	const { observation, rules, now } = step;
	const { name, state, period, wasHealthy } = observation;
	if (state === DELETED) return {};
	const begun = { name, since: now, period };
	if (wasHealthy) return decideTransition({ ...begun, state: rules.healthyState }, step);
	const healthy = state === rules.healthyState;
	const known: Remembered = {
		...{ ...begun, state },
		...(!healthy && { incident: createIncident(now) }),
		...(rules.flapping && { history: addObservation(undefined, healthy, now, rules.flapping) }),
	};
	if (!rules.emitInitialState || (healthy && rules.isLevel)) return { remembered: known };
	return report(known, step, { to: state, from: null, since: now, seen: 1 });
}

/** Decides what to report about an object that was seen before. */
function decideTransition(before: Remembered, step: Step): Transition {
	const { observation, rules, now } = step;
	const { name, state: to, period } = observation;
	const { flapping } = rules;
	// A new period begins without a report.
	const known: Remembered =
		period === before.period
			? { ...before, name }
			: { name, state: rules.healthyState, since: now, period };
	if (to === DELETED || flapping === undefined) return confirm(known, step);
	const history = addObservation(known.history, to === rules.healthyState, now, flapping);
	if (known.state === FLAPPING) {
		const settled = omit({ ...known, history }, 'streak');
		const { number, at } = history.calmSince;
		const calm = history.number - number;
		if (calm >= flapping.polls) return report(settled, step, { to, since: at, seen: calm });
		return remind(settled, step, { to: FLAPPING, since: settled.since, seen: 1 });
	}
	const flaps = findFlapping(history, flapping, false) !== undefined;
	const object = { ...known, history };
	return flaps ? report(object, step, { to, since: now, seen: 1 }) : confirm(object, step);
}

/** Reports another state than before when it was seen often enough. */
function confirm({ streak: before, ...known }: Remembered, step: Step): Transition {
	const { rules, now } = step;
	const to = step.observation.state;
	if (to === known.state || (to === rules.healthyState && rules.isLevel))
		return remind(known, step, { to: known.state, since: known.since, seen: 1 });
	const healthy = to === rules.healthyState;
	const isContinued = before !== undefined && (before.state === rules.healthyState) === healthy;
	const streak = extend(isContinued ? before : undefined, to, now);
	const { since: began, seen, stateSince, stateSeen } = streak;
	const found = { to, since: stateSince, seen: stateSeen };
	if (stateSeen >= (healthy ? rules.recoveryConfirmations : rules.confirmations))
		return report(known, step, { ...found, began });
	const isRestless = !healthy && known.state === rules.healthyState;
	if (isRestless && seen >= rules.confirmations * RESTLESS)
		return report(known, step, { to, since: began, seen });
	return remind({ ...known, streak }, step, found);
}

function extend(before: Streak | undefined, state: string, now: number): Streak {
	const { since = now, seen = 0 } = before ?? {};
	const { stateSince = now, stateSeen = 0 } = before?.state === state ? before : {};
	return { since, seen: seen + 1, state, stateSince, stateSeen: stateSeen + 1 };
}

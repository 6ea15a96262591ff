import { omit } from '../text/objects';
import { addObservation, findFlapping, FLAPPING } from './flapping';
import type { Memory, Remembered, Streak } from './memory';
import { DELETED, type Observation, type Snapshot } from './observation';
import {
	newIncident,
	remind,
	report,
	type Change,
	type ReportRules,
	type Transition,
} from './report';

/** Rules for which observations of an object lead to a report. */
export interface TransitionRules extends ReportRules {
	/**
	 * How many observations in a row have to find an unhealthy state before it is reported. An object whose unhealthy
	 * state keeps changing is reported after twice as many.
	 */
	confirmations: number;
	/** How many have to find the healthy state again. */
	recoveryConfirmations: number;
	/** Whether the state in which an object is first seen is reported too. */
	emitInitialState: boolean;
	/** @returns whether a state seen after another counts as the same */
	isSame?(from: string, to: string): boolean;
	/** The state with which each period begins, where states have periods. */
	startOfPeriod?: string;
}

/** Unhealthy states that keep changing have to last this many times as long as a single one. */
const RESTLESS = 2;

/** Result of a poll. */
export interface Detected {
	changes: Change[];
	memory: Map<string, Remembered>;
}

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
	rules: TransitionRules,
	now: number,
	poll = 0,
): Detected {
	const changes: Change[] = [];
	const next = new Map([...memory].filter(([id]) => unknown.has(id)));
	for (const observation of observations) {
		const known = memory.get(observation.id);
		const { remembered, change } =
			known === undefined
				? firstTransition(observation, rules, now)
				: transition(known, observation, rules, now);
		if (remembered !== undefined) next.set(observation.id, { ...remembered, checkedIn: poll });
		if (change !== undefined) changes.push(change);
	}
	return { changes, memory: next };
}

/** Decides what to report about an object of which nothing is remembered. */
function firstTransition(
	observation: Observation,
	rules: TransitionRules,
	now: number,
): Transition {
	const { name, state, period, startsAs } = observation;
	if (state === DELETED) return {};
	const begun = { name, since: now, period };
	if (startsAs !== undefined)
		return transition({ ...begun, state: startsAs }, observation, rules, now);
	const healthy = rules.isHealthy(state);
	const known: Remembered = {
		...begun,
		state,
		...(!healthy && { incident: newIncident(now) }),
		...(rules.flapping && { history: addObservation(undefined, healthy, now, rules.flapping) }),
	};
	if (!rules.emitInitialState) return { remembered: known };
	return report(known, observation, rules, now, { to: state, from: null, since: now, seen: 1 });
}

/** Decides what to report about an object that was seen before. */
function transition(
	before: Remembered,
	observation: Observation,
	rules: TransitionRules,
	now: number,
): Transition {
	const { name, state: to, period } = observation;
	const { flapping, startOfPeriod } = rules;
	// In a new period the state returns to that of its start, without a report.
	const known: Remembered =
		startOfPeriod === undefined || period === before.period
			? { ...before, name }
			: { name, state: startOfPeriod, since: now, period };
	if (to === DELETED || flapping === undefined) return confirm(known, observation, rules, now);
	const history = addObservation(known.history, rules.isHealthy(to), now, flapping);
	const object = { ...known, history };
	if (known.state === FLAPPING) {
		const settled = omit(object, 'streak');
		const { number, at } = history.calmSince;
		const calm = history.number - number;
		if (calm >= flapping.polls)
			return report(settled, observation, rules, now, { to, since: at, seen: calm });
		const still = { to: FLAPPING, since: settled.since, seen: 1 };
		return remind(settled, observation, rules, now, still);
	}
	if (findFlapping(history, flapping, false) === undefined)
		return confirm(object, observation, rules, now);
	return report(object, observation, rules, now, { to, since: now, seen: 1 });
}

/** Reports another state than before when it was seen often enough. */
function confirm(
	known: Remembered,
	observation: Observation,
	rules: TransitionRules,
	now: number,
): Transition {
	const { streak: before, ...settled } = known;
	const { state: to } = observation;
	if (to === known.state || rules.isSame?.(known.state, to)) {
		const asBefore = { to: known.state, since: known.since, seen: 1 };
		return remind(settled, observation, rules, now, asBefore);
	}
	const healthy = rules.isHealthy(to);
	const isContinued = before !== undefined && rules.isHealthy(before.state) === healthy;
	const streak = extend(isContinued ? before : undefined, to, now);
	const { since: began, seen, stateSince, stateSeen } = streak;
	if (stateSeen >= (healthy ? rules.recoveryConfirmations : rules.confirmations)) {
		const lasting = { to, since: stateSince, seen: stateSeen, began };
		return report(settled, observation, rules, now, lasting);
	}
	const isRestless = !healthy && rules.isHealthy(known.state);
	if (isRestless && seen >= rules.confirmations * RESTLESS)
		return report(settled, observation, rules, now, { to, since: began, seen });
	const unconfirmed = { to, since: stateSince, seen: stateSeen };
	return remind({ ...settled, streak }, observation, rules, now, unconfirmed);
}

function extend(before: Streak | undefined, state: string, now: number): Streak {
	const { since = now, seen = 0 } = before ?? {};
	const { stateSince = now, stateSeen = 0 } = before?.state === state ? before : {};
	return { since, seen: seen + 1, state, stateSince, stateSeen: stateSeen + 1 };
}

import { without } from '../text/without';
import { beginsToFlap, FLAPPING, isCalm, noteLook } from './flapping';
import type { Remembered, Streak } from './memory';
import { DELETED, type Observation } from './observation';
import { beginIncident, remind, settle, type Looked, type ReportRules } from './report';

/** Which looks at an object lead to a report. */
export interface LookRules extends ReportRules {
	/**
	 * How many looks in a row have to see a state that is not good before it is reported. Trouble that keeps changing its
	 * kind is reported after twice as many.
	 */
	confirmations: number;
	/** How many have to see the good state again. */
	recoveryConfirmations: number;
	/** Whether the state in which an object is first seen is reported too. */
	emitInitialState: boolean;
	/** @returns whether a state seen after another counts as the same */
	isSame?(from: string, to: string): boolean;
	/** The state with which each period begins, where states have periods. */
	startOfPeriod?: string;
}

/** Trouble of changing kinds has to last this many times as long as a single state. */
const RESTLESS = 2;

/** Decides what to report about an object of which nothing is remembered. */
export function firstLook(observation: Observation, rules: LookRules, now: number): Looked {
	const { name, state, period, startsAs } = observation;
	if (state === DELETED) return {};
	const begun = { name, since: now, period };
	if (startsAs !== undefined)
		return nextLook({ ...begun, state: startsAs }, observation, rules, now);
	const isGood = rules.isGood(state);
	const known: Remembered = {
		...begun,
		state,
		...(!isGood && { incident: beginIncident(now) }),
		...(rules.flapping && { recent: noteLook(undefined, isGood, now, rules.flapping) }),
	};
	if (!rules.emitInitialState) return { remembered: known };
	return settle(known, observation, rules, now, { to: state, from: null, since: now, seen: 1 });
}

/** Decides what to report about an object that was seen before. */
export function nextLook(
	known: Remembered,
	observation: Observation,
	rules: LookRules,
	now: number,
): Looked {
	const { state } = observation;
	const { flapping } = rules;
	const before = inPeriod({ ...known, name: observation.name }, observation, rules, now);
	if (state === DELETED || flapping === undefined) return compare(before, observation, rules, now);
	const recent = noteLook(before.recent, rules.isGood(state), now, flapping);
	const object = { ...before, recent };
	if (before.state === FLAPPING) {
		const rest = without(object, 'streak');
		const { calmSince, looks, changedIn } = recent;
		if (isCalm(recent, flapping))
			return settle(rest, observation, rules, now, {
				to: state,
				since: calmSince,
				seen: looks - changedIn,
			});
		return remind(rest, observation, rules, now, { to: FLAPPING, since: rest.since, seen: 1 });
	}
	if (beginsToFlap(recent, flapping, false) === undefined)
		return compare(object, observation, rules, now);
	return settle(object, observation, rules, now, { to: state, since: now, seen: 1 });
}

/** In a new period the state returns to that of its start, without a report. */
function inPeriod(
	known: Remembered,
	{ period }: Observation,
	{ startOfPeriod }: LookRules,
	now: number,
): Remembered {
	if (startOfPeriod === undefined || period === known.period) return known;
	return { name: known.name, state: startOfPeriod, since: now, period };
}

function compare(
	known: Remembered,
	observation: Observation,
	rules: LookRules,
	now: number,
): Looked {
	const { streak: before, ...settled } = known;
	const { state: to } = observation;
	if (to === known.state || rules.isSame?.(known.state, to)) {
		const asBefore = { to: known.state, since: known.since, seen: 1 };
		return remind(settled, observation, rules, now, asBefore);
	}
	const isGood = rules.isGood(to);
	const streak = continued(before, to, isGood, now);
	const { since, seen, troubleSince, troubleSeen } = streak;
	const wasGood = rules.isGood(known.state);
	const began = wasGood && !isGood ? troubleSince : since;
	const wanted = isGood ? rules.recoveryConfirmations : rules.confirmations;
	if (seen >= wanted) return settle(settled, observation, rules, now, { to, since, seen, began });
	if (wasGood && troubleSeen >= rules.confirmations * RESTLESS)
		return settle(settled, observation, rules, now, { to, since: began, seen: troubleSeen, began });
	return remind({ ...settled, streak }, observation, rules, now, { to, since, seen });
}

function continued(
	before: Streak | undefined,
	state: string,
	isGood: boolean,
	now: number,
): Streak {
	const isSame = before?.state === state;
	const isStillTrouble = !isGood && before !== undefined && before.troubleSeen > 0;
	return {
		state,
		since: isSame ? before.since : now,
		seen: isSame ? before.seen + 1 : 1,
		troubleSince: isStillTrouble ? before.troubleSince : now,
		troubleSeen: isGood ? 0 : (before?.troubleSeen ?? 0) + 1,
	};
}

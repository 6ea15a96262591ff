import { without } from '../pure/without';
import {
	beginsToFlap,
	FLAPPING,
	isCalm,
	noteLook,
	noteReport,
	type FlappingRule,
} from './flapping';
import type { Incident, Remembered, Streak } from './memory';
import { DELETED, type Observation } from './observation';

/** Which looks at an object lead to a report. */
export interface LookRules {
	/**
	 * How many looks in a row have to see a state that is not good before it is reported. Trouble that keeps changing its
	 * kind is reported after twice as many.
	 */
	confirmations: number;
	/** How many have to see the good state again. */
	recoveryConfirmations: number;
	flapping?: FlappingRule;
	/** An object that is not well is reported again this long after the last item about it; `undefined` for never. Milliseconds. */
	remindAfterMs?: number;
	/** Whether the state in which an object is first seen is reported too. */
	emitInitialState: boolean;
	/** @returns whether the object is well in that state */
	isGood(state: string): boolean;
	/** @returns whether a state seen after another counts as the same */
	isSame?(from: string, to: string): boolean;
	/** The state with which each period begins, where states have periods. */
	startOfPeriod?: string;
}

/** A change to report. Times are {@link EvenTime}. */
export interface Change {
	id: string;
	/** The same from the failure to the recovery, and another for the next incident. */
	incidentId: string;
	name: string;
	/** Whether the object is well now. */
	healthy: boolean;
	/** The state before; `null` for an object that is seen for the first time. */
	from: string | null;
	to: string;
	/** When the new state was first seen. */
	since: number;
	/** How long the object was watched while it was not well, in milliseconds; with its recovery. */
	downtimeMs?: number;
	/** In how many looks at the object the new state was seen. */
	confirmedAfter: number;
	/** Set when the object is still not well. */
	reminder?: true;
	/** How long it has been watched while not well, in milliseconds; with a reminder. */
	notGoodForMs?: number;
	/** The last poll before a pause within that time. */
	notWatchedSince?: number;
	facts?: Record<string, unknown>;
}

/** Result of a look at an object. */
export interface Looked {
	/** Absent when the object is gone and that was reported. */
	remembered?: Remembered;
	change?: Change;
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
		...(!isGood && { incident: { key: keyOf(now), began: now } }),
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

/** What is to be reported. */
interface Finding {
	to: string;
	/** Where it is not the state that was last reported. */
	from?: null;
	since: number;
	seen: number;
	/** When the object began not to be well, where that is earlier. */
	began?: number;
}

/** Reports an object that is not well again, of whatever kind its trouble now is, if it is time for that. */
function remind(
	known: Remembered,
	observation: Observation,
	rules: LookRules,
	now: number,
	finding: Finding,
): Looked {
	const { remindAfterMs = Infinity, isGood } = rules;
	const { incident } = known;
	const isAsked = incident !== undefined && !isGood(finding.to) && finding.to !== DELETED;
	if (!isAsked || now - (incident.toldAt ?? incident.began) < remindAfterMs)
		return { remembered: known };
	const { name, facts } = observation;
	const { to, since, seen } = finding;
	return {
		remembered: {
			...known,
			state: to,
			since,
			streak: undefined,
			incident: { ...incident, toldAt: now },
		},
		change: {
			id: observation.id,
			incidentId: incidentIdOf(observation.id, incident),
			name,
			healthy: false,
			from: known.state,
			to,
			since,
			confirmedAfter: seen,
			reminder: true,
			notGoodForMs: lengthOf(incident, now),
			...notWatchedIn(incident),
			facts,
		},
	};
}

/** Reports a state, or instead of it that the object is flapping, and remembers that. */
function settle(
	known: Remembered,
	observation: Observation,
	rules: LookRules,
	now: number,
	finding: Finding,
): Looked {
	const { id, name, facts } = observation;
	const flap = flappingInstead(known, finding, rules);
	const { to, since, seen, began = since } = flap?.finding ?? finding;
	const healthy = rules.isGood(to);
	const incident = known.incident ?? begun(known, began, rules, flap !== undefined);
	const recent = known.recent && noteReport(known.recent, now, flap !== undefined);
	const isRecovery = healthy && known.incident?.isWhole === true;
	const remembered: Remembered = {
		name,
		state: to,
		since,
		period: known.period,
		...(healthy
			? { lastIncident: known.incident?.key ?? known.lastIncident }
			: { incident: { ...incident, toldAt: now } }),
		recent,
	};
	return {
		...(to !== DELETED && { remembered }),
		change: {
			id,
			incidentId: incidentIdOf(id, incident),
			name,
			healthy,
			from: finding.from === null ? null : known.state,
			to,
			since,
			...(isRecovery && { downtimeMs: lengthOf(incident, since), ...notWatchedIn(incident) }),
			confirmedAfter: seen,
			facts: { ...flap?.facts, ...facts },
		},
	};
}

function flappingInstead(
	{ recent }: Remembered,
	{ to }: Finding,
	{ flapping }: LookRules,
): { finding: Finding; facts: Record<string, unknown> } | undefined {
	if (to === DELETED || recent === undefined || flapping === undefined) return undefined;
	const found = beginsToFlap(recent, flapping, true);
	if (found === undefined) return undefined;
	const { since, changes, looks } = found;
	return { finding: { to: FLAPPING, since, seen: looks }, facts: { changes, looks } };
}

/** @returns a new incident; an object that goes on flapping after one continues that */
function begun(
	{ state, lastIncident }: Remembered,
	began: number,
	{ isGood }: LookRules,
	isFlapping: boolean,
): Incident {
	const key = (isFlapping ? lastIncident : undefined) ?? keyOf(began);
	return { key, began, ...(isGood(state) && { isWhole: true }) };
}

/** Short, because it is saved with each object. */
function keyOf(began: number): string {
	return began.toString(36);
}

function incidentIdOf(id: string, { key }: Incident): string {
	return `${id}#${key}`;
}

/** @returns how long an incident lasts, without the time in which nothing was watched, in milliseconds */
function lengthOf({ began, notWatched }: Incident, until: number): number {
	return Math.max(0, until - began - (notWatched?.lengthMs ?? 0));
}

function notWatchedIn({ notWatched }: Incident): Pick<Change, 'notWatchedSince'> {
	return notWatched === undefined ? {} : { notWatchedSince: notWatched.since };
}

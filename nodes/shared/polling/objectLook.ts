import { without } from '../pure/without';
import { beginsToFlap, FLAPPING, isCalm, noted, type FlappingRule } from './flapping';
import type { Remembered, Streak } from './memory';
import { elapsedMs, type Moment } from './moment';
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
	/** Interval at which an object that is not well is reported again; `undefined` for never. Milliseconds. */
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

/** Result of a look at an object. */
export interface Looked {
	/** Absent when the object is gone and that was reported. */
	remembered?: Remembered;
	told?: Told;
}

/** What is reported about an object. */
export interface Told {
	/** `null` for an object that is seen for the first time. */
	from: string | null;
	to: string;
	since: Moment;
	confirmedAfter: number;
	/** With a recovery the time the object was not well; with a reminder the time so far. */
	downtime?: { from: Moment; to: Moment };
	isReminder?: boolean;
	facts?: Record<string, unknown>;
}

/** Trouble of changing kinds has to last this many times as long as a single state. */
const RESTLESS = 2;

/** Decides what to report about an object of which nothing is remembered. */
export function firstLook(
	{ name, state, period }: Observation,
	rules: LookRules,
	now: Moment,
): Looked {
	if (state === DELETED) return {};
	const isGood = rules.isGood(state);
	const remembered: Remembered = {
		name,
		state,
		since: now,
		...(!isGood && { downSince: now }),
		period,
		...(rules.flapping && { recent: noted(undefined, isGood, now, rules.flapping) }),
	};
	if (!rules.emitInitialState) return { remembered };
	return {
		remembered: { ...remembered, ...(!isGood && { toldAt: now }) },
		told: { from: null, to: state, since: now, confirmedAfter: 1 },
	};
}

/** Decides what to report about an object that was seen before. */
export function nextLook(
	known: Remembered,
	observation: Observation,
	rules: LookRules,
	now: Moment,
): Looked {
	const before = inPeriod({ ...known, name: observation.name }, observation, rules, now);
	if (observation.state === DELETED || rules.flapping === undefined)
		return compare(before, observation.state, rules, now);
	const isGood = rules.isGood(observation.state);
	const recent = noted(before.recent, isGood, now, rules.flapping);
	const looking = { ...before, recent };
	if (before.state === FLAPPING) {
		const rest = without(looking, 'pending');
		if (!isCalm(recent, rules.flapping)) return reminded(rest, rules, now);
		const held = { since: recent.calmSince, seen: recent.looks - recent.changedIn };
		return settle(rest, observation.state, rules, { held, now });
	}
	const flapping = beginsToFlap(recent, rules.flapping);
	if (flapping === undefined) return compare(looking, observation.state, rules, now);
	return settle(looking, FLAPPING, rules, {
		held: { since: flapping.since, seen: flapping.looks },
		now,
		facts: { changes: flapping.changes, looks: flapping.looks },
	});
}

/** In a new period the state returns to that of its start, without a report. */
function inPeriod(
	known: Remembered,
	{ period }: Observation,
	{ startOfPeriod }: LookRules,
	now: Moment,
): Remembered {
	if (startOfPeriod === undefined || period === known.period) return known;
	return { name: known.name, state: startOfPeriod, since: now, period };
}

function compare(known: Remembered, state: string, rules: LookRules, now: Moment): Looked {
	const { pending, trouble: earlier, ...settled } = known;
	if (state === known.state || rules.isSame?.(known.state, state))
		return reminded(settled, rules, now);
	const isGood = rules.isGood(state);
	const held = seenAgain(pending?.state === state ? pending : undefined, now);
	const trouble = !isGood && rules.isGood(known.state) ? seenAgain(earlier, now) : undefined;
	const wanted = isGood ? rules.recoveryConfirmations : rules.confirmations;
	if (held.seen >= wanted) return settle(settled, state, rules, { held, trouble, now });
	if (trouble !== undefined && trouble.seen >= rules.confirmations * RESTLESS)
		return settle(settled, state, rules, { held: trouble, trouble, now });
	return { remembered: { ...settled, pending: { state, ...held }, ...(trouble && { trouble }) } };
}

/** Counts a look that saw the same as the one before. */
function seenAgain(before: Streak | undefined, now: Moment): Streak {
	return { since: before?.since ?? now, seen: (before?.seen ?? 0) + 1 };
}

/** What led to a state that is reported. */
interface Grounds {
	held: Streak;
	trouble?: Streak;
	now: Moment;
	facts?: Record<string, unknown>;
}

function settle(
	known: Remembered,
	state: string,
	rules: LookRules,
	{ held, trouble, now, facts }: Grounds,
): Looked {
	const { name, period, recent, downSince: wasDownSince } = known;
	const isGood = rules.isGood(state);
	const downSince = isGood ? undefined : (wasDownSince ?? trouble?.since ?? held.since);
	const isRecovery = isGood && wasDownSince !== undefined;
	const remembered: Remembered = {
		name,
		state,
		since: held.since,
		...(downSince !== undefined && { downSince, toldAt: now }),
		period,
		recent,
	};
	return {
		...(state !== DELETED && { remembered }),
		told: {
			from: known.state,
			to: state,
			since: held.since,
			confirmedAfter: held.seen,
			...(isRecovery && { downtime: { from: wasDownSince, to: held.since } }),
			facts,
		},
	};
}

/** Repeats at intervals the report of an object that is still not well. */
function reminded(
	known: Remembered,
	{ remindAfterMs = Infinity, isGood }: LookRules,
	now: Moment,
): Looked {
	const { state, since, toldAt, downSince = since } = known;
	const isDue = !isGood(state) && toldAt !== undefined && elapsedMs(toldAt, now) >= remindAfterMs;
	if (!isDue) return { remembered: known };
	return {
		remembered: { ...known, toldAt: now },
		told: {
			from: state,
			to: state,
			since,
			confirmedAfter: 1,
			downtime: { from: downSince, to: now },
			isReminder: true,
		},
	};
}

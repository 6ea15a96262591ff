import { omit } from '../text/json';
import { addToWindow, findCalm, findFlaps, type Flaps } from './flapping';
import { recordReport } from './incident';
import type { ReportRules } from './reporting';
import { DELETED, type Observation } from './snapshot';
import {
	FLAPPING,
	type Kind,
	type Report,
	type Run,
	type Status,
	type WatchedObject,
} from './watchedObject';

/** What a poll found, together with the polls before it. */
type Finding =
	/** It is healthy, and that is nothing new or not confirmed yet. */
	| 'healthy'
	/** It is unhealthy, and that is nothing new or not confirmed yet. */
	| 'unhealthy'
	/** It is healthy again, in enough polls in a row. */
	| 'recovered'
	/** It is in an unhealthy state other than the one reported, in enough polls in a row. */
	| 'failed'
	/** It is still unhealthy, and the last item about that is old enough. */
	| 'overdue'
	/** It changed too often. */
	| 'unstable'
	/** It certainly no longer exists, in enough polls in a row. */
	| 'gone';

/** The next status, and the item that is made of it; nothing remains of an object that is `forgotten`. */
interface Transition {
	becomes: Status | 'forgotten';
	report?: Kind;
}

/** From each status, with each finding. What is missing cannot occur, and changes nothing. */
const TRANSITIONS: Readonly<Record<Status, Partial<Record<Finding, Transition>>>> = {
	ok: {
		healthy: { becomes: 'ok' },
		unhealthy: { becomes: 'pending' },
		failed: { becomes: 'firing', report: 'opened' },
		unstable: { becomes: 'flapping', report: 'flapping' },
		gone: { becomes: 'forgotten', report: 'changed' },
	},
	pending: {
		healthy: { becomes: 'ok' },
		unhealthy: { becomes: 'pending' },
		failed: { becomes: 'firing', report: 'opened' },
		unstable: { becomes: 'flapping', report: 'flapping' },
		gone: { becomes: 'forgotten', report: 'changed' },
	},
	firing: {
		healthy: { becomes: 'recovering' },
		unhealthy: { becomes: 'firing' },
		recovered: { becomes: 'ok', report: 'ended' },
		failed: { becomes: 'firing', report: 'changed' },
		overdue: { becomes: 'firing', report: 'reminder' },
		unstable: { becomes: 'flapping', report: 'flapping' },
		gone: { becomes: 'forgotten', report: 'ended' },
	},
	recovering: {
		healthy: { becomes: 'recovering' },
		unhealthy: { becomes: 'firing' },
		recovered: { becomes: 'ok', report: 'ended' },
		failed: { becomes: 'firing', report: 'changed' },
		overdue: { becomes: 'firing', report: 'reminder' },
		unstable: { becomes: 'flapping', report: 'flapping' },
		gone: { becomes: 'forgotten', report: 'ended' },
	},
	flapping: {
		healthy: { becomes: 'flapping' },
		unhealthy: { becomes: 'flapping' },
		recovered: { becomes: 'ok', report: 'ended' },
		failed: { becomes: 'firing', report: 'changed' },
		overdue: { becomes: 'flapping', report: 'reminder' },
		gone: { becomes: 'forgotten', report: 'ended' },
	},
};

/** Unhealthy states that keep changing have to last this many times as long as a single one. */
const RESTLESS = 2;

/** When a poll takes place. */
export interface PollTime {
	/** When it began. */
	now: number;
	/** Its number. */
	poll: number;
	/** The usual time between two polls, in milliseconds; 0 while that is not known. */
	intervalMs: number;
}

/** A finding, with the state that is reported because of it. */
interface Verdict {
	finding: Finding;
	to: string;
	since: number;
	confirmedAfter: number;
	flaps?: Flaps;
}

/**
 * Adds an observation to what is known of an object. Pure: nothing given is modified.
 * @param before what is known; absent for an object that is seen for the first time
 * @returns what is known then, unless it is forgotten, and what is to be reported
 */
export function observe(
	before: WatchedObject | undefined,
	observation: Observation,
	rules: ReportRules,
	time: PollTime,
): { object?: WatchedObject; report?: Report } {
	const isNew = before === undefined && observation.wasHealthy !== true;
	if (before === undefined && observation.state === DELETED) return {};
	if (isNew) return meet(observation, rules, time);
	const assumed: WatchedObject = {
		name: observation.name,
		status: 'ok',
		state: rules.healthyState,
		since: time.now,
	};
	const object = addObservation(before ?? assumed, observation, rules, time);
	const verdict = judge(object, observation, rules, time);
	const { status } = object;
	const { becomes, report: kind } = TRANSITIONS[status][verdict.finding] ?? { becomes: status };
	if (kind === undefined) return { object: { ...object, status: becomes as Status } };
	const state = omit(verdict, 'finding');
	const told = recordReport(object, { ...state, kind, from: object.state }, rules, time.now);
	return becomes === 'forgotten'
		? { report: told.report }
		: { object: { ...told.object, status: becomes }, report: told.report };
}

/** Meets an object for the first time. Its state is remembered, and reported if the user wants that. */
function meet(
	observation: Observation,
	rules: ReportRules,
	time: PollTime,
): { object: WatchedObject; report?: Report } {
	const { name, state } = observation;
	const { now } = time;
	const isHealthy = state === rules.healthyState;
	const begun: WatchedObject = { name, status: isHealthy ? 'ok' : 'firing', state, since: now };
	if (!isHealthy) begun.incident = { began: now };
	const object = addObservation(begun, observation, rules, time);
	// That a level is not reached is no news.
	if (!rules.emitInitialState || (rules.isLevel && isHealthy)) return { object };
	const kind = isHealthy ? 'changed' : 'opened';
	const first = { kind, from: null, to: state, since: now, confirmedAfter: 1 } as const;
	return recordReport(object, first, rules, now);
}

/** @returns what is known of an object with one more observation */
export function addObservation(
	before: WatchedObject,
	{ name, state }: Observation,
	{ healthyState, flapping }: ReportRules,
	{ now, poll, intervalMs }: PollTime,
): WatchedObject {
	const { streak, trouble, window, status } = before;
	const isHealthy = state === healthyState;
	const isOutside = status === 'ok' || status === 'pending';
	const object: WatchedObject = {
		...before,
		name,
		streak: { ...extend(streak?.state === state ? streak : undefined, now), state },
		trouble: isHealthy || !isOutside ? undefined : extend(trouble, now),
		checkedIn: poll,
	};
	if (flapping === undefined || state === DELETED) return object;
	object.window = addToWindow(window, isHealthy, flapping, { now, intervalMs });
	const isRecent = object.window.marks.some(({ since }) => since === before.ended?.endedAt);
	if (!isRecent) delete object.ended;
	return object;
}

function extend(run: Run | undefined, now: number): Run {
	return run === undefined ? { since: now, seen: 1 } : { since: run.since, seen: run.seen + 1 };
}

/** @returns what a poll found about an object, its observation included */
export function judge(
	object: WatchedObject,
	{ state }: Observation,
	rules: ReportRules,
	time: PollTime,
): Verdict {
	const confirmed = findConfirmed(object, state, rules);
	if (state === DELETED) return confirmed ?? describeUnconfirmed(object, state, rules);
	const { flapping: rule, healthyState } = rules;
	const { window, status } = object;
	if (rule !== undefined && window !== undefined) {
		if (status === 'flapping') {
			const calm = findCalm(window, rule);
			const finding = state === healthyState ? 'recovered' : 'failed';
			if (calm !== undefined) return { finding, to: state, ...calm };
			return (
				findOverdue(object, FLAPPING, rules, time) ?? describeUnconfirmed(object, state, rules)
			);
		}
		const flaps = findFlaps(window, rule, confirmed !== undefined);
		if (flaps !== undefined) {
			const { since, checks: confirmedAfter } = flaps;
			return { finding: 'unstable', to: FLAPPING, since, confirmedAfter, flaps };
		}
	}
	return (
		confirmed ??
		findOverdue(object, state, rules, time) ??
		describeUnconfirmed(object, state, rules)
	);
}

/** @returns a state other than the one reported last, if it was seen often enough */
function findConfirmed(
	{ streak, trouble, state: reported, status }: WatchedObject,
	to: string,
	{ confirmations, recoveryConfirmations, healthyState }: ReportRules,
): Verdict | undefined {
	if (to === reported || streak === undefined) return undefined;
	if (status === 'flapping' && to !== DELETED) return undefined;
	const { since, seen: confirmedAfter } = streak;
	if (to === healthyState) {
		if (confirmedAfter < recoveryConfirmations) return undefined;
		return { finding: 'recovered', to, since, confirmedAfter };
	}
	const finding = to === DELETED ? 'gone' : 'failed';
	if (confirmedAfter >= confirmations) return { finding, to, since, confirmedAfter };
	if (trouble === undefined || trouble.seen < confirmations * RESTLESS) return undefined;
	return { finding, to, since: trouble.since, confirmedAfter: trouble.seen };
}

/** An unhealthy object is reported again, in whatever state it now is, when it is time for that. */
function findOverdue(
	{ streak, state: reported, since, incident }: WatchedObject,
	to: string,
	{ remindAfterMs, healthyState }: ReportRules,
	{ now, intervalMs }: PollTime,
): Verdict | undefined {
	if (remindAfterMs === undefined || incident === undefined || to === healthyState)
		return undefined;
	// Polls are not on the second: the one that is closest to the time is the right one.
	const { reportedAt = incident.began, seen = 1 } = incident;
	if (now - reportedAt < remindAfterMs - intervalMs / 2) return undefined;
	if (to === reported || streak === undefined)
		return { finding: 'overdue', to, since, confirmedAfter: seen };
	return { finding: 'overdue', to, since: streak.since, confirmedAfter: streak.seen };
}

function describeUnconfirmed(
	{ since }: WatchedObject,
	to: string,
	{ healthyState }: ReportRules,
): Verdict {
	const finding = to === healthyState ? 'healthy' : 'unhealthy';
	return { finding, to, since, confirmedAfter: 0 };
}

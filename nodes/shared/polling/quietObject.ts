import { omit } from '../text/json';
import { recordReport } from './incident';
import type { PollState } from './memory';
import { addObservation, judge, observe, type PollTime } from './objectState';
import type { ReportRules } from './reporting';
import type { Observation } from './snapshot';
import type { Report, Status, WatchedObject } from './watchedObject';

/** When a poll takes place, and since when nothing is reported. */
export interface QuietPollTime extends PollTime {
	/** Since when nothing is reported of any object; absent where that is not so. */
	quietSince?: number;
}

/** What is known of an object, and what is to be reported: at the end of a quiet time, an end and what came after it. */
interface Observed {
	object?: WatchedObject;
	reports: Report[];
}

/** In each status, the next one while nothing is reported. */
const QUIETLY: Readonly<Record<Status, { healthy: Status; unhealthy: Status }>> = {
	ok: { healthy: 'ok', unhealthy: 'pending' },
	pending: { healthy: 'ok', unhealthy: 'pending' },
	firing: { healthy: 'recovering', unhealthy: 'firing' },
	recovering: { healthy: 'recovering', unhealthy: 'firing' },
	flapping: { healthy: 'flapping', unhealthy: 'flapping' },
};

/** Whether nothing is reported of an object at present. */
export function isQuiet(
	{ isInMaintenance = false }: Partial<Observation>,
	{ quiet }: Pick<ReportRules, 'quiet'>,
	{ quietSince }: Pick<QuietPollTime, 'quietSince'>,
): boolean {
	return quietSince !== undefined || (isInMaintenance && quiet?.isQuietInMaintenance === true);
}

/** @returns since when nothing is reported of any object; as before while the fields cannot be read */
export function findQuietSince(
	{ quietSince, polledAt, clockSetMs }: Pick<PollState, 'quietSince' | 'polledAt' | 'clockSetMs'>,
	rules: ReportRules | undefined,
): number | undefined {
	if (rules === undefined) return quietSince;
	const isQuietNow = rules.quiet?.isQuiet(polledAt + clockSetMs) === true;
	return isQuietNow ? (quietSince ?? polledAt) : undefined;
}

/**
 * Adds an observation to what is known of an object. In a quiet time it is only remembered. With the first observation
 * after it, what is still unhealthy is reported, and the end of an incident that was reported before. Pure: nothing
 * given is modified.
 */
export function observeWithQuiet(
	before: WatchedObject | undefined,
	observation: Observation,
	rules: ReportRules,
	time: QuietPollTime,
): Observed {
	if (isQuiet(observation, rules, time)) {
		const quietSince = before?.quietSince ?? time.quietSince ?? time.now;
		const object = observeQuietly(before, observation, rules, { ...time, quietSince });
		return { object, reports: [] };
	}
	if (before?.quietSince !== undefined) return endQuiet(before, observation, rules, time);
	const { object, report } = observe(before, observation, rules, time);
	return { object, reports: report === undefined ? [] : [report] };
}

/** Remembers an observation. Only the end of an incident counts at once: what comes after it is another one. */
function observeQuietly(
	before: WatchedObject | undefined,
	observation: Observation,
	rules: ReportRules,
	time: PollTime & { quietSince: number },
): WatchedObject | undefined {
	const { state } = observation;
	const isHealthy = state === rules.healthyState;
	if (before === undefined) {
		const silent = { ...rules, emitInitialState: false, flapping: undefined };
		const met = observe(undefined, observation, silent, time);
		return met.object === undefined ? undefined : noteQuiet(met.object, time.quietSince);
	}
	// Changes do not count for flapping, but calm ends it.
	const flapping = before.status === 'flapping' ? rules.flapping : undefined;
	const silent = { ...rules, flapping, remindAfterMs: undefined };
	const object = addObservation(before, observation, silent, time);
	const { finding, to, since, confirmedAfter } = judge(object, observation, silent, time);
	if (finding !== 'recovered') {
		const status = QUIETLY[object.status][isHealthy ? 'healthy' : 'unhealthy'];
		return noteQuiet({ ...object, status }, time.quietSince);
	}
	const { incident } = object;
	const isWithin = incident?.reportedAt === undefined && (incident?.began ?? 0) >= time.quietSince;
	// What began and ended within the quiet time is not reported.
	if (isWithin)
		return { ...omit(object, 'incident', 'quietSince'), status: 'ok', state: to, since };
	const told = { kind: 'ended', from: object.state, to, since, confirmedAfter } as const;
	const ended = recordReport(object, told, rules, time.now);
	return noteQuiet({ ...ended.object, status: 'ok', held: ended.report }, time.quietSince);
}

/** @returns an object about which something may have to be reported when the quiet time ends, or not */
function noteQuiet(object: WatchedObject, quietSince: number): WatchedObject {
	const isNothingHeld = object.status === 'ok' && object.held === undefined;
	return isNothingHeld ? omit(object, 'quietSince') : { ...object, quietSince };
}

/** Reports what a quiet time has left to report. */
function endQuiet(
	{ held, quietSince, ...before }: WatchedObject,
	observation: Observation,
	rules: ReportRules,
	time: PollTime,
): Observed {
	// What is still unhealthy is due, whenever it was last reported.
	const { object, report } = observe(before, observation, { ...rules, remindAfterMs: 0 }, time);
	const reports = [held, report].filter((each) => each !== undefined).map(nameOpening);
	const isUndecided =
		report === undefined && (object?.status === 'pending' || object?.status === 'recovering');
	return {
		object: isUndecided ? { ...object, quietSince } : object,
		reports: reports.map((each) => ({ ...each, quietSince })),
	};
}

/** The first item about an incident opens it. */
function nameOpening(report: Report): Report {
	const { kind, incident } = report;
	const isFirst = kind === 'reminder' && incident?.reportedAt === undefined;
	return isFirst ? { ...report, kind: 'opened' } : report;
}

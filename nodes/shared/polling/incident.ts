import { omit } from '../text/json';
import { addReport } from './flapping';
import type { ReportRules } from './reporting';
import { DELETED } from './snapshot';
import {
	FLAPPING,
	UNMONITORED,
	type Incident,
	type Kind,
	type Report,
	type WatchedObject,
} from './watchedObject';

/** A state that is reported, before the incident it belongs to is known. */
type ReportedState = Omit<Report, 'incident'>;

/** @returns the report of a state, and what is known of the object once it is reported */
export function recordReport(
	object: WatchedObject,
	told: ReportedState,
	{ healthyState }: Pick<ReportRules, 'healthyState'>,
	now: number,
): { object: WatchedObject; report: Report } {
	const { to, since } = told;
	const isHealthy = to === healthyState;
	const isOver = isHealthy || to === DELETED;
	const open = isOver ? object.incident : (object.incident ?? beginIncident(object, told));
	const known: WatchedObject = { ...object, state: to, since };
	if (object.window !== undefined && told.kind !== 'reminder')
		known.window = addReport(object.window, now);
	const kind = nameKind(told.kind, open);
	if (open === undefined) return { object: known, report: { ...told, kind } };
	const incident = { ...open, key: getKey(open), endedAt: isOver ? since : undefined };
	const report = { ...told, kind, incident };
	if (isOver) return { object: closeIncident(known, open, isHealthy ? now : undefined), report };
	delete known.trouble;
	delete known.ended;
	known.incident = { ...open, reportedAt: now, seen: told.confirmedAfter };
	return { object: known, report };
}

/** The first item about an incident opens it, also where it was under way when the object was first seen. */
function nameKind(kind: Kind, incident: Incident | undefined): Kind {
	const isFirst = incident !== undefined && incident.reportedAt === undefined;
	return kind === 'changed' && isFirst ? 'opened' : kind;
}

/** @param endedAt when its end was reported, where the object is healthy again: flapping may continue the incident */
function closeIncident(
	object: WatchedObject,
	incident: Incident,
	endedAt: number | undefined,
): WatchedObject {
	const known = omit(object, 'incident');
	const isContinued = endedAt !== undefined && object.window !== undefined;
	return isContinued
		? { ...known, ended: { ...omit(incident, 'reportedAt', 'seen'), endedAt } }
		: known;
}

/** @returns a new incident of an object that was healthy; flapping continues the one that just ended */
function beginIncident({ ended, trouble }: WatchedObject, { to, since }: ReportedState): Incident {
	if (to !== FLAPPING) return { began: trouble?.since ?? since, isWhole: true };
	if (ended === undefined) return { began: since, isWhole: true };
	return { ...omit(ended, 'endedAt'), key: getKey(ended) };
}

/** @returns the end of a reported incident of an object that is no longer watched */
export function endUnmonitored(
	{ incident, state: from }: Pick<WatchedObject, 'incident' | 'state'>,
	now: number,
): Report | undefined {
	if (incident?.reportedAt === undefined) return undefined;
	return {
		kind: 'ended',
		from,
		to: UNMONITORED,
		since: now,
		confirmedAfter: 1,
		incident: { ...incident, key: getKey(incident), endedAt: now },
	};
}

/** @returns what distinguishes an incident from the others of its object */
export function getKey({ key, began }: Pick<Incident, 'began' | 'key'>): string {
	return key ?? began.toString(36);
}

import type { IDataObject } from 'n8n-workflow';

import { omitUndefined } from '../text/json';
import type { Heartbeat } from './heartbeat';

const SECOND_MS = 1000;

/** What belongs to the poll that gives a heartbeat. */
interface HeartbeatContext {
	/** The value of the event. */
	event: string;
	/** Since when nothing is reported, and how far the wall clock is ahead of that and of all times. */
	quietSince?: number;
	clockSetMs: number;
}

/** Makes the item of a heartbeat: the fields that `docs/trigger.md` explains. */
export function makeHeartbeatItem(
	heartbeat: Heartbeat,
	{ event, quietSince, clockSetMs }: HeartbeatContext,
): IDataObject {
	const { healthyCount, unhealthyCount, unknownCount, endpoints } = heartbeat;
	const { lastAt, periodMs, oldestCheckMs } = heartbeat;
	const toDate = (at: number | undefined): string | undefined =>
		at === undefined ? undefined : new Date(at + clockSetMs).toISOString();
	const item = {
		summary: summarize(heartbeat),
		healthy: true,
		kind: 'heartbeat',
		watched: healthyCount + unhealthyCount + unknownCount,
		healthyCount,
		unhealthyCount,
		unknownCount,
		oldestCheckSeconds: Math.round(oldestCheckMs / SECOND_MS),
		quietSince: toDate(quietSince),
		lastHeartbeatAt: toDate(lastAt) ?? null,
		periodSeconds: Math.round(periodMs / SECOND_MS),
		event,
		endpoints,
	};
	return omitUndefined(item) as unknown as IDataObject;
}

/** Such as `The watch works: 10 of 12 are healthy, 1 is unhealthy, 1 is unknown`. */
function summarize({ healthyCount, unhealthyCount, unknownCount }: Heartbeat): string {
	const all = healthyCount + unhealthyCount + unknownCount;
	if (all === 0) return 'The watch works: there is currently nothing to watch';
	const parts = [`${healthyCount} of ${all} ${verb(healthyCount)} healthy`];
	if (unhealthyCount > 0) parts.push(`${unhealthyCount} ${verb(unhealthyCount)} unhealthy`);
	if (unknownCount > 0) parts.push(`${unknownCount} ${verb(unknownCount)} unknown`);
	return `The watch works: ${parts.join(', ')}`;
}

function verb(count: number): string {
	return count === 1 ? 'is' : 'are';
}

import type { IDataObject } from 'n8n-workflow';

import { waitLimits } from '../../../shared/fields/waitProperties';
import type { CallBody, Query } from '../../../shared/managementApi/requestParts';
import { nameTraces } from '../../../shared/managementApi/traces';
import type { OperationContext } from '../../../shared/run/session';
import { isRecord } from '../../../shared/text/json';
import { field, type Property } from '../../../shared/values/field';
import { PINS_PATH, pinSort } from './pinList';
import { pinWaitLimits, waitForPin } from './waitUntilPinned';

/** How many of the latest pins are searched. */
const LATEST = 100;

/** The fields by which an operation that pins also waits. */
export const pinWaitProperties = [
	field('boolean', 'Wait Until Pinned', 'waitUntilPinned', {
		description:
			'Whether to continue only when the content can be accessed by its CID, instead of as soon as it is accepted',
	}),
	...pinWaitLimits.map((property) => ({
		...property,
		displayOptions: { show: { waitUntilPinned: [true] } },
	})),
] as const satisfies readonly Property[];

type PinWait = Parameters<typeof waitLimits>[0] & { waitUntilPinned: boolean };

/** A request that pins, and which pins can come from it. */
export interface PinRequest {
	path: string;
	thing: string;
	body: CallBody;
	/** Filters of the list of pins: its bucket, its folder. */
	place: Query;
	/** @returns whether a pin of that place can come from this request */
	matches(pin: IDataObject): boolean;
	/** The minimum number of pins that it makes. */
	least: number;
}

/**
 * Sends a request that pins. If its outcome is unclear, searches once for what it may have pinned.
 *
 * @param wait how to wait later, which is checked first
 * @returns the new pins
 * @throws Problem
 */
export async function createPins(
	{ path, thing, body, place, matches, least }: PinRequest,
	wait: PinWait,
	context: OperationContext,
): Promise<IDataObject[]> {
	if (wait.waitUntilPinned) waitLimits(wait);
	const query = { ...place, sort: pinSort('created_at', 'desc'), limit: LATEST };
	const { api } = context;
	const traces = { list: api.list(PINS_PATH, query), matches };
	const read = (answer: unknown): IDataObject[] | undefined => {
		const pins = findPins(answer);
		return pins !== undefined && pins.length >= least ? pins : undefined;
	};
	return await api.create(path, thing, body, read).catch(nameTraces(traces, context));
}

/**
 * Finds the pin records in the answer to a request that pins: a list as documented, a list inside
 * `results` or `data`, or a single one.
 */
function findPins(answer: unknown): IDataObject[] | undefined {
	if (Array.isArray(answer)) return answer.every(isRecord) ? (answer as IDataObject[]) : undefined;
	if (!isRecord(answer)) return undefined;
	const inside = answer.results ?? answer.data;
	if (inside !== undefined) return findPins(inside);
	return 'id' in answer || 'cid' in answer ? [answer as IDataObject] : undefined;
}

/** @returns a new pin: once it is pinned where that is wanted, otherwise as it is, with a hint that the rest follows */
export async function followPin(
	created: IDataObject,
	{ waitUntilPinned: waits, ...limits }: PinWait,
	context: OperationContext,
): Promise<IDataObject> {
	const { id, cid } = created;
	if (typeof id !== 'string') return created;
	if (waits) {
		const { pin, wait } = await waitForPin(id, limits, context);
		return { ...pin, wait };
	}
	if (!cid)
		context.hint(
			"The CID and the public link come later: turn on 'Wait Until Pinned', or read them with IPFS, Wait Until Pinned or Get.",
		);
	return created;
}

import type { IDataObject } from 'n8n-workflow';

import { createOrFindTraces } from '../../../shared/managementApi/createOrFindTraces';
import type { Query } from '../../../shared/managementApi/query';
import type { OperationContext } from '../../../shared/run/session';
import { PINS_PATH } from './pinList';
import { createdPins } from './pinRecords';
import { pinSort } from './pinSort';

/** How many of the latest pins are searched. */
const LATEST = 100;

/** Which pins can come from a request. */
export interface PinSearch {
	/** Filters of the list of pins: its bucket, its folder. */
	place: Query;
	/** @returns whether a pin of that place can come from this request */
	matches(pin: IDataObject): boolean;
	/** The minimum number of pins that a request makes. */
	least: number;
}

/**
 * Sends a request that pins. If its outcome is unclear, searches once for what it may have pinned.
 *
 * @returns the new pins
 * @throws Problem
 */
export async function pinOrFindTraces(
	{ api, createdIds }: Pick<OperationContext, 'api' | 'createdIds'>,
	{ place, matches, least }: PinSearch,
	send: () => Promise<unknown>,
): Promise<IDataObject[]> {
	const query = { ...place, sort: pinSort('created_at', 'desc'), limit: LATEST };
	const search = { path: PINS_PATH, query, matches, known: createdIds };
	return await createOrFindTraces(api, search, async () => createdPins(await send(), least));
}

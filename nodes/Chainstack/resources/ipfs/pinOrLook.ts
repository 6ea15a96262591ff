import type { IDataObject } from 'n8n-workflow';

import type { Tools } from '../../../shared/items/tools';
import { createOrLook } from '../../../shared/platform/createdSince';
import { PINS_PATH } from './pinList';
import { createdPins } from './pinRecords';
import { pinSort } from './pinSort';

/** As many of the latest pins as are looked through. */
const LATEST = 100;

/**
 * Sends a request that pins. If its outcome is unclear, looks once for what it may have pinned.
 *
 * @param matches whether a pin of the bucket can stem from this request
 * @returns the new pins
 * @throws Problem
 */
export async function pinOrLook(
	{ api, createdIds }: Pick<Tools, 'api' | 'createdIds'>,
	bucketId: string,
	matches: (pin: IDataObject) => boolean,
	send: () => Promise<unknown>,
): Promise<IDataObject[]> {
	const query = { bucket_id: bucketId, sort: pinSort('created_at', 'desc'), limit: LATEST };
	const search = { path: PINS_PATH, query, matches, known: createdIds };
	return await createOrLook(api, search, async () => createdPins(await send(), 1));
}

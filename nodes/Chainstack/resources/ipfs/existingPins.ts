import type { IDataObject } from 'n8n-workflow';

import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import { buildQuery } from '../../../shared/managementApi/query';
import { listPins } from './listPins';
import { findPinFault } from './pinFields';
import type { Upload } from './uploads';

/** Where something is pinned; without a folder, in the root of the bucket. */
export interface PinPlace {
	bucketId: string;
	folderId?: string;
}

/**
 * Looks for the pins of files, by their place, title and size.
 * @returns for each file its pin, `undefined` where there is none
 * @throws Problem
 */
export async function findExistingPins(
	uploads: readonly Upload[],
	place: PinPlace,
	api: PlatformClient,
): Promise<Array<IDataObject | undefined>> {
	const found: Array<IDataObject | undefined> = [];
	for (const upload of uploads) found.push(await findExistingPin(upload, place, api));
	return found;
}

async function findExistingPin(
	{ file, title = file.name }: Upload,
	{ bucketId, folderId = '' }: PinPlace,
	api: PlatformClient,
): Promise<IDataObject | undefined> {
	// The service denotes the root by an empty folder.
	const query = { ...buildQuery({ bucketId, q: title }), folder_id: folderId };
	for await (const pin of listPins(api, query)) {
		if (pin.title !== title || findPinFault(pin) !== undefined) continue;
		if (String(pin.folder_id ?? folderId) !== folderId) continue;
		// Until it is pinned, it may have no size.
		const size = Number(pin.size);
		if (!(size > 0) || size === file.size) return { ...pin, alreadyExisted: true };
	}
	return undefined;
}

import { ipfsError } from '../http/errors.mts';
import type { PinRecord } from '../records.mts';
import type { Store } from '../state.mts';

/** Where a pin lies: a bucket, and in it a folder or (null) the root. */
export interface Place {
	bucketId: string;
	folderId: string | null;
}

/** What is to be pinned. `size` in bytes. */
export interface NewPin {
	title: string;
	cid: string;
	size: number;
	cidKnown: boolean;
}

/**
 * The place a request names. Buckets and folders are made in the platform's console only, so one
 * that does not exist is the client's mistake.
 * @throws HttpError 400 in the IPFS form
 */
export function placeOf(
	store: Store,
	bucketId: string | undefined,
	folderId: string | undefined,
): Place {
	const folder = folderId ? store.folders.get(folderId) : undefined;
	if (folderId && folder === undefined) {
		throw ipfsError(400, 'NOT_FOUND', `Folder ${folderId} does not exist.`, 'folder_id');
	}
	if (!bucketId && folder === undefined) {
		throw ipfsError(400, 'REQUIRED', 'bucket_id is required.', 'bucket_id');
	}
	if (bucketId && !store.buckets.has(bucketId)) {
		throw ipfsError(400, 'NOT_FOUND', `Bucket ${bucketId} does not exist.`, 'bucket_id');
	}
	if (folder !== undefined && bucketId && folder.bucketId !== bucketId) {
		throw ipfsError(400, 'INVALID', `Folder ${folderId} is not in this bucket.`, 'folder_id');
	}
	return { bucketId: bucketId || (folder?.bucketId ?? ''), folderId: folder?.id ?? null };
}

/** The pins at a place, oldest first. */
export function pinsAt(store: Store, { bucketId, folderId }: Place): PinRecord[] {
	return [...store.pins.values()].filter(
		(pin) => pin.bucketId === bucketId && pin.folderId === folderId,
	);
}

/**
 * Adds pins to a place: all or none.
 * @throws HttpError 400 in the IPFS form when a title or a content is there already
 */
export function addPins(store: Store, place: Place, news: NewPin[]): PinRecord[] {
	const taken: Array<{ title: string; cid: string }> = pinsAt(store, place);
	for (const pin of news) {
		if (pin.title.length > 255) {
			throw ipfsError(400, 'TOO_LONG', 'A title has at most 255 characters.', 'title');
		}
		if (taken.some(({ title }) => title === pin.title)) {
			throw ipfsError(400, 'ALREADY_EXISTS', `"${pin.title}" is already in use here.`, 'title');
		}
		if (taken.some(({ cid }) => cid === pin.cid)) {
			const message = `The content of "${pin.title}" is already pinned here.`;
			throw ipfsError(400, 'ALREADY_EXISTS', message, pin.cidKnown ? 'cid' : 'file');
		}
		taken.push(pin);
	}
	const now = store.clock.now();
	return news.map((pin) => {
		const record: PinRecord = {
			...pin,
			...place,
			id: store.ids.nextStorage('PIN'),
			itemCount: 1,
			createdAt: now,
			readyAt: now + store.deployment.ms,
			outcome: store.deployment.pinOutcome,
		};
		store.pins.set(record.id, record);
		return record;
	});
}

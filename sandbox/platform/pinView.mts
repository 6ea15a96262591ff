import { isoTime } from '../clock.mts';
import type { FolderRecord, JsonObject, PinRecord } from '../records.mts';
import type { Store } from '../state.mts';

const publicGateway = 'https://ipfsgw.com/ipfs';

/** A pin as the API shows it. CID and link of an upload are null until it is pinned. */
export function pinView(store: Store, pin: PinRecord): JsonObject {
	const status = store.statusOfPin(pin);
	const done = status !== 'pinning';
	const cid = status === 'error' ? 'error' : pin.cid;
	return {
		id: pin.id,
		cid: done || pin.cidKnown ? cid : null,
		type: 'file',
		title: pin.title,
		status,
		size: pin.size,
		item_count: pin.itemCount,
		created_at: isoTime(pin.createdAt),
		updated_at: isoTime(done ? pin.readyAt : pin.createdAt),
		bucket_id: pin.bucketId,
		folder_id: pin.folderId,
		public_link: status === 'pinned' ? `${publicGateway}/${pin.cid}` : null,
		...people(store),
	};
}

/** A folder in the list of its bucket's root. Folders are mutable, so they have no CID. */
export function folderView(store: Store, folder: FolderRecord): JsonObject {
	const inside = [...store.pins.values()].filter((pin) => pin.folderId === folder.id);
	return {
		id: folder.id,
		cid: null,
		type: 'folder',
		title: folder.title,
		status: 'pinned',
		size: inside.reduce((sum, pin) => sum + pin.size, 0),
		item_count: inside.length,
		created_at: isoTime(folder.createdAt),
		updated_at: isoTime(folder.createdAt),
		bucket_id: folder.bucketId,
		folder_id: null,
		public_link: null,
		...people(store),
	};
}

function people({ organization, user }: Store): JsonObject {
	return {
		owner: { id: organization.id, name: organization.name },
		creator: { id: user.id, name: `${user.firstName} ${user.lastName}` },
	};
}

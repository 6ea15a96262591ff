import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitOf } from '../contract/contract.mts';
import { isJsonObject, parseJson } from '../http/body.mts';
import { ipfsError, type HttpError } from '../http/errors.mts';
import { uploadLimit, type Form } from '../http/form.mts';
import { queryOf, type WithId } from '../http/listing.mts';
import { isoTime, type FolderRecord, type JsonObject, type PinRecord } from '../records.mts';
import { user } from '../seed.mts';
import type { Store } from '../state.mts';

/** Where a pin lies: a bucket, and in it a folder or (null) the root. */
type Place = Pick<PinRecord, 'bucketId' | 'folderId'>;

/** A thing to be pinned. `size` in bytes. */
type NewPin = Pick<PinRecord, 'title' | 'cid' | 'size' | 'cidKnown'>;

const mostPerList = 1000;
const longestTitle = limitOf('pins.title');
/** A CID of version 0 (`Qm…`) or of version 1 in base32 (`b…`). */
const cidForm = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,})$/;

/** Reading and deleting pins, and the four ways to pin: a file, several files, a folder, a CID. */
export function pinRoutes(app: FastifyInstance, store: Store): void {
	const path = '/v1/ipfs/pins';
	const find = ({ params: { id } }: WithId): PinRecord => {
		const pin = store.pins.get(id);
		if (pin === undefined) {
			const status = app.contract.statusOf('pins.missing');
			throw ipfsError(status, 'NOT_FOUND', 'There is no such pin.', 'id');
		}
		return pin;
	};
	const views = (pins: PinRecord[]): JsonObject[] => pins.map((pin) => pinView(store, pin));

	app.get(path, (request) => {
		const query = queryOf(request);
		const found = sorted(matching(listed(store, query), query.q), query.sort);
		const offset = wholeNumber(query, 'offset', 0);
		const limit = Math.min(wholeNumber(query, 'limit', store.settings.pageSize), mostPerList);
		return {
			count: found.length,
			file_count: found.filter(({ type }) => type === 'file').length,
			folder_count: found.filter(({ type }) => type === 'folder').length,
			folderTitle: store.folders.get(query.folder_id ?? '')?.title ?? null,
			results: found.slice(offset, offset + limit),
		};
	});

	app.get(`${path}/:id`, (request: WithId) => pinView(store, find(request)));

	app.delete(`${path}/:id`, (request: WithId) => {
		const pin = find(request);
		const view = pinView(store, pin);
		store.pins.delete(pin.id);
		return view;
	});

	app.post(`${path}/pinfile`, (request) => {
		const form = formOf(request);
		if (newPins(form).length !== 1) throw invalid('Exactly one file is expected.', 'file');
		return views(addPins(store, formPlace(store, form, true), newPins(form)))[0];
	});

	app.post(`${path}/pinfiles`, (request) => {
		const form = formOf(request);
		if (newPins(form).length === 0) throw required('file');
		return views(addPins(store, formPlace(store, form, true), newPins(form)));
	});

	// The effects of the real operation beyond its one-line description are unknown. Here it answers with
	// what the folder holds.
	app.post(`${path}/pinfolder`, (request) => {
		const place = formPlace(store, formOf(request), false);
		return views(pinsAt(store, place));
	});

	app.post(`${path}/pinbycid`, (request) => {
		const body = parseJson(request.body);
		if (!isJsonObject(body)) throw invalid('A JSON object is expected.');
		const [bucketId, folderId, cid = '', title] = ['bucket_id', 'folder_id', 'cid', 'title'].map(
			(field) => (typeof body[field] === 'string' ? body[field] : undefined),
		);
		if (bucketId === undefined) throw required('bucket_id');
		if (!cidForm.test(cid)) throw invalid(`"${cid}" is not a CID.`, 'cid');
		const pin = { title: title || cid, cid, size: 0, cidKnown: true };
		return views(addPins(store, placeOf(store, bucketId, folderId), [pin]));
	});
}

function invalid(message: string, field?: string): HttpError {
	return ipfsError(400, 'INVALID', message, field);
}

function required(field: string): HttpError {
	return ipfsError(400, 'REQUIRED', `${field} is required.`, field);
}

/** A pin as the API shows it. CID and link of an upload are null until it is pinned. */
function pinView(store: Store, pin: PinRecord, itemCount = 1): JsonObject {
	const { id, title, size, bucketId: bucket_id, folderId: folder_id } = pin;
	const status = store.statusOfPin(pin);
	const isDone = status !== 'pinning';
	const cid = status === 'error' ? 'error' : pin.cid;
	return {
		id,
		cid: isDone || pin.cidKnown ? cid : null,
		type: 'file',
		title,
		status,
		size,
		item_count: itemCount,
		created_at: isoTime(pin.createdAt),
		updated_at: isoTime(isDone ? pin.readyAt : pin.createdAt),
		bucket_id,
		folder_id,
		public_link: status === 'pinned' ? `https://ipfsgw.com/ipfs/${pin.cid}` : null,
		owner: { ...store.organization },
		creator: { id: user.id, name: `${user.first_name} ${user.last_name}` },
	};
}

/** A folder in the list of its bucket's root. Folders are mutable, so they have no CID. */
function folderView(store: Store, folder: FolderRecord): JsonObject {
	const inside = [...store.pins.values()].filter((pin) => pin.folderId === folder.id);
	const size = inside.reduce((sum, pin) => sum + pin.size, 0);
	const { createdAt: readyAt } = folder;
	const like = { folderId: null, cid: '', readyAt, outcome: 'pinned', cidKnown: false } as const;
	const view = pinView(store, { ...folder, ...like, size }, inside.length);
	return { ...view, cid: null, type: 'folder', public_link: null };
}

/**
 * Folders and pins. Without `folder_id` those of all the bucket; with an empty one those of its root.
 * Folders lie in the root, so a list of a folder's content has none.
 */
function listed(store: Store, { bucket_id, folder_id }: Record<string, string>): JsonObject[] {
	const inBucket = <T extends FolderRecord>(records: Map<string, T>): T[] =>
		[...records.values()].filter(({ bucketId }) => !bucket_id || bucketId === bucket_id);
	const pins = inBucket(store.pins).filter(
		({ folderId }) => folder_id === undefined || folderId === (folder_id || null),
	);
	const folders = folder_id ? [] : inBucket(store.folders);
	return [
		...folders.map((folder) => folderView(store, folder)),
		...pins.map((pin) => pinView(store, pin)),
	];
}

function matching(views: JsonObject[], text = ''): JsonObject[] {
	const wanted = text.toLowerCase();
	return views.filter(({ title, cid }) =>
		[title, cid].some((value) => String(value).toLowerCase().includes(wanted)),
	);
}

/** `sort` is JSON, `{"field":"created_at","order":"desc"}`; the documentation writes ID and CID. */
function sorted(views: JsonObject[], sort: string | undefined): JsonObject[] {
	if (!sort) return views;
	const wish = parseJson(sort);
	if (!isJsonObject(wish) || typeof wish.field !== 'string') {
		throw invalid('sort must be JSON with field and order.', 'sort');
	}
	const field = wish.field.toLowerCase();
	if (views.length > 0 && !Object.hasOwn(views[0], field)) {
		throw invalid(`There is no field "${wish.field}" to sort by.`, 'sort');
	}
	const direction = String(wish.order).toLowerCase() === 'desc' ? -1 : 1;
	const text = (value: unknown): string => String((isJsonObject(value) ? value.name : value) ?? '');
	return views.toSorted(({ [field]: a }, { [field]: b }) => {
		const areNumbers = typeof a === 'number' && typeof b === 'number';
		return direction * (areNumbers ? a - b : text(a).localeCompare(text(b), 'en'));
	});
}

function wholeNumber(query: Record<string, string>, field: string, fallback: number): number {
	const number = query[field] ? Number(query[field]) : fallback;
	if (!Number.isInteger(number) || number < 0) {
		throw invalid(`${field} must be a whole number.`, field);
	}
	return number;
}

/** @throws HttpError 400 for another body, and for more than the platform takes */
function formOf({ form }: FastifyRequest): Form {
	if (form === null) throw invalid('A multipart/form-data body is expected.');
	if (form.files.reduce((sum, { size }) => sum + size, 0) > uploadLimit) {
		throw ipfsError(400, 'FILE_TOO_LARGE', 'An upload may have at most 100 MB.', 'file');
	}
	return form;
}

function valuesOf({ parts }: Form, field: string): string[] {
	return parts.flatMap((part) => ('value' in part && part.name === field ? [part.value] : []));
}

/** Titles go with files in order; a file without one is called by its file name. */
function newPins(form: Form): NewPin[] {
	const files = form.files.filter(({ name }) => name === 'file');
	return files.map(({ fileName, cid, size }, index) => {
		const title = valuesOf(form, 'title')[index] || fileName;
		return { title, cid, size, cidKnown: false };
	});
}

function formPlace(store: Store, form: Form, isBucketRequired: boolean): Place {
	const [bucketId] = valuesOf(form, 'bucket_id');
	const [folderId] = valuesOf(form, 'folder_id');
	if (isBucketRequired && !bucketId) throw required('bucket_id');
	return placeOf(store, bucketId, folderId);
}

/**
 * The place a request names. Buckets and folders are made in the platform's console only, so one
 * that does not exist is the client's mistake.
 * @throws HttpError 400 in the IPFS form
 */
function placeOf(store: Store, bucketId: string | undefined, folderId: string | undefined): Place {
	const folder = folderId ? store.folders.get(folderId) : undefined;
	if (folderId && folder === undefined) {
		throw ipfsError(400, 'NOT_FOUND', `Folder ${folderId} does not exist.`, 'folder_id');
	}
	if (!bucketId && folder === undefined) throw required('bucket_id');
	if (bucketId && !store.buckets.has(bucketId)) {
		throw ipfsError(400, 'NOT_FOUND', `Bucket ${bucketId} does not exist.`, 'bucket_id');
	}
	if (folder !== undefined && bucketId && folder.bucketId !== bucketId) {
		throw invalid(`Folder ${folderId} is not in this bucket.`, 'folder_id');
	}
	return { bucketId: bucketId || (folder?.bucketId ?? ''), folderId: folder?.id ?? null };
}

/** The pins at a place, oldest first. */
function pinsAt(store: Store, { bucketId, folderId }: Place): PinRecord[] {
	return [...store.pins.values()].filter(
		(pin) => pin.bucketId === bucketId && pin.folderId === folderId,
	);
}

/**
 * Adds pins to a place: all or none.
 * @throws HttpError 400 in the IPFS form when a title or a content is there already
 */
function addPins(store: Store, place: Place, news: NewPin[]): PinRecord[] {
	const taken: Array<Pick<PinRecord, 'title' | 'cid'>> = pinsAt(store, place);
	for (const pin of news) {
		const isTaken = (field: 'title' | 'cid') => taken.some((other) => other[field] === pin[field]);
		if (pin.title.length > longestTitle) {
			const message = `A title has at most ${longestTitle} characters.`;
			throw ipfsError(400, 'TOO_LONG', message, 'title');
		}
		if (isTaken('title')) {
			throw ipfsError(400, 'ALREADY_EXISTS', `"${pin.title}" is already in use here.`, 'title');
		}
		if (isTaken('cid')) {
			const message = `The content of "${pin.title}" is already pinned here.`;
			throw ipfsError(400, 'ALREADY_EXISTS', message, pin.cidKnown ? 'cid' : 'file');
		}
		taken.push(pin);
	}
	return news.map((pin) => store.addPin({ ...pin, ...place }));
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.mts';
import { isJsonObject } from '../http/body.mts';
import { ipfsError } from '../http/errors.mts';
import { queryOf } from '../http/listing.mts';
import type { JsonObject, PinRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { folderView, pinView } from './pinView.mts';

type WithId = FastifyRequest<{ Params: { id: string } }>;

const mostPerList = 1000;

/** Reading and deleting pins. */
export function pinRoutes(app: FastifyInstance, { store, pageSize }: SandboxContext): void {
	app.get('/v1/ipfs/pins', (request) => {
		const query = queryOf(request);
		const pins = pinsFor(store, query).map((pin) => pinView(store, pin));
		const folders = foldersFor(store, query).map((folder) => folderView(store, folder));
		const found = sorted(matching([...folders, ...pins], query.q), query.sort);
		const offset = wholeNumber(query, 'offset', 0);
		const limit = Math.min(wholeNumber(query, 'limit', pageSize), mostPerList);
		return {
			count: found.length,
			file_count: found.filter(({ type }) => type === 'file').length,
			folder_count: found.filter(({ type }) => type === 'folder').length,
			folderTitle: store.folders.get(query.folder_id ?? '')?.title ?? null,
			results: found.slice(offset, offset + limit),
		};
	});

	app.get('/v1/ipfs/pins/:id', (request: WithId) => pinView(store, findPin(store, request)));

	app.delete('/v1/ipfs/pins/:id', (request: WithId) => {
		const pin = findPin(store, request);
		const view = pinView(store, pin);
		store.pins.delete(pin.id);
		return view;
	});
}

function findPin(store: Store, request: WithId): PinRecord {
	const pin = store.pins.get(request.params.id);
	// The API documents 400, 403 and 500 only; that a missing pin answers 404 is an assumption.
	if (pin === undefined) throw ipfsError(404, 'NOT_FOUND', 'There is no such pin.', 'id');
	return pin;
}

/** Without `folder_id` all pins of the bucket; with an empty one those of its root. */
function pinsFor(store: Store, { bucket_id, folder_id }: Record<string, string>): PinRecord[] {
	return [...store.pins.values()].filter(
		(pin) =>
			(!bucket_id || pin.bucketId === bucket_id) &&
			(folder_id === undefined || pin.folderId === (folder_id || null)),
	);
}

/** Folders lie in the root, so a list of a folder's content has none. */
function foldersFor(
	store: Store,
	{ bucket_id, folder_id }: Record<string, string>,
): Array<Parameters<typeof folderView>[1]> {
	if (folder_id) return [];
	return [...store.folders.values()].filter(
		(folder) => !bucket_id || folder.bucketId === bucket_id,
	);
}

function matching(views: JsonObject[], text: string | undefined): JsonObject[] {
	if (!text) return views;
	const wanted = text.toLowerCase();
	return views.filter(({ title, cid }) =>
		[title, cid].some((value) => String(value).toLowerCase().includes(wanted)),
	);
}

/** `sort` is JSON, `{"field":"created_at","order":"desc"}`; the documentation writes ID and CID. */
function sorted(views: JsonObject[], sort: string | undefined): JsonObject[] {
	if (!sort) return views;
	let wish: unknown;
	try {
		wish = JSON.parse(sort);
	} catch {
		wish = undefined;
	}
	if (!isJsonObject(wish) || typeof wish.field !== 'string') {
		throw ipfsError(400, 'INVALID', 'sort must be JSON with field and order.', 'sort');
	}
	const field = wish.field.toLowerCase();
	if (views.length > 0 && !Object.hasOwn(views[0], field)) {
		throw ipfsError(400, 'INVALID', `There is no field "${wish.field}" to sort by.`, 'sort');
	}
	const direction = String(wish.order).toLowerCase() === 'desc' ? -1 : 1;
	return [...views].sort((a, b) => direction * compare(a[field], b[field]));
}

function compare(a: unknown, b: unknown): number {
	if (typeof a === 'number' && typeof b === 'number') return a - b;
	return sortText(a).localeCompare(sortText(b), 'en');
}

function sortText(value: unknown): string {
	return isJsonObject(value) ? String(value.name) : String(value ?? '');
}

function wholeNumber(query: Record<string, string>, field: string, fallback: number): number {
	const number = query[field] ? Number(query[field]) : fallback;
	if (!Number.isInteger(number) || number < 0) {
		throw ipfsError(400, 'INVALID', `${field} must be a whole number.`, field);
	}
	return number;
}

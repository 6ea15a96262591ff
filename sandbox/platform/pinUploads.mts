import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.mts';
import { isJsonObject } from '../http/body.mts';
import { ipfsError } from '../http/errors.mts';
import type { Form } from '../http/form.mts';
import type { JsonObject, PinRecord } from '../records.mts';
import { looksLikeCid } from './contentId.mts';
import { addPins, pinsAt, placeOf, type NewPin } from './pinPlaces.mts';
import { pinView } from './pinView.mts';

/** The four ways to pin: a file, several files, a folder, a CID. */
export function pinUploadRoutes(app: FastifyInstance, { store }: SandboxContext): void {
	const views = (pins: PinRecord[]): JsonObject[] => pins.map((pin) => pinView(store, pin));

	app.post('/v1/ipfs/pins/pinfile', (request) => {
		const form = formOf(request);
		const files = newPins(form);
		if (files.length !== 1) {
			throw ipfsError(400, 'INVALID', 'Exactly one file is expected.', 'file');
		}
		return views(addPins(store, formPlace(form, true), files))[0];
	});

	app.post('/v1/ipfs/pins/pinfiles', (request) => {
		const form = formOf(request);
		const files = newPins(form);
		if (files.length === 0) throw ipfsError(400, 'REQUIRED', 'file is required.', 'file');
		return views(addPins(store, formPlace(form, true), files));
	});

	// What the real operation does beyond its one-line description is unknown. Here it answers with
	// what the folder holds, files that came with the request included.
	app.post('/v1/ipfs/pins/pinfolder', (request) => {
		const form = formOf(request);
		const place = formPlace(form, false);
		addPins(store, place, newPins(form));
		return views(pinsAt(store, place));
	});

	app.post('/v1/ipfs/pins/pinbycid', (request) => {
		const body = jsonOf(request);
		const text = (field: string): string | undefined =>
			typeof body[field] === 'string' ? body[field] : undefined;
		if (text('bucket_id') === undefined) {
			throw ipfsError(400, 'REQUIRED', 'bucket_id is required.', 'bucket_id');
		}
		const cid = text('cid') ?? '';
		if (!looksLikeCid(cid)) throw ipfsError(400, 'INVALID', `"${cid}" is not a CID.`, 'cid');
		const place = placeOf(store, text('bucket_id'), text('folder_id'));
		const title = text('title') || cid;
		return views(addPins(store, place, [{ title, cid, size: 0, cidKnown: true }]));
	});

	function formPlace(form: Form, bucketRequired: boolean): ReturnType<typeof placeOf> {
		const [bucketId] = form.values.bucket_id ?? [];
		const [folderId] = form.values.folder_id ?? [];
		if (bucketRequired && !bucketId) {
			throw ipfsError(400, 'REQUIRED', 'bucket_id is required.', 'bucket_id');
		}
		return placeOf(store, bucketId, folderId);
	}
}

function formOf(request: FastifyRequest): Form {
	if (request.form === null) {
		throw ipfsError(400, 'INVALID', 'A multipart/form-data body is expected.');
	}
	if (request.form.tooLarge) {
		throw ipfsError(400, 'FILE_TOO_LARGE', 'An upload may have at most 100 MB.', 'file');
	}
	return request.form;
}

/** Titles go with files in order; a file without one is called by its file name. */
function newPins(form: Form): NewPin[] {
	const files = form.files.filter((file) => file.field === 'file');
	return files.map((file, index) => ({
		title: form.values.title?.[index] || file.name,
		cid: file.cid,
		size: file.size,
		cidKnown: false,
	}));
}

function jsonOf(request: FastifyRequest): JsonObject {
	try {
		const body: unknown = JSON.parse(String(request.body ?? ''));
		if (isJsonObject(body)) return body;
	} catch {
		// Answered like any other body that is not an object.
	}
	throw ipfsError(400, 'INVALID', 'A JSON object is expected.');
}

import { BlackHoleBlockstore } from 'blockstore-core/black-hole';
import type { FastifyRequest } from 'fastify';
import { importFile } from 'ipfs-unixfs-importer';
import { limitOf } from '../contract/contract.mts';

/** A file of a multipart form: its facts, not its bytes. */
interface FilePart {
	/** Name of the field. */
	name: string;
	fileName: string;
	contentType: string;
	/** Bytes. */
	size: number;
}

/** A field or file of a multipart form as it arrived. */
export type RecordedPart = { name: string; value: string } | FilePart;

/** A multipart form, read to its end; all parts in order, and the files again with their CIDs. */
export interface Form {
	parts: RecordedPart[];
	files: Array<FilePart & { cid: string }>;
}

/** The most the platform takes in one upload, in bytes. */
export const uploadLimit = limitOf('pins.size');

/**
 * Reads a multipart body as a stream: no more than a chunk of a file is in memory at a time.
 * @throws Error when the form is malformed or ends early
 */
export async function readForm(request: FastifyRequest): Promise<Form> {
	const form: Form = { parts: [], files: [] };
	// One byte over the limit is enough to know; the parser then drains the rest unread.
	const limits = { fileSize: uploadLimit + 1, fieldSize: 1024 * 1024, files: 1000 };
	for await (const part of request.parts({ limits })) {
		const { fieldname: name } = part;
		if (part.type === 'field') {
			form.parts.push({ name, value: String(part.value) });
		} else {
			const { cid, size } = await contentId(part.file);
			const file = { name, fileName: part.filename, contentType: part.mimetype, size };
			form.parts.push(file);
			form.files.push({ ...file, cid });
		}
	}
	return form;
}

/**
 * The CID that `ipfs add` gives this content (version 0, `Qm…`) and its size in bytes. The content
 * is read once, as a stream; its blocks are hashed and let go.
 */
export async function contentId(
	content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ cid: string; size: number }> {
	let size = 0;
	async function* counted(): AsyncGenerator<Uint8Array> {
		for await (const chunk of content) {
			size += chunk.length;
			yield chunk;
		}
	}
	const imported = await importFile({ content: counted() }, new BlackHoleBlockstore(), {
		profile: 'unixfs-v0-2015',
		// Hashed one after another: side by side only keeps more of a large file in memory.
		blockWriteConcurrency: 1,
	});
	return { cid: imported.cid.toString(), size };
}

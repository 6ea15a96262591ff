import type { FastifyRequest } from 'fastify';
import { contentId } from '../platform/contentId.mts';
import type { RecordedPart } from '../requestLog.mts';

/** A file of a form: its facts, not its bytes. */
export interface FormFile {
	field: string;
	name: string;
	contentType: string;
	/** Bytes. */
	size: number;
	/** CID of the content. */
	cid: string;
}

/** A multipart form, read to its end. */
export interface Form {
	/** Values by field name, in order of arrival. */
	values: Record<string, string[]>;
	files: FormFile[];
	/** All parts in order, as they are recorded. */
	parts: RecordedPart[];
	/** Whether the files together are larger than the platform takes. */
	tooLarge: boolean;
}

/** The most the platform takes in one upload, in bytes. */
export const uploadLimit = 100 * 1024 * 1024;

/**
 * Reads a multipart body as a stream: no more than a chunk of a file is in memory at a time.
 * @throws Error when the form is malformed or ends early
 */
export async function readForm(request: FastifyRequest): Promise<Form> {
	const form: Form = { values: {}, files: [], parts: [], tooLarge: false };
	let total = 0;
	// One byte over the limit is enough to know; the parser then drains the rest unread.
	const limits = { fileSize: uploadLimit + 1, fieldSize: 1024 * 1024, files: 1000 };
	for await (const part of request.parts({ limits })) {
		if (part.type === 'field') {
			const value = String(part.value);
			(form.values[part.fieldname] ??= []).push(value);
			form.parts.push({ name: part.fieldname, value });
			continue;
		}
		const { cid, size } = await contentId(part.file);
		total += size;
		form.files.push({
			field: part.fieldname,
			name: part.filename,
			contentType: part.mimetype,
			size,
			cid,
		});
		form.parts.push({
			name: part.fieldname,
			fileName: part.filename,
			contentType: part.mimetype,
			size,
		});
	}
	form.tooLarge = total > uploadLimit;
	return form;
}

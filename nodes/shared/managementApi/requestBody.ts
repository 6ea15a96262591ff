import type { IDataObject } from 'n8n-workflow';

import type { HttpRequest } from '../http/exchange';

/** A file of an item, ready to be sent. */
export interface InputFile {
	name: string;
	mimeType: string;
	/** Size in bytes. */
	size: number;
	/**
	 * Creates the file's content again; call it once per attempt, because streams can be read only once.
	 * @param noteTaken is called whenever a part of the content is taken
	 * @throws Problem when the content cannot be read
	 */
	open(noteTaken: () => void): Promise<File>;
	/** Releases contents that were not read to the end; call it after the last attempt. */
	close(): void;
}

/** A field of a form: a text or a file. Names may repeat. */
export type FormField = readonly [name: string, value: string | InputFile];

/** The body of a request to the platform, if it has one. */
export interface CallBody {
	json?: IDataObject;
	form?: readonly FormField[];
}

/** @returns whether a body holds a file */
export function isUpload({ form = [] }: CallBody): boolean {
	return form.some(([, value]) => typeof value !== 'string');
}

/**
 * Makes the body of a request for one attempt.
 * @param noteTaken is called whenever a part of a file is taken
 * @throws Problem when the content of a file cannot be read
 */
export async function buildBody(
	{ json, form: fields }: CallBody,
	noteTaken: () => void,
): Promise<HttpRequest['body']> {
	// As text: n8n does not send an empty object at all.
	if (fields === undefined) return json && JSON.stringify(json);
	const form = new FormData();
	for (const [name, value] of fields) {
		if (typeof value === 'string') appendText(form, name, value);
		// Without a file name of its own: with one, append() would read and copy the whole file.
		else form.append(name, await value.open(noteTaken));
	}
	return form;
}

/** A form rewrites the line breaks of its texts; a part without a file name arrives as a text too, but as it is. */
function appendText(form: FormData, name: string, value: string): void {
	if (/[\r\n]/.test(value))
		form.append(name, new File([value], '', { type: 'text/plain; charset=utf-8' }));
	else form.append(name, value);
}

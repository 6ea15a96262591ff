import type { IDataObject } from 'n8n-workflow';

import type { HttpRequest, RequestBody } from '../http/exchange';

/** Values of a query; the platform's filters are all plain. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** @returns the entries of a query that have a value */
export function omitEmpty(
	query: Readonly<Record<string, string | number | boolean | undefined>>,
): Record<string, string | number | boolean> {
	return Object.fromEntries(
		Object.entries(query).filter(
			(entry): entry is [string, string | number | boolean] =>
				entry[1] !== undefined && entry[1] !== '',
		),
	);
}

/** A file of an item, ready to be sent. */
export interface InputFile {
	name: string;
	mimeType: string;
	/** Size in bytes. */
	size: number;
	/**
	 * Creates the file's content again; call it once per attempt, because streams can be read only once.
	 * @throws Problem when the content cannot be read
	 */
	open(): Promise<File>;
	/** Releases contents that were not read to the end; call it after the last attempt. */
	close(): void;
}

/** A field of a form: a text or a file. Names may repeat. */
export type FormField = readonly [name: string, value: string | InputFile];

/** The body of a request to the platform. */
export type CallBody = { json: IDataObject } | { form: readonly FormField[] };

/** Uploads may take any time while they make progress; this is how long they may stall, in milliseconds. */
const UPLOAD_IDLE_MS = 60_000;

/** @returns what creates the body for one attempt */
export function requestBody(body: CallBody | undefined): HttpRequest['body'] {
	if (body === undefined) return undefined;
	// As text: n8n does not send an empty object at all.
	if ('json' in body) return () => JSON.stringify(body.json);
	return async () => await formData(body.form);
}

/** @returns the limits of a request: uploads may take long, but not stall */
export function timeouts(
	body: CallBody | undefined,
	timeoutMs: number,
): Pick<HttpRequest, 'timeoutMs' | 'idleTimeoutMs'> {
	const uploads =
		body !== undefined &&
		'form' in body &&
		body.form.some(([, value]) => typeof value !== 'string');
	return uploads ? { timeoutMs: Infinity, idleTimeoutMs: UPLOAD_IDLE_MS } : { timeoutMs };
}

async function formData(fields: readonly FormField[]): Promise<RequestBody> {
	const form = new FormData();
	for (const [name, value] of fields) {
		// A form rewrites the line breaks of its texts; a part without a file name arrives as a text too, but as it is.
		const isChanged = typeof value === 'string' && /[\r\n]/.test(value);
		if (isChanged) form.append(name, new File([value], '', { type: 'text/plain; charset=utf-8' }));
		// Without a file name of its own: with one, append() would read and copy the whole file.
		else form.append(name, typeof value === 'string' ? value : await value.open());
	}
	return form;
}

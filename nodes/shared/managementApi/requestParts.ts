import type { IDataObject } from 'n8n-workflow';

import type { HttpRequest } from '../http/exchange';

/** Values of a query; the platform's filters are all plain. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** @returns a query of the values that are given; fields are named as the service names them: `order_by` for `orderBy` */
export function buildQuery(values: Partial<Query>): Query {
	const query: Record<string, Query[string]> = {};
	for (const [field, value] of Object.entries(values)) {
		const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		if (value !== undefined && value !== '') query[name] = value;
	}
	return query;
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

/** The body of a request to the platform, if it has one. */
export interface CallBody {
	json?: IDataObject;
	form?: readonly FormField[];
}

/** Uploads may take any time while they make progress; this is how long they may stall, in milliseconds. */
const UPLOAD_IDLE_MS = 60_000;

/** @returns the limits of a request: uploads may take long, but not stall */
export function chooseTimeouts(
	{ form = [] }: CallBody,
	timeoutMs: number,
): Pick<HttpRequest, 'timeoutMs' | 'idleTimeoutMs'> {
	const isUpload = form.some(([, value]) => typeof value !== 'string');
	return isUpload ? { timeoutMs: Infinity, idleTimeoutMs: UPLOAD_IDLE_MS } : { timeoutMs };
}

/**
 * Makes the body of a request for one attempt.
 * @throws Problem when the content of a file cannot be read
 */
export async function buildBody({ json, form: fields }: CallBody): Promise<HttpRequest['body']> {
	// As text: n8n does not send an empty object at all.
	if (fields === undefined) return json && JSON.stringify(json);
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

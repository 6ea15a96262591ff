import type { IDataObject } from 'n8n-workflow';

/** Values of a query; the platform's filters are all plain. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** Values of fields, from which a query is made. */
export type QueryValues = Readonly<Record<string, Query[string] | undefined>>;

/** @returns a query of the values that are given; fields are named as the service names them: `order_by` for `orderBy` */
export function buildQuery(values: QueryValues): Query {
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

/** The body of a request to the platform. */
export type CallBody = { json: IDataObject } | { form: readonly FormField[] };

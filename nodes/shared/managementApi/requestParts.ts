import type { IDataObject } from 'n8n-workflow';

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

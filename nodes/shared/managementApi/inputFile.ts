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

/** A file of an item, ready to be sent. */
export interface InputFile {
	name: string;
	mimeType: string;
	/** Size in bytes. */
	size: number;
	/** Makes the file's content anew; call it once per attempt, because streams can be read only once. */
	open(): Promise<File>;
}

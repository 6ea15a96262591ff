import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { BINARY_ENCODING } from 'n8n-workflow';

import type { InputFile } from '../pure/inputFile';
import { Problem } from '../pure/problem';

/** The files of one item. */
export interface BinaryFiles {
	/**
	 * Finds a file.
	 * @param property name of the binary property
	 * @throws Problem that names the binary properties the item has
	 */
	read(property: string): Promise<InputFile>;
	/** Makes a file of the output out of bytes. */
	make(content: Buffer, name: string, mimeType: string): Promise<IBinaryData>;
}

type BinaryContext = Pick<IExecuteFunctions, 'helpers' | 'getInputData'>;

/** @returns the files of an item of the execution */
export function binaryFilesOf(context: BinaryContext, itemIndex: number): BinaryFiles {
	return {
		read: async (property) => await inputFile(context, itemIndex, property),
		make: async (content, name, mimeType) =>
			await context.helpers.prepareBinaryData(content, name, mimeType),
	};
}

/** For contexts without items, such as dropdowns. */
export const NO_FILES: BinaryFiles = {
	read: async (property) =>
		await Promise.reject(new Problem(`There is no file '${property}' here`)),
	make: async () => await Promise.reject(new Problem('No file can be made here')),
};

async function inputFile(
	context: BinaryContext,
	itemIndex: number,
	property: string,
): Promise<InputFile> {
	const available = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
	if (!available.includes(property)) {
		throw new Problem(`The item has no binary property '${property}'`, {
			hint:
				available.length === 0
					? 'It has none at all. Put a node before this one that outputs a file; an AI agent cannot supply one'
					: `It has ${available.map((name) => `'${name}'`).join(', ')}`,
		});
	}
	const data = context.helpers.assertBinaryData(itemIndex, property);
	const { id, mimeType } = data;
	const name = data.fileName ?? property;
	// Without an id the content is in memory, base64, and metadata gives its size as text only.
	if (id === undefined) {
		const size = Buffer.byteLength(data.data, BINARY_ENCODING);
		const open = async (): Promise<File> =>
			new File([await context.helpers.getBinaryDataBuffer(itemIndex, property)], name, {
				type: mimeType,
			});
		return { name, mimeType, size, open };
	}
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	const open = async (): Promise<File> =>
		new StreamedFile(name, mimeType, fileSize, await context.helpers.getBinaryStream(id));
	return { name, mimeType, size: fileSize, open };
}

/**
 * A file whose content is streamed from where n8n keeps it, so that memory stays flat however large it
 * is. Form data takes the size and the stream of its parts and nothing else. Can be read once.
 */
class StreamedFile extends File {
	constructor(
		name: string,
		mimeType: string,
		size: number,
		private readonly content: AsyncIterable<Uint8Array>,
	) {
		super([], name, { type: mimeType });
		Object.defineProperty(this, 'size', { value: size });
	}

	override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
		return ReadableStream.from(this.content) as ReadableStream<Uint8Array<ArrayBuffer>>;
	}
}

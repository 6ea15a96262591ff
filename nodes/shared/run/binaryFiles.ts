import { BINARY_ENCODING, type IBinaryData, type IExecuteFunctions } from 'n8n-workflow';

import type { InputFile } from '../managementApi/requestBody';
import { excerpt, valueExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { Problem } from '../text/problem';

type BinaryContext = Pick<IExecuteFunctions, 'helpers' | 'getInputData'>;

/** A stream from n8n, or bytes in a list. `destroy` is present if something has to be released. */
type Content = (Iterable<Uint8Array> | AsyncIterable<Uint8Array>) & { destroy?(): unknown };

/**
 * Finds a file of an item; its content is not read yet.
 * @param property name of the binary property
 * @throws Problem that names the file fields the item has
 */
export async function findInputFile(
	context: BinaryContext,
	itemIndex: number,
	property: string,
): Promise<InputFile> {
	const { helpers } = context;
	const { id, mimeType, data, fileName } = getBinaryData(context, itemIndex, property);
	const name = fileName || property;
	const orGone = <T>(stored: Promise<T>): Promise<T> =>
		stored.catch(() => {
			throw new Problem(`The file in the field '${valueExcerpt(property)}' could not be read`, {
				hint: "It is no longer in n8n's binary data storage. Run the node that created the file again",
			});
		});
	// Without an id the content is in memory, base64, and metadata gives its size as text only.
	const size =
		id === undefined
			? Buffer.byteLength(data, BINARY_ENCODING)
			: (await orGone(helpers.getBinaryMetadata(id))).fileSize;
	const read = async (): Promise<Content> =>
		id === undefined
			? [await helpers.getBinaryDataBuffer(itemIndex, property)]
			: await helpers.getBinaryStream(id);
	const opened: Content[] = [];
	return {
		name,
		mimeType,
		size,
		open: async (noteTaken) => {
			const content = await orGone(read());
			opened.push(content);
			return new StreamedFile({ name, mimeType, size }, takeInPieces(content, noteTaken));
		},
		close: () => {
			for (const each of opened.splice(0)) each.destroy?.();
		},
	};
}

/** @throws Problem */
function getBinaryData(context: BinaryContext, itemIndex: number, property: string): IBinaryData {
	try {
		const data: Partial<IBinaryData> = context.helpers.assertBinaryData(itemIndex, property);
		// n8n also finds the members of every object, such as `constructor`.
		if (data.id !== undefined || typeof data.data === 'string') return data as IBinaryData;
	} catch {
		// Its message does not say which files there are.
	}
	const { binary = {}, json = {} } = context.getInputData()[itemIndex] ?? {};
	// With a certain workflow setting, n8n keeps files among the other fields of the item.
	const inJson = Object.keys(json).filter((name) => isFile(json[name]));
	const available = [...Object.keys(binary), ...inJson];
	const message = `The input has no file field '${valueExcerpt(property)}'`;
	if (available.length === 0)
		throw new Problem(`${message}. It has no files at all`, {
			hint: 'Add a node before this one that outputs a file; an AI agent cannot supply one',
		});
	throw new Problem(`${message}. It has: ${excerpt(available.join(', '))}`, {
		hint: 'Enter the name of the field that contains the file',
	});
}

function isFile(value: unknown): boolean {
	return isRecord(value) && 'mimeType' in value && ('data' in value || 'id' in value);
}

/** Most bytes that are handed over at once; a file in memory is otherwise taken as a whole, however long that takes. */
const LONGEST_PIECE = 64 * 1024;

/** @param noteTaken is called whenever a part of the content is taken */
async function* takeInPieces(
	content: Content,
	noteTaken: () => void,
): AsyncGenerator<Uint8Array, void> {
	for await (const chunk of content) {
		for (let start = 0; start < chunk.length; start += LONGEST_PIECE) {
			noteTaken();
			yield chunk.subarray(start, start + LONGEST_PIECE);
		}
	}
	noteTaken();
}

/**
 * A file whose content is streamed from the storage of n8n, so that memory use does not grow with its size. Form data
 * uses only the size and the stream of its parts. Can be read once.
 */
class StreamedFile extends File {
	constructor(
		{ name, mimeType, size }: Pick<InputFile, 'name' | 'mimeType' | 'size'>,
		private readonly content: AsyncIterable<Uint8Array>,
	) {
		super([], name, { type: mimeType });
		Object.defineProperty(this, 'size', { value: size });
	}

	override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
		// The browser types with which the tests are checked lack `from`.
		const maker = ReadableStream as unknown as {
			from(content: AsyncIterable<Uint8Array>): ReadableStream;
		};
		return maker.from(this.content);
	}
}

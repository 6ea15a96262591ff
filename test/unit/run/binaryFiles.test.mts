import { Readable } from 'node:stream';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { findInputFile } from '../../../nodes/shared/run/binaryFiles';
import { rejection } from '../fixtures/problems.mts';

const content = Buffer.from('The content, ünïcode included');
const data = (more: Partial<IBinaryData> = {}): IBinaryData => ({
	data: content.toString('base64'),
	mimeType: 'text/plain',
	fileName: 'a.txt',
	...more,
});

/** An item with these properties; its stored files are these streams. */
function filesOf(item: Partial<INodeExecutionData>, stored: Record<string, Buffer> = {}) {
	const opened: Readable[] = [];
	const helpers = {
		assertBinaryData: (_: number, property: string) => {
			const found = item.binary?.[property];
			if (found === undefined) throw new Error('n8n says it is missing');
			return found;
		},
		getBinaryMetadata: async (id: string) => {
			if (!(id in stored)) throw new Error('ENOENT');
			return await Promise.resolve({ fileSize: stored[id].length });
		},
		getBinaryStream: async (id: string) => {
			const stream = Readable.from([stored[id].subarray(0, 5), stored[id].subarray(5)]);
			opened.push(stream);
			return await Promise.resolve(stream);
		},
	};
	const context = { helpers, getInputData: () => [{ json: {}, ...item }] };
	const n8n = context as unknown as IExecuteFunctions;
	return { find: (property: string) => findInputFile(n8n, 0, property), opened };
}

describe('findInputFile', () => {
	it('streams a file that is stored elsewhere, and closes it', async () => {
		const { find, opened } = filesOf(
			{ binary: { data: data({ id: 'filesystem:1', data: 'filesystem' }) } },
			{ 'filesystem:1': content },
		);
		const file = await find('data');
		expect(file.size).toBe(content.length);
		expect(opened).toEqual([]);
		let taken = 0;
		const noteTaken = (): void => {
			taken += 1;
		};
		expect(await textOf(await file.open(noteTaken))).toBe(content.toString());
		// Two parts, and the end.
		expect(taken).toBe(3);
		await file.open(noteTaken);
		file.close();
		expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
	});

	it('names a file without a name after its property', async () => {
		const { find } = filesOf({ binary: { picture: data({ fileName: undefined }) } });
		expect((await find('picture')).name).toBe('picture');
	});

	it.each<[Partial<INodeExecutionData>, string, RegExp]>([
		[{}, 'It has no files at all', /outputs a file; an AI agent/],
		[{ binary: { a: data(), b: data() } }, 'It has: a, b', /name of the field/],
		[{ json: { inJson: { mimeType: 'x/y', data: '' }, other: 1 } }, 'It has: inJson', /name/],
		[
			{ json: { stored: { mimeType: 'x/y', id: '' }, no: { mimeType: 'x/y' } } },
			'It has: stored',
			/name/,
		],
	])('says which files exist when a field is missing', async (item, available, hint) => {
		const problem = await rejection(filesOf(item).find('data'));
		expect(problem.message).toBe(`The input has no file field 'data'. ${available}`);
		expect(problem.hint).toMatch(hint);
	});

	it.each(['constructor', '__proto__', 'toString'])(
		'does not treat an inherited property as a file: %s',
		async (property) => {
			const { find } = filesOf({ binary: { data: data() } });
			expect(await rejection(find(property))).toMatchObject({
				message: `The input has no file field '${property}'. It has: data`,
			});
		},
	);

	it('says when the content no longer exists', async () => {
		const { find } = filesOf({ binary: { data: data({ id: 'filesystem:gone' }) } });
		const problem = await rejection(find('data'));
		expect(problem.message).toContain('could not be read');
		expect(problem.hint).toContain('Run the node that created the file again');
	});

	it('says when the content was deleted before it is read', async () => {
		const stored = { 'filesystem:1': content };
		const { find } = filesOf({ binary: { data: data({ id: 'filesystem:1' }) } }, stored);
		const file = await find('data');
		Reflect.deleteProperty(stored, 'filesystem:1');
		expect((await rejection(Promise.resolve(file.open(() => undefined)))).message).toContain(
			'could not be read',
		);
	});
});

async function textOf(file: Blob): Promise<string> {
	const chunks: Uint8Array[] = [];
	const reader = file.stream().getReader();
	for (let next = await reader.read(); !next.done; next = await reader.read())
		chunks.push(next.value);
	return Buffer.concat(chunks).toString();
}

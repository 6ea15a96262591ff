import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import FormData from 'form-data';
import { describe, expect, it } from 'vitest';
import { contentId } from '../../../sandbox/http/form.mts';
import { jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';
import { binaryItem, runWorkflow, type BinaryMode, type InputFile } from '../support/index.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: { id: 'PIN-1', cid: null, status: 'pinning' } }));
const pin = ['ipfs', 'pinFile'] as const;
const bucketId = 'BUCK-1337-8085-1337';
const folderId = 'FOLD-2337-8085-1337';
const modes: BinaryMode[] = ['default', 'filesystem'];

const hello = { content: 'hello world\n', fileName: 'hello.txt', mimeType: 'text/plain' };
/** The CID that `ipfs add` prints for these bytes. */
const helloCid = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';
/** More than one chunk of any stream, and bytes that are not text. */
const picture = {
	content: Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256)),
	fileName: 'größe "1" – Bild.png',
	mimeType: 'image/png',
};

/** Pins the files of one item. */
async function pinFiles(
	files: Record<string, InputFile>,
	parameters: object = {},
	options: Parameters<typeof platform.run>[2] = {},
) {
	const items = [binaryItem({}, files)];
	return await platform.run(pin, { bucketId, ...parameters }, { items, ...options });
}

/** The pins in the sandbox in addition to its seed, oldest first. */
function pinned() {
	return platform.sandbox.state().pins.slice(3);
}

/** Files stored by n8n that this process holds open. */
function openBinaries(): string[] {
	return readdirSync('/proc/self/fd').flatMap((descriptor) => {
		const path = `/proc/self/fd/${descriptor}`;
		// The descriptor of the listing itself is closed by now.
		if (!existsSync(path)) return [];
		const target = readlinkSync(path);
		return target.includes('binary_data') ? [target] : [];
	});
}

describe.each(modes)('Storage · Pin File with binaries in mode %s', (binaryMode) => {
	it("sends one file as the vendor's tutorial does and outputs its pin", async () => {
		platform.sandbox.setDeployment({ ms: 3_600_000 });
		const additionalFields = { folderId, title: 'Greeting, in full' };
		const run = await pinFiles({ data: hello }, { additionalFields }, { binaryMode });
		expect(run.error).toBeUndefined();
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'POST', path: '/v1/ipfs/pins/pinfile', query: {} });
		expect(request.headers.authorization).toBe(`Bearer ${platform.sandbox.apiKey}`);
		expect(request.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
		expect(Number(request.headers['content-length'])).toBeGreaterThan(12);
		expect(request.parts).toEqual([
			{ name: 'bucket_id', value: bucketId },
			{ name: 'folder_id', value: folderId },
			{ name: 'file', fileName: 'hello.txt', contentType: 'text/plain', size: 12 },
			{ name: 'title', value: 'Greeting, in full' },
		]);
		expect(run.output).toHaveLength(1);
		expect(run.output[0].json).toMatchObject({
			id: expect.stringMatching(/^PIN-/) as string,
			status: 'pinning',
			cid: null,
			publicLink: null,
			title: 'Greeting, in full',
			size: 12,
			bucketId,
			folderId,
		});
		expect(pinned()[0].cid).toBe(helloCid);
	});

	it('sends what an independent client sends, byte for byte', async () => {
		const credentials = platform.credential({ baseUrl: server.url });
		const files = { data: hello, other: { ...hello, fileName: 'größe.txt' } };
		const more = { binaryPropertyName: 'data, other', additionalFields: { title: 'A, B' } };
		const run = await pinFiles(files, more, { binaryMode, credentials });
		expect(run.error).toBeUndefined();
		const [{ headers, text }] = server.seen;
		const [, boundary = ''] = /boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? [];
		const form = new FormData();
		form.setBoundary(boundary);
		for (const [name, title] of [
			['hello.txt', 'A'],
			['größe.txt', 'B'],
		]) {
			form.append('bucket_id', bucketId);
			form.append('file', hello.content, { filename: name, contentType: hello.mimeType });
			form.append('title', title);
		}
		expect(text.trimEnd()).toBe(form.getBuffer().toString().trimEnd());
	});

	it('keeps names and types, and every byte', async () => {
		const run = await pinFiles({ data: picture }, {}, { binaryMode });
		expect(run.error).toBeUndefined();
		const { fileName, content } = picture;
		expect(platform.requests()[0].parts).toEqual([
			{ name: 'bucket_id', value: bucketId },
			{
				name: 'file',
				fileName: fileName.replaceAll('"', '%22'),
				contentType: 'image/png',
				size: 300_000,
			},
			// The name of a file arrives with its quotes only as a title.
			{ name: 'title', value: fileName },
		]);
		expect(pinned()[0].cid).toBe((await contentId([content])).cid);
	});

	it('sends several files in one form, with all fields repeated per file, and outputs one item each', async () => {
		const files = { data: hello, picture, other: { content: 'c' } };
		const run = await pinFiles(
			files,
			{ binaryPropertyName: 'data, picture,other', additionalFields: { folderId, title: 'A,,C' } },
			{ binaryMode },
		);
		expect(run.error).toBeUndefined();
		const [request] = platform.requests();
		expect(request.path).toBe('/v1/ipfs/pins/pinfiles');
		expect(request.parts?.map(({ name }) => name)).toEqual(
			Array.from({ length: 3 }, () => ['bucket_id', 'folder_id', 'file', 'title']).flat(),
		);
		expect(request.parts?.filter(({ name }) => name === 'file')).toMatchObject([
			{ fileName: 'hello.txt', contentType: 'text/plain', size: 12 },
			{ contentType: 'image/png', size: 300_000 },
			{ fileName: 'other', contentType: 'application/octet-stream', size: 1 },
		]);
		// A file without its own title keeps its name; the titles after it stay at their positions.
		expect(jsons(run.output)).toMatchObject([
			{ title: 'A', size: 12 },
			{ title: picture.fileName, size: 300_000 },
			{ title: 'C', size: 1 },
		]);
		expect(pairs(run.output)).toEqual([0, 0, 0]);
		expect(pinned().map(({ cid }) => cid)).toEqual(
			await Promise.all(
				Object.values(files).map(
					async ({ content }) => (await contentId([Buffer.from(content)])).cid,
				),
			),
		);
	});

	it('sends the whole body again after the service was busy', async () => {
		platform.sandbox.fault({ kind: 'rateLimit', path: 'pinfiles', retryAfter: 0.1, times: 2 });
		const parameters = { binaryPropertyName: 'data,picture' };
		const run = await pinFiles({ data: hello, picture }, parameters, { binaryMode });
		expect(run.error).toBeUndefined();
		const requests = platform.requests();
		expect(requests.map(({ status }) => status)).toEqual([429, 429, 200]);
		expect(requests[2].parts).toEqual(requests[0].parts);
		expect(pinned().map(({ cid }) => cid)).toEqual([
			helloCid,
			(await contentId([picture.content])).cid,
		]);
	});

	it('sends an empty file', async () => {
		const run = await pinFiles({ data: { content: '', fileName: 'empty' } }, {}, { binaryMode });
		expect(run.error).toBeUndefined();
		expect(platform.requests()[0].parts?.at(-1)).toMatchObject({ fileName: 'empty', size: 0 });
	});
});

describe('Storage · Pin File', () => {
	it('reads files that n8n keeps in the json fields of the item', async () => {
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		const file = { mimeType: 'text/plain', fileName: 'in.txt', data: btoa('inside') };
		const nodes = (binaryPropertyName: string) => [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'File',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: { jsCode: `return [{ json: { file: ${JSON.stringify(file)} } }];` },
			},
			{
				name: 'Pin',
				type: 'n8n-nodes-chainstack.chainstack',
				parameters: { resource: 'ipfs', operation: 'pinFile', bucketId, binaryPropertyName },
			},
		];
		const run = async (name: string) =>
			await runWorkflow(
				{
					nodes: nodes(name),
					connections: { Start: to('File'), File: to('Pin') },
					settings: { binaryMode: 'combined' },
				},
				{ credentials: platform.credential() },
			);
		expect((await run('file')).items('Pin')[0].json).toMatchObject({ title: 'in.txt', size: 6 });
		expect((await run('data')).error).toMatchObject({
			message: "The input has no file field 'data'. It has: file",
		});
	});

	it('keeps titles from an expression apart, whatever they contain', async () => {
		const files = { a: { content: 'a' }, b: { content: 'b' } };
		const run = await pinFiles(files, {
			binaryPropertyName: '={{ ["a", "b"] }}',
			additionalFields: { title: '={{ ["Invoice, March", "Invoice, April"] }}' },
		});
		expect(run.error).toBeUndefined();
		expect(jsons(run.output)).toMatchObject([
			{ title: 'Invoice, March' },
			{ title: 'Invoice, April' },
		]);
	});

	it.each([
		[{ picture: hello, notes: hello }, 'It has: picture, notes', 'Enter the name of the field'],
		[{}, 'It has no files at all', 'Add a node before this one that outputs a file'],
	])('names the files the item has (%#)', async (files, available, description) => {
		const run = await pinFiles(files);
		expect(told(run).message).toBe(`The input has no file field 'data'. ${available}`);
		expect(told(run).description).toContain(description);
		expect(platform.requests()).toEqual([]);
	});

	it('tells an agent that it cannot supply a file', async () => {
		const run = await platform.runTool(pin, { bucketId });
		expect(run.answers).toMatchObject([
			[{ json: { error: expect.stringContaining('an AI agent cannot supply one') as string } }],
		]);
	});

	it("shows the service's own message", async () => {
		const files = {
			data: { ...hello, fileName: 'one.txt' },
			more: { ...hello, fileName: 'two.txt' },
		};
		const run = await pinFiles(files, { binaryPropertyName: 'data,more' });
		expect(told(run).message).toContain('The content of "two.txt" is already pinned here.');
		expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
	});

	it.each([
		['reset', 'after', /^PIN-\S+ was created .* after the request; check it before repeating/],
		['truncated', 'after', /^PIN-\S+ was created/],
		['status', 'before', /^Right after the request, the list contained nothing that matches/],
	] as const)(
		'says that the pin may exist, and searches for it (%s %s)',
		async (kind, when, found) => {
			platform.sandbox.fault({ kind, when, path: 'pinfile' });
			const run = await pinFiles({ data: hello });
			expect(told(run).message).toContain("The pin of 'hello.txt' may exist anyway");
			expect(told(run).description).toMatch(found);
			expect(platform.requests().map(({ path }) => path)).toEqual([
				'/v1/ipfs/pins/pinfile',
				'/v1/ipfs/pins',
			]);
			// This part of the service has its own order.
			expect(platform.requests()[1].query).toEqual({
				bucket_id: bucketId,
				sort: '{"field":"created_at","order":"desc"}',
				limit: '100',
			});
		},
	);

	it.each([[[]], [{ unexpected: true }], [['x']], [5], ['<html><title>Proxy</title></html>']])(
		'says that pins may exist when the answer is %j',
		async (body) => {
			server.answer = () => ({ body });
			const credentials = platform.credential({ baseUrl: server.url });
			const run = await pinFiles({ data: hello }, {}, { credentials });
			expect(told(run).message).toContain('may exist anyway');
		},
	);

	it('pins the items one at a time, each with its own files, and continues after one that failed', async () => {
		const file = (content: string) => ({ content, fileName: `${content}.txt` });
		const run = await platform.run(
			pin,
			{ bucketId, binaryPropertyName: '={{ $json.names }}' },
			{
				items: [
					binaryItem({ names: 'a,b' }, { a: file('a'), b: file('b') }),
					binaryItem({ names: 'data' }, { other: file('lost') }),
					binaryItem({ names: 'c' }, { c: file('c') }),
				],
				node: { onError: 'continueErrorOutput' },
				binaryMode: 'filesystem',
			},
		);
		expect(jsons(run.output)).toMatchObject([
			{ title: 'a.txt' },
			{ title: 'b.txt' },
			{ title: 'c.txt' },
		]);
		expect(pairs(run.output)).toEqual([0, 0, 2]);
		expect(pairs(run.errorOutput)).toEqual([1]);
		expect(run.errorOutput[0].json).toEqual({
			error:
				"The input has no file field 'data'. It has: other. Enter the name of the field that contains the file",
		});
		expect(platform.sandbox.maxInFlight().ipfs).toBe(1);
	});

	it('stops an upload at once when the execution is canceled', async () => {
		platform.sandbox.fault({ kind: 'hang', path: 'pinfile' });
		const run = await pinFiles({ data: hello }, {}, { abortAfterMs: 300 });
		expect(run.status).toBe('canceled');
		expect(run.executionTimeMs).toBe(300);
	});
});

describe.skipIf(!existsSync('/proc/self/fd'))('files that n8n keeps on disk', () => {
	it.each([
		['a successful upload', {}, undefined],
		['one without a server', { baseUrl: 'http://127.0.0.1:1' }, undefined],
		['one that was canceled', {}, 200],
	])('are closed again after %s', async (_, changes, abortAfterMs) => {
		if (abortAfterMs !== undefined) platform.sandbox.fault({ kind: 'hang', path: 'pinfiles' });
		const large = { content: Buffer.alloc(2_000_000, 1) };
		await pinFiles(
			{ data: large, more: picture },
			{ binaryPropertyName: 'data,more', options: { limits: { maxRetries: 1 } } },
			{ credentials: platform.credential(changes), binaryMode: 'filesystem', abortAfterMs },
		);
		await expect.poll(openBinaries).toEqual([]);
	});
});

describe('Storage · Pin File, If It Already Exists', () => {
	const use = { ifExists: 'use' };
	const uploads = () => platform.requests().filter(({ method }) => method === 'POST');

	it('returns the pin of the same place, title and size, and uploads nothing', async () => {
		const [first] = (await pinFiles({ data: hello }, use)).output;
		expect(first.json).toMatchObject({ title: 'hello.txt', alreadyExisted: false });
		const [second] = (await pinFiles({ data: hello }, use)).output;
		expect(second.json).toMatchObject({ id: first.json.id, alreadyExisted: true });
		expect(uploads()).toHaveLength(1);
	});

	it.each([
		['another size', { ...hello, content: 'hello' }, {}, /^The bucket already has a file named 'hello.txt'$/],
		['another title', { ...hello, fileName: 'other.txt' }, {}, /is already pinned here/],
		['another folder', hello, { additionalFields: { folderId } }, undefined],
	])('uploads a file of %s, and says what the service makes of it', async (...given) => {
		const [, file, parameters, message] = given;
		await pinFiles({ data: hello }, use);
		const run = await pinFiles({ data: file }, { ...use, ...parameters });
		expect(uploads()).toHaveLength(2);
		if (message !== undefined) expect(told(run).message).toMatch(message);
		else expect(jsons(run.output)).toMatchObject([{ alreadyExisted: false }]);
	});

	it('uploads only the files that are missing, and keeps their order', async () => {
		const more = { content: 'more', fileName: 'more.txt' };
		await pinFiles({ data: more }, use);
		const files = { data: hello, more, picture };
		const run = await pinFiles(files, { ...use, binaryPropertyName: 'data, more, picture' });
		expect(jsons(run.output)).toMatchObject([
			{ title: 'hello.txt', alreadyExisted: false },
			{ title: 'more.txt', alreadyExisted: true },
			{ title: picture.fileName, alreadyExisted: false },
		]);
		expect(uploads()).toHaveLength(2);
	});

	it('does not use one that failed', async () => {
		platform.sandbox.setDeployment({ ms: 0, pinOutcome: 'error' });
		await pinFiles({ data: hello }, use);
		await pinFiles({ data: hello }, use);
		expect(uploads()).toHaveLength(2);
	});

	it('finds with Retry On Fail what a lost answer has pinned', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after', times: 1 });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await pinFiles({ data: hello }, use, { node });
		expect(run.error).toBeUndefined();
		expect(jsons(run.output)).toMatchObject([{ id: pinned()[0].id, alreadyExisted: true }]);
		expect(uploads()).toHaveLength(1);
	});
});

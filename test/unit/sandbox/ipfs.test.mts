import FormData from 'form-data';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedIds, startSandbox, type Sandbox } from '../../../sandbox/start.mts';
import { at, send } from './client.mts';

const { bucket, folders } = seedIds;
// What `ipfs add` prints for these bytes.
const helloBytes = 'hello world\n';
const helloCid = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ evm: 'minimal' });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => sandbox.reset());

interface Upload {
	content: string | Buffer;
	name: string;
}

function form(...fields: Array<[name: string, value: string | Upload]>): FormData {
	const data = new FormData();
	for (const [name, value] of fields) {
		if (typeof value === 'string') data.append(name, value);
		else data.append(name, value.content, { filename: value.name, contentType: 'text/plain' });
	}
	return data;
}

function file(content: string | Buffer, name: string): Upload {
	return { content, name };
}

describe('uploads', () => {
	test('a file is pinning at first, then pinned under the CID of its bytes', async () => {
		const upload = form(
			['bucket_id', bucket],
			['folder_id', folders.empty],
			['file', file(helloBytes, 'hello.txt')],
			['title', 'Greeting'],
		);
		const pinned = await send(sandbox, 'POST', '/v1/ipfs/pins/pinfile', upload);
		expect(pinned.status).toBe(200);
		expect(pinned.body).toMatchObject({
			status: 'pinning',
			cid: null,
			public_link: null,
			title: 'Greeting',
			size: 12,
			bucket_id: bucket,
			folder_id: folders.empty,
		});
		sandbox.skipTime(1500);
		const path = `/v1/ipfs/pins/${String(at(pinned.body, 'id'))}`;
		expect((await send(sandbox, 'GET', path)).body).toMatchObject({
			status: 'pinned',
			cid: helloCid,
			public_link: `https://ipfsgw.com/ipfs/${helloCid}`,
		});
		const [recorded] = sandbox.requests();
		expect(recorded.parts).toEqual([
			{ name: 'bucket_id', value: bucket },
			{ name: 'folder_id', value: folders.empty },
			{ name: 'file', fileName: 'hello.txt', contentType: 'text/plain', size: 12 },
			{ name: 'title', value: 'Greeting' },
		]);
	});

	test('several files become several pins, titles in order', async () => {
		const upload = form(
			['bucket_id', bucket],
			['file', file('a', 'a.txt')],
			['title', 'First'],
			['bucket_id', bucket],
			['file', file('b', 'b.txt')],
		);
		const { body } = await send(sandbox, 'POST', '/v1/ipfs/pins/pinfiles', upload);
		expect(body).toMatchObject([
			{ title: 'First', folder_id: null },
			{ title: 'b.txt', folder_id: null },
		]);
	});

	test('a folder answers with its contents', async () => {
		const full = form(['bucket_id', bucket], ['folder_id', folders.pictures]);
		const { body } = await send(sandbox, 'POST', '/v1/ipfs/pins/pinfolder', full);
		expect(body).toMatchObject([{ status: 'pinned', title: 'cover.svg' }, {}, {}]);
		const only = form(['folder_id', folders.empty]);
		expect((await send(sandbox, 'POST', '/v1/ipfs/pins/pinfolder', only)).body).toEqual([]);
	});

	test('a CID is pinned, and is known from the start', async () => {
		const input = { bucket_id: bucket, cid: helloCid, title: 'By CID' };
		const { body } = await send(sandbox, 'POST', '/v1/ipfs/pins/pinbycid', input);
		expect(body).toMatchObject([{ cid: helloCid, status: 'pinning', title: 'By CID' }]);
	});

	test('a pin can be made to fail', async () => {
		sandbox.setDeployment({ ms: 0, pinOutcome: 'error' });
		const upload = form(['bucket_id', bucket], ['file', file('x', 'x.txt')]);
		const { body } = await send(sandbox, 'POST', '/v1/ipfs/pins/pinfile', upload);
		expect(body).toMatchObject({ status: 'error', cid: 'error', public_link: null });
	});

	test('more than 100 MB is refused', async () => {
		const chunk = Buffer.alloc(35 * 1024 * 1024);
		const files = ['a', 'b', 'c'].map((name): [string, Upload] => ['file', file(chunk, name)]);
		const upload = form(['bucket_id', bucket], ...files);
		const { status, body } = await send(sandbox, 'POST', '/v1/ipfs/pins/pinfiles', upload);
		expect(status).toBe(400);
		expect(body).toMatchObject({ errors: [{ code: 'FILE_TOO_LARGE', field: 'file' }] });
	});

	test.each<[string, string, Array<[string, string | Upload]>, string]>([
		['no bucket', 'pinfile', [['file', file('x', 'x')]], 'bucket_id'],
		['unknown bucket', 'pinfolder', [['bucket_id', 'BUCK-0']], 'bucket_id'],
		['no field at all', 'pinfolder', [], 'bucket_id'],
		[
			'unknown folder',
			'pinfolder',
			[
				['bucket_id', bucket],
				['folder_id', 'FOLD-0'],
			],
			'folder_id',
		],
		['no file', 'pinfile', [['bucket_id', bucket]], 'file'],
		['no files', 'pinfiles', [['bucket_id', bucket]], 'file'],
	])('%s is refused', async (_case, operation, fields, field) => {
		const path = `/v1/ipfs/pins/${operation}`;
		const { status, body } = await send(sandbox, 'POST', path, form(...fields));
		expect(status).toBe(400);
		expect(body).toMatchObject({ errors: [{ field }] });
	});

	test('JSON instead of a form, and an incomplete form, are refused', async () => {
		const json = await send(sandbox, 'POST', '/v1/ipfs/pins/pinfile', { bucket_id: bucket });
		expect(json.status).toBe(400);
		const broken = await send(sandbox, 'POST', '/v1/ipfs/pins/pinfile', '--b\r\nbroken', {
			'content-type': 'multipart/form-data; boundary=b',
		});
		expect(broken.status).toBe(400);
		expect(broken.body).toHaveProperty('errors');
	});

	test('the same title or content twice is refused, and nothing of that upload is kept', async () => {
		const files: Array<[string, Upload]> = [
			['file', file('one', 'one.txt')],
			['file', file('one', 'two.txt')],
		];
		const path = '/v1/ipfs/pins/pinfiles';
		const upload = form(['bucket_id', bucket], ...files);
		expect((await send(sandbox, 'POST', path, upload)).status).toBe(400);
		expect(sandbox.state().pins).toHaveLength(3);
		const once = form(['bucket_id', bucket], ['file', file('one', 'one.txt')]);
		expect((await send(sandbox, 'POST', path, once)).status).toBe(200);
		const sameTitle = form(['bucket_id', bucket], ['file', file('other', 'one.txt')]);
		expect((await send(sandbox, 'POST', path, sameTitle)).status).toBe(400);
	});
});

describe('lists', () => {
	test.each([
		[`bucket_id=${bucket}`, { count: 5, file_count: 3, folder_count: 2, folderTitle: null }],
		['folder_id=', { count: 2, file_count: 0, folder_count: 2 }],
		[`folder_id=${folders.pictures}`, { count: 3, folder_count: 0, folderTitle: 'pictures' }],
		[`folder_id=${folders.pictures}&q=COVER`, { count: 1, results: [{ title: 'cover.svg' }] }],
		[`folder_id=${folders.pictures}&offset=2`, { count: 3, results: [{ title: 'licence.txt' }] }],
		['bucket_id=BUCK-0', { count: 0, results: [] }],
	])('?%s', async (query, expected) => {
		const { body } = await send(sandbox, 'GET', `/v1/ipfs/pins?${query}`);
		expect(body).toMatchObject(expected);
	});

	test('sorted by a field, and only by a known one', async () => {
		const list = async (sort: string): Promise<unknown> => {
			const query = `folder_id=${folders.pictures}&sort=${encodeURIComponent(sort)}`;
			return (await send(sandbox, 'GET', `/v1/ipfs/pins?${query}`)).body;
		};
		expect(await list('{"field":"title","order":"desc"}')).toMatchObject({
			results: [{ title: 'licence.txt' }, { title: 'cover.svg' }, { title: 'back.svg' }],
		});
		expect(await list('{"field":"weight"}')).toMatchObject({ errors: [{ field: 'sort' }] });
		expect(await list('title')).toMatchObject({ errors: [{ field: 'sort' }] });
	});

	test('a deleted pin is returned, and no longer exists', async () => {
		const [{ id }] = sandbox.state().pins;
		const deleted = await send(sandbox, 'DELETE', `/v1/ipfs/pins/${id}`);
		expect([deleted.status, at(deleted.body, 'id')]).toEqual([200, id]);
		expect((await send(sandbox, 'GET', `/v1/ipfs/pins/${id}`)).status).toBe(404);
	});
});

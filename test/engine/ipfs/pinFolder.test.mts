import { describe, expect, it } from 'vitest';
import { jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: [] }));
const pin = ['ipfs', 'pinFolder'] as const;
const bucketId = 'BUCK-1337-8085-1337';
const folderId = 'FOLD-1337-8085-1337';
const record = (number: number) => ({ id: `PIN-${number}`, cid: `Qm${number}`, status: 'pinned' });

/** Runs the operation against a server that gives this answer. */
async function answered(body: unknown, status = 200) {
	server.answer = () => ({ status, body });
	return await platform.runAt(server, pin, { bucketId, folderId });
}

describe('Storage · Pin Folder', () => {
	it('sends a form with exactly the two fields and outputs one item per pin', async () => {
		const run = await platform.succeed(pin, { bucketId, folderId });
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'POST', path: '/v1/ipfs/pins/pinfolder', query: {} });
		expect(request.headers.authorization).toBe(`Bearer ${platform.sandbox.apiKey}`);
		expect(request.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
		expect(request.parts).toEqual([
			{ name: 'bucket_id', value: bucketId },
			{ name: 'folder_id', value: folderId },
		]);
		expect(run.output).toHaveLength(3);
		expect(pairs(run.output)).toEqual([0, 0, 0]);
		expect(Object.keys(run.output[0].json).slice(0, 4)).toEqual([
			'title',
			'status',
			'cid',
			'publicLink',
		]);
		expect(run.output[0].json).toEqual({
			id: expect.stringMatching(/^PIN-/) as string,
			cid: expect.any(String) as string,
			type: 'file',
			title: 'cover.svg',
			status: 'pinned',
			size: expect.any(Number) as number,
			createdAt: expect.any(String) as string,
			bucketId,
			folderId,
			publicLink: expect.stringContaining('https://') as string,
		});
	});

	it.each([
		[{ bucketId, folderId: '' }, [{ name: 'bucket_id', value: bucketId }]],
		[{ bucketId: '', folderId }, [{ name: 'folder_id', value: folderId }]],
		[{ folderId }, [{ name: 'folder_id', value: folderId }]],
	])('does not send a field that is empty: %o', async (parameters, parts) => {
		await platform.succeed(pin, parameters);
		expect(platform.requests()[0].parts).toEqual(parts);
	});

	it.each([[{}], [{ bucketId: '', folderId: '  ' }]])('refuses %o', async (parameters) => {
		const run = await platform.run(pin, parameters);
		expect(told(run).message).toBe("'Bucket ID' and 'Folder ID' are both empty");
		expect(told(run).description).toContain('Fill in at least one of them');
		expect(platform.requests()).toEqual([]);
	});

	it.each([
		['a list', [record(1), record(2)], [record(1), record(2)]],
		['results', { count: 2, results: [record(1), record(2)] }, [record(1), record(2)]],
		['data', { data: [record(1)] }, [record(1)]],
		['a single pin', record(7), [record(7)]],
		['a single pin in data', { data: record(7) }, [record(7)]],
		['an empty list', [], [{ success: true, count: 0 }]],
		['an empty list in results', { results: [] }, [{ success: true, count: 0 }]],
	])('understands %s', async (_, body, expected) => {
		const run = await answered(body);
		expect(jsons(run.output)).toEqual(expected);
	});

	it.each([
		['an object without a pin', { unexpected: true }],
		['an error', { errors: [{ code: 'X', message: 'Broken' }] }],
		['a web page', '<html><title>Proxy</title></html>'],
	])('says that the pins may exist when the answer is %s', async (_, body) => {
		const run = await answered(body);
		expect(told(run).message).toContain('may exist anyway');
		expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('says what it found when it is unknown whether the pins exist', async () => {
		platform.sandbox.fault({ kind: 'reset', when: 'after', path: 'pinfolder' });
		const run = await platform.run(pin, { bucketId });
		expect(told(run).message).toContain('may exist anyway');
		// The sandbox pins what is already pinned: nothing is new, but that does not prove a failure.
		expect(told(run).description).toContain('Right after the request, the list contained nothing');
		const sent = platform.requests().map(({ method, path }) => `${method} ${path}`);
		expect(sent).toEqual(['POST /v1/ipfs/pins/pinfolder', 'GET /v1/ipfs/pins']);
	});
});

import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';
import { binaryItem } from '../support/index.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: {} }));
const { bucket, folders } = seedIds;
const simplified = [
	'title',
	'status',
	'cid',
	'publicLink',
	'id',
	'type',
	'size',
	'createdAt',
	'bucketId',
	'folderId',
];

/** Pins this many small files into the root of the bucket, titled a000, a001 and so on. */
async function pinMany(count: number) {
	const names = Array.from({ length: count }, (_, index) => `a${String(index).padStart(3, '0')}`);
	const files = Object.fromEntries(names.map((name) => [name, { content: name, fileName: name }]));
	const parameters = { bucketId: bucket, binaryPropertyName: names.join() };
	const items = [binaryItem({}, files)];
	const run = await platform.run(['ipfs', 'pinFile'], parameters, { items });
	expect(run.output).toHaveLength(count);
	platform.sandbox.clearRequests();
	return names;
}

function firstPin() {
	return platform.sandbox.state().pins[0].id;
}

describe('Storage · Get', () => {
	const get = ['ipfs', 'get'] as const;

	it('outputs the fields most workflows need', async () => {
		const run = await platform.run(get, { pinId: firstPin() });
		expect(platform.requests()).toMatchObject([
			{ method: 'GET', path: `/v1/ipfs/pins/${firstPin()}`, query: {} },
		]);
		expect(Object.keys(run.output[0].json)).toEqual(simplified);
		expect(run.output[0].json).toMatchObject({ title: 'cover.svg', status: 'pinned' });
	});

	it('outputs the whole record of the service without Simplify', async () => {
		const run = await platform.run(get, { pinId: firstPin(), simplify: false });
		expect(run.output[0].json).toMatchObject({
			item_count: 1,
			owner: { id: seedIds.organization },
			creator: { id: seedIds.user },
		});
	});

	it('encodes any ID safely in the path', async () => {
		server.answer = () => ({ body: { id: 'x' } });
		await platform.runAt(server, get, { pinId: 'a b?c=d#e&%2e' });
		expect(server.seen[0].url).toBe('/v1/ipfs/pins/a%20b%3Fc%3Dd%23e%26%252e');
	});

	it.each(['  ', '..', 'a/b', '\uD83D', 'x'.repeat(50) + '\uDE00'])(
		'refuses the ID %j',
		async (pinId) => {
			const run = await platform.run(get, { pinId });
			expect(told(run).message).toMatch(
				/'Pin ID' is empty|is not a pin ID|'Pin ID' contains half of a character/,
			);
			expect(platform.requests()).toEqual([]);
		},
	);
});

describe('Storage · Get Many', () => {
	const list = ['ipfs', 'getAll'] as const;
	const titles = (run: Awaited<ReturnType<typeof platform.run>>) =>
		run.output.map(({ json }) => json.title);

	it('reads page after page', async () => {
		const names = await pinMany(230);
		const run = await platform.run(list, {
			returnAll: true,
			filters: { bucketId: bucket, folderId: 'Root', search: 'A' },
			sort: 'title',
			sortOrder: 'desc',
		});
		expect(titles(run)).toEqual(names.reverse());
		expect(platform.requests().map(({ query }) => query)).toEqual(
			['0', '100', '200'].map((offset) => ({
				bucket_id: bucket,
				folder_id: '',
				q: 'A',
				sort: '{"field":"title","order":"desc"}',
				offset,
				limit: '100',
			})),
		);
	});

	it('does not request more than is needed', async () => {
		await pinMany(230);
		const run = await platform.run(list, { limit: 100, filters: { folderId: 'root' } });
		expect(run.output).toHaveLength(100);
		expect(platform.requests()).toHaveLength(1);
	});

	it.each([
		[{}, { limit: '100', offset: '0' }, 5],
		[{ filters: { folderId: folders.pictures } }, { folder_id: folders.pictures }, 3],
		[{ filters: { folderId: 'root' } }, { folder_id: '' }, 2],
		[{ filters: { bucketId: bucket, search: 'cover' } }, { bucket_id: bucket, q: 'cover' }, 1],
		[{ sort: 'created_at' }, { sort: '{"field":"created_at","order":"asc"}' }, 5],
		[{ sort: 'CID' }, { sort: '{"field":"CID","order":"asc"}' }, 5],
	])('sends %j as %j', async (parameters, query, count) => {
		const run = await platform.succeed(list, parameters);
		expect(run.output).toHaveLength(count);
		expect(platform.requests()[0].query).toMatchObject(query);
		expect(Object.keys(run.output[0].json)).toEqual(simplified);
	});

	it('outputs whole records without Simplify', async () => {
		const run = await platform.run(list, { simplify: false });
		expect(run.output[0].json).toHaveProperty('owner.name');
	});

	const page = (from: number, length: number) =>
		Array.from({ length }, (_, index) => ({ id: `PIN-${from + index}` }));

	it.each([
		['returns the same page forever', () => ({ count: 1e9, results: page(0, 100) }), 100, 2],
		[
			'has no count',
			(offset: number) => ({ results: offset < 200 ? page(offset, 100) : [] }),
			200,
			3,
		],
		[
			'has smaller pages than requested',
			(offset: number) => ({ count: 90, results: page(offset, 30) }),
			90,
			3,
		],
		[
			'grows at the front while it is read',
			(offset: number) => ({
				count: 200 + offset / 10,
				results: page(offset - offset / 10, offset < 200 ? 100 : 20),
			}),
			200,
			3,
		],
		[
			'shrinks while it is read',
			(offset: number) => ({ count: offset === 0 ? 500 : 120, results: page(offset, 100) }),
			200,
			2,
		],
	])('does not loop over a list that %s', async (_, answer, count, requests) => {
		server.answer = ({ url }) => {
			const offset = Number(new URL(url, server.url).searchParams.get('offset'));
			return { body: answer(offset) };
		};
		const run = await platform.runAt(server, list, { returnAll: true });
		const ids = run.output.map(({ json }) => json.id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toHaveLength(count);
		expect(server.seen).toHaveLength(requests);
	});

	it('says what is wrong with an answer that is not a list', async () => {
		server.answer = () => ({ body: { count: 1 } });
		const run = await platform.runAt(server, list, {});
		expect(told(run).message).toBe("Chainstack returned a list of pins without 'results'");
	});
});

describe('Storage · Delete', () => {
	const remove = ['ipfs', 'delete'] as const;

	it('deletes pins and says which', async () => {
		const ids = platform.sandbox.state().pins.map(({ id }) => id);
		const items = ids.map((id) => ({ json: { id } }));
		const run = await platform.run(remove, { pinId: '={{ $json.id }}' }, { items });
		expect(jsons(run.output)).toEqual(ids.map((id) => ({ deleted: true, id })));
		expect(pairs(run.output)).toEqual([0, 1, 2]);
		expect(platform.requests().every(({ method }) => method === 'DELETE')).toBe(true);
		expect(platform.sandbox.state().pins).toEqual([]);
	});
});

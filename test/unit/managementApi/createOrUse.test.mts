import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	createOrUse,
	findExisting,
	type Creation,
	type IfExists,
} from '../../../nodes/shared/managementApi/createOrUse';
import type { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { Cancelled, Problem } from '../../../nodes/shared/text/problem';
import { expectMembers, rejection } from '../fixtures/problems.mts';

const NETWORK: Creation = {
	thing: 'network',
	json: { name: 'Mine' },
	path: '/v1/networks/',
	query: { project: 'PR-1', protocol: 'ethereum' },
};

const existing = (id: string, name = 'Mine', protocol = 'ethereum') => ({ id, name, protocol });

/** A creation with one list, and a client that records how that is read. */
function setUp(records: Iterable<IDataObject> | Error, methods: object = {}) {
	const seen = { read: 0, queries: [] as object[], hints: [] as string[] };
	const client = {
		clockOffsetMs: 0,
		create: async () => await Promise.resolve({ id: 'NW-new' }),
		async *list(_path: string, query: object) {
			seen.queries.push(query);
			if (records instanceof Error) throw records;
			for (const record of records) {
				seen.read += 1;
				yield await Promise.resolve(record);
			}
		},
		...methods,
	};
	const context = {
		api: client as unknown as PlatformClient,
		clock: systemClock,
		createdIds: new Set<string>(),
		hint: (text: string) => void seen.hints.push(text),
	};
	const create = async (more: Partial<Creation> = {}, ifExists: IfExists = 'use') =>
		await createOrUse({ ...NETWORK, ...more }, ifExists, context);
	const find = async (more: Partial<Creation> = {}) =>
		await findExisting({ ...NETWORK, ...more }, context);
	return { create, find, seen };
}

describe('createOrUse', () => {
	it('searches by name, with filters that it does not trust', async () => {
		const unnamed = { ...existing('NW-3'), name: undefined };
		const others = [existing('NW-1', 'Mine too'), existing('NW-2', 'Mine', 'bsc'), unnamed];
		const { create, seen } = setUp(others);
		expect(await create()).toEqual({ id: 'NW-new', alreadyExisted: false });
		expect(seen.queries).toEqual([{ project: 'PR-1', protocol: 'ethereum', name: 'Mine' }]);
	});

	it.each([
		[2, 'NW-1, NW-2'],
		[5, 'NW-1, NW-2, NW-3, NW-4, NW-5'],
		[100, 'NW-1, NW-2, NW-3, NW-4, NW-5 and more'],
	])('names a few of %d matches, and reads no more', async (count, ids) => {
		const { create, seen } = setUp(
			Array.from({ length: count }, (_, n) => existing(`NW-${n + 1}`)),
		);
		const problem = await rejection(create());
		expect(problem.message).toBe(`Several networks are named 'Mine': ${ids}`);
		expectMembers(problem, { effect: 'none', hint: /Nothing was created/ });
		expect(seen.read).toBe(Math.min(count, 6));
	});

	it.each([{}, { name: '' }])('fails without a name, before it searches: %j', async (json) => {
		const { create, seen } = setUp([]);
		const problem = await rejection(create({ json }));
		expect(problem.message).toContain("'Name' is empty");
		expect(problem.hint).toContain('network');
		expect(seen.queries).toEqual([]);
	});

	it.each([
		['Try later', 'Nothing was created. Try later'],
		[undefined, 'Nothing was created.'],
	])('creates nothing when the search fails (hint %s)', async (given, hint) => {
		const { create } = setUp(new Problem('It broke', { hint: given, httpStatus: 503 }));
		const problem = await rejection(create());
		expect(problem.message).toContain('network already exists: It broke');
		expect(problem).toMatchObject({ hint, httpStatus: 503 });
	});

	it('says clearly that the execution was canceled', async () => {
		expect(await rejection(setUp(new Cancelled()).create())).toBeInstanceOf(Cancelled);
	});

	it('reads all of what exists where it is created elsewhere than it is listed', async () => {
		const get = async (...[path, subject]: unknown[]) => await Promise.resolve({ path, subject });
		expect(
			await setUp([existing('NW-1/')], { get }).create({ createPath: '/v2/networks/' }),
		).toEqual({ path: '/v2/networks/NW-1%2F/', subject: 'network NW-1/', alreadyExisted: true });
	});

	it('says what it may have created where that is unclear', async () => {
		const on = (id: string, network: string, protocol?: string) => ({
			...existing(id, 'Mine', protocol),
			configuration: { network },
			created_at: new Date().toISOString(),
		});
		const unclear = new Problem('Lost', { effect: 'unclear' });
		const other = { ...on('NW-4', 'a'), name: 'Other' };
		const records = [on('NW-1', 'a'), on('NW-2', 'b'), on('NW-3', 'a', 'bsc'), other];
		const { create, seen } = setUp(records, { create: async () => await Promise.reject(unclear) });
		const { hint } = await rejection(create({ chain: 'a' }, 'create'));
		expect(hint?.match(/NW-\d/g)).toEqual(['NW-1']);
		expect(seen.queries).toEqual([{ ...NETWORK.query, order_by: '-created_at' }]);
	});
});

describe('a creation that the service named', () => {
	const NAMED = { id: 'NW-new', name: 'Ethereum mainnet', protocol: 'ethereum' };

	/** Creates 'Mine'; the update request answers with what is given. */
	async function createNamed(ifExists: IfExists, update: () => Promise<IDataObject>) {
		const updates: unknown[] = [];
		const { create, seen } = setUp([], {
			create: async () => await Promise.resolve({ ...NAMED }),
			update: async (...request: unknown[]) => {
				updates.push(request);
				return await update();
			},
		});
		return { created: await create({}, ifExists), hints: seen.hints, updates };
	}

	it('gets the asked name with Use It, so that the next run finds it', async () => {
		const update = async () => await Promise.resolve({ ...NAMED, name: 'Mine' });
		const { created, hints, updates } = await createNamed('use', update);
		expect(created).toEqual({ ...NAMED, name: 'Mine', alreadyExisted: false });
		expect(updates).toEqual([['/v1/networks/NW-new/', 'network NW-new', { name: 'Mine' }]]);
		expect(hints).toEqual([]);
	});

	it.each<[string, () => Promise<IDataObject>]>([
		['is refused', async () => await Promise.reject(new Problem('Not allowed'))],
		['is lost', async () => await Promise.reject(new Cancelled())],
		['changes nothing', async () => await Promise.resolve(NAMED)],
	])('says that Use It cannot recognize it where that %s', async (_, update) => {
		const { created, hints } = await createNamed('use', update);
		expect(created).toEqual({ ...NAMED, alreadyExisted: false });
		expect(hints.join()).toContain('cannot recognize it by that name');
	});

	it('keeps the name of the service without Use It, and says so', async () => {
		const update = async () => await Promise.resolve({});
		const { created, hints, updates } = await createNamed('create', update);
		expect(created).toEqual(NAMED);
		expect(updates).toEqual([]);
		expect(hints.join()).toContain("named the network NW-new 'Ethereum mainnet' instead of 'Mine'");
		expect(hints.join()).toContain("pin this output, or set 'If It Already Exists' to Use It");
	});
});

it('what has no name is the only one of its chain', async () => {
	const on = (id: string, chain?: string) => ({
		...existing(id, id),
		configuration: { network: chain },
	});
	const unnamed = { json: {}, unnamed: 'on a-mainnet', chain: 'a-mainnet' };
	const { find, seen } = setUp([on('NW-1', 'a-testnet'), on('NW-2', 'a-mainnet')]);
	expect(await find(unnamed)).toMatchObject({ id: 'NW-2', alreadyExisted: true });
	expect(seen.queries).toEqual([NETWORK.query]);
	const problem = await rejection(setUp([on('NW-2', 'a-mainnet'), on('NW-3')]).find(unnamed));
	expect(problem.message).toBe('Several networks are on a-mainnet: NW-2, NW-3');
	expect(problem.hint).toMatch(/^Enter the 'Name'.*Nothing was created/);
});

it('what exists in the state failed is used, and said to be failed', async () => {
	const { find, seen } = setUp([{ ...existing('NW-1'), status: 'failed' }]);
	expect(await find()).toMatchObject({ id: 'NW-1', alreadyExisted: true });
	expect(seen.hints.join()).toContain("NW-1 already exists, but its state is 'failed'");
});

describe('what has the name on another chain', () => {
	const find = async (more: IDataObject, chain: unknown) =>
		await setUp([{ ...existing('NW-1'), ...more }]).find({ chain });

	it.each<[IDataObject, unknown]>([
		[{ configuration: { network: 'a-mainnet' } }, 'a-mainnet'],
		[{}, 'a-mainnet'],
		[{ configuration: { network: 'a-mainnet' } }, undefined],
		[{ configuration: { network: '' } }, 'a-mainnet'],
		[{ configuration: { network: 'a-mainnet' } }, ''],
		[{ blockchain: 'BC-1', network: 'a-mainnet' }, 'a-mainnet'],
		[{ blockchain: 'BC-1', network: 'mainnet' }, 'ethereum-mainnet'],
		[{ blockchain: 'BC-1', network: 'ethereum-mainnet' }, 'mainnet'],
		[{ configuration: {}, network: 'NW-2' }, 'a-mainnet'],
		[{ network: 'NW-2' }, 'a-mainnet'],
	])('is not suspected where %j is found for %s', async (more, wanted) => {
		expect(await find(more, wanted)).toMatchObject({ id: 'NW-1' });
	});

	it.each<IDataObject>([
		{ configuration: { network: 'a-testnet' } },
		{ blockchain: 'BC-1', network: 'a-testnet' },
	])('is refused: %j', async (more) => {
		const problem = await rejection(find(more, 'a-mainnet'));
		expect(problem.message).toContain('network NW-1 already has this name, but is on a-testnet');
		expect(problem.hint).toContain('Nothing was created');
	});
});

import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	hasExistedBefore,
	createOrUse,
	findExisting,
} from '../../../nodes/shared/managementApi/createOrUse';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import type { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';
import { Cancelled, Problem } from '../../../nodes/shared/text/problem';
import { rejection } from '../fixtures/problems.mts';

const network = {
	thing: 'network',
	name: 'Mine',
	ifExists: 'use' as const,
	path: '/v1/networks/',
	query: { project: 'PR-1', protocol: 'ethereum' },
	known: new Set<string>(),
	json: {},
	hint: () => undefined,
};
const existing = (id: string, name = 'Mine', protocol = 'ethereum') => ({ id, name, protocol });

/** A client with one list, which records how it is read. */
function listing(records: Iterable<IDataObject> | Error) {
	const seen = { read: 0, queries: [] as object[] };
	const client = {
		clock: systemClock,
		create: async () => await Promise.resolve({ id: 'NW-new' }),
		async *list(_path: string, query: object) {
			seen.queries.push(query);
			if (records instanceof Error) throw records;
			for (const record of records) {
				seen.read += 1;
				yield await Promise.resolve(record);
			}
		},
	};
	return { api: client as unknown as PlatformClient, seen };
}

describe('createOrUse', () => {
	it('searches by name, with the filters', async () => {
		const { api, seen } = listing([]);
		expect(await createOrUse(api, network)).toEqual({ id: 'NW-new', alreadyExisted: false });
		expect(seen.queries).toEqual([{ project: 'PR-1', protocol: 'ethereum', name: 'Mine' }]);
	});

	it('does not trust the filters of the service', async () => {
		const unnamed = { ...existing('NW-3'), name: undefined };
		const others = [existing('NW-1', 'Mine too'), existing('NW-2', 'Mine', 'bsc'), unnamed];
		const { api } = listing(others);
		expect(await createOrUse(api, network)).toMatchObject({ id: 'NW-new' });
	});

	it('stops reading when the match is no longer unique, and names a few', async () => {
		function* many() {
			for (let n = 1; ; n += 1) yield existing(`NW-${n}`);
		}
		const { api, seen } = listing(many());
		const problem = await rejection(createOrUse(api, network));
		expect(problem.message).toContain('NW-1, NW-2, NW-3, NW-4, NW-5 and more');
		expect(problem.effect).toBe('none');
		expect(seen.read).toBe(6);
	});

	it.each([2, 5])('names all of %d matches', async (count) => {
		const ids = Array.from({ length: count }, (_, n) => `NW-${n}`);
		const { api } = listing(ids.map((id) => existing(id)));
		const problem = await rejection(createOrUse(api, network));
		expect(problem.message).toBe(`Several networks are named 'Mine': ${ids.join(', ')}`);
		expect(problem.hint).toContain('Nothing was created');
	});

	it('fails without a name, before anything is searched', async () => {
		const { api, seen } = listing([]);
		const problem = await rejection(createOrUse(api, { ...network, name: '' }));
		expect(problem.message).toContain("'Name' is empty");
		expect(problem.hint).toContain('network');
		expect(seen.queries).toEqual([]);
	});

	it('creates without searching where another one is wanted', async () => {
		const { api, seen } = listing([existing('NW-1')]);
		const another = { ...network, ifExists: 'create' as const };
		expect(await createOrUse(api, another)).toEqual({ id: 'NW-new' });
		expect(seen.queries).toEqual([]);
	});

	it.each([
		['Try later', 'Nothing was created. Try later'],
		[undefined, 'Nothing was created.'],
	])('creates nothing when the search fails (hint %s)', async (given, hint) => {
		const { api } = listing(new Problem('It broke', { hint: given, httpStatus: 503 }));
		const problem = await rejection(createOrUse(api, network));
		expect(problem.message).toContain('network already exists: It broke');
		expect(problem).toMatchObject({ hint, httpStatus: 503 });
	});

	it('returns what exists as it is, unless it has to be checked', async () => {
		const { api } = listing([existing('NW-2', 'Other'), existing('NW-1')]);
		const found = await createOrUse(api, network);
		expect(found).toEqual({ ...existing('NW-1'), alreadyExisted: true });
		expect(hasExistedBefore(found)).toBe(true);
		for (const record of [{}, { alreadyExisted: false }, { alreadyExisted: 'yes' }])
			expect(hasExistedBefore(record)).toBe(false);
	});

	it('says clearly that the execution was canceled', async () => {
		const { api } = listing(new Cancelled());
		expect(await rejection(createOrUse(api, network))).toBeInstanceOf(Cancelled);
	});

	it('returns all of what exists where the list does not show it', async () => {
		const { api } = listing([existing('NW-1')]);
		const readExisting = async (id: unknown) =>
			await Promise.resolve({ id: String(id), seen: true });
		const found = await createOrUse(api, { ...network, readExisting });
		expect(found).toEqual({ id: 'NW-1', seen: true, alreadyExisted: true });
	});
});

describe('a creation that the service named', () => {
	const NAMED = { id: 'NW-new', name: 'Ethereum mainnet', protocol: 'ethereum' };

	/** Creates 'Mine'; the update request answers with what is given. */
	async function createNamed(ifExists: 'create' | 'use', update: () => Promise<IDataObject>) {
		const hints: string[] = [];
		const updates: unknown[] = [];
		const { api } = listing([]);
		const record = { ...network, ifExists, hint: (text: string) => void hints.push(text) };
		const client = Object.assign(api, {
			create: async () => await Promise.resolve({ ...NAMED }),
			update: async (...request: unknown[]) => {
				updates.push(request);
				return await update();
			},
		});
		return { created: await createOrUse(client, record), hints, updates };
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

describe('Use It without a name', () => {
	const chain = {
		wanted: 'ethereum-mainnet',
		of: ({ chain: found }: IDataObject): unknown => found,
	};
	const unnamed = { ...network, name: '', unnamed: 'on ethereum-mainnet', chain };
	const on = (id: string, of?: string) => ({ ...existing(id, id), ...(of && { chain: of }) });

	it('uses the only one of the chain, whatever its name is', async () => {
		const { api, seen } = listing([on('NW-1', 'ethereum-sepolia'), on('NW-2', 'ethereum-mainnet')]);
		expect(await createOrUse(api, unnamed)).toMatchObject({ id: 'NW-2', alreadyExisted: true });
		expect(seen.queries).toEqual([network.query]);
	});

	it('creates one where there is none', async () => {
		const { api } = listing([on('NW-1', 'ethereum-sepolia')]);
		expect(await createOrUse(api, unnamed)).toEqual({ id: 'NW-new', alreadyExisted: false });
	});

	it('refuses several with their IDs', async () => {
		const { api } = listing([on('NW-1', 'ethereum-mainnet'), on('NW-2')]);
		const problem = await rejection(createOrUse(api, unnamed));
		expect(problem.message).toBe('Several networks are on ethereum-mainnet: NW-1, NW-2');
		expect(problem.hint).toContain('Nothing was created');
	});
});

it('what exists in the state failed is used, and said to be failed', async () => {
	const hints: string[] = [];
	const { api } = listing([{ ...existing('NW-1'), status: 'failed' }]);
	const found = await findExisting(api, { ...network, hint: (text) => void hints.push(text) });
	expect(found).toMatchObject({ id: 'NW-1', alreadyExisted: true });
	expect(hints.join()).toContain("NW-1 already exists, but its state is 'failed'");
});

describe('what has the name on another chain', () => {
	const find = async (found: unknown, wanted: unknown) => {
		const { api } = listing([existing('NW-1')]);
		return await findExisting(api, { ...network, chain: { wanted, of: () => found } });
	};

	it.each([
		['ethereum-mainnet', 'ethereum-mainnet'],
		[undefined, 'ethereum-mainnet'],
		['ethereum-mainnet', undefined],
		['', 'ethereum-mainnet'],
		['ethereum-mainnet', ''],
	])('is not suspected where %s is found for %s', async (found, wanted) => {
		expect(await find(found, wanted)).toMatchObject({ id: 'NW-1' });
	});

	it('is refused', async () => {
		const problem = await rejection(find('a-testnet', 'a-mainnet'));
		expect(problem.message).toContain('NW-1');
		expect(problem.message).toContain('a-testnet');
		expect(problem.hint).toContain('Nothing was created');
	});
});

import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	alreadyExisted,
	checkSameChain,
	createOrUse,
} from '../../../nodes/shared/platform/createOrUse';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import type { PlatformClient } from '../../../nodes/shared/platform/platformClient';
import { Cancelled, Problem } from '../../../nodes/shared/pure/problem';
import { problemOf, rejection } from '../fixtures/problems.mts';

const network = {
	thing: 'network',
	name: 'Mine',
	ifExists: 'use' as const,
	path: '/v1/networks/',
	query: { project: 'PR-1' },
	matches: ({ protocol }: IDataObject) => protocol === 'ethereum',
	known: new Set<string>(),
};
const created = async () => await Promise.resolve({ id: 'NW-new' });
const existing = (id: string, name = 'Mine', protocol = 'ethereum') => ({ id, name, protocol });

/** A client with one list, which records how it is read. */
function listing(records: Iterable<IDataObject> | Error) {
	const seen = { read: 0, queries: [] as object[] };
	const client = {
		clock: systemClock,
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
	it('searches by name, with the filters of both searches', async () => {
		const { api, seen } = listing([]);
		const creation = { ...network, existingQuery: { protocol: 'ethereum' } };
		expect(await createOrUse(api, creation, created)).toEqual({
			id: 'NW-new',
			alreadyExisted: false,
		});
		expect(seen.queries).toEqual([{ project: 'PR-1', protocol: 'ethereum', name: 'Mine' }]);
	});

	it('does not trust the filters of the service', async () => {
		const { api } = listing([existing('NW-1', 'Mine too'), existing('NW-2', 'Mine', 'bsc')]);
		expect(await createOrUse(api, network, created)).toMatchObject({ id: 'NW-new' });
	});

	it('stops reading when the match is no longer unique, and names a few', async () => {
		function* many() {
			for (let n = 1; ; n += 1) yield existing(`NW-${n}`);
		}
		const { api, seen } = listing(many());
		const problem = await rejection(createOrUse(api, network, created));
		expect(problem.message).toContain('NW-1, NW-2, NW-3, NW-4, NW-5 and more');
		expect(problem.effect).toBe('none');
		expect(seen.read).toBe(6);
	});

	it.each([2, 5])('names all of %d matches', async (count) => {
		const ids = Array.from({ length: count }, (_, n) => `NW-${n}`);
		const { api } = listing(ids.map((id) => existing(id)));
		const problem = await rejection(createOrUse(api, network, created));
		expect(problem.message).toBe(`Several networks are named 'Mine': ${ids.join(', ')}`);
		expect(problem.hint).toContain('Nothing was created');
	});

	it('fails without a name, before anything is searched', async () => {
		const { api, seen } = listing([]);
		const problem = await rejection(createOrUse(api, { ...network, name: '' }, created));
		expect(problem.message).toContain("'Name' is empty");
		expect(problem.hint).toContain('network');
		expect(seen.queries).toEqual([]);
	});

	it('creates without searching where another one is wanted', async () => {
		const { api, seen } = listing([existing('NW-1')]);
		for (const ifExists of ['create', undefined] as const)
			expect(await createOrUse(api, { ...network, ifExists }, created)).toEqual({ id: 'NW-new' });
		expect(seen.queries).toEqual([]);
	});

	it.each([
		['Try later', 'Nothing was created. Try later'],
		[undefined, 'Nothing was created.'],
	])('creates nothing when the search fails (hint %s)', async (given, hint) => {
		const { api } = listing(new Problem('It broke', { hint: given, httpStatus: 503 }));
		const problem = await rejection(createOrUse(api, network, created));
		expect(problem.message).toContain('network already exists: It broke');
		expect(problem).toMatchObject({ hint, httpStatus: 503 });
	});

	it('returns what exists as it is, unless it has to be checked', async () => {
		const { api } = listing([existing('NW-2', 'Other'), existing('NW-1')]);
		const found = await createOrUse(api, network, created);
		expect(found).toEqual({ ...existing('NW-1'), alreadyExisted: true });
		expect(alreadyExisted(found)).toBe(true);
		for (const record of [{}, { alreadyExisted: false }, { alreadyExisted: 'yes' }])
			expect(alreadyExisted(record)).toBe(false);
	});

	it('says clearly that the execution was canceled', async () => {
		const { api } = listing(new Cancelled());
		expect(await rejection(createOrUse(api, network, created))).toBeInstanceOf(Cancelled);
	});

	it('returns the result of useExisting, or its problem', async () => {
		const { api } = listing([existing('NW-1')]);
		const useExisting = ({ id }: IDataObject) => ({ id, seen: true });
		const found = await createOrUse(api, { ...network, useExisting }, created);
		expect(found).toEqual({ id: 'NW-1', seen: true, alreadyExisted: true });
	});
});

describe('checkSameChain', () => {
	it.each([
		['ethereum-mainnet', 'ethereum-mainnet'],
		[undefined, 'ethereum-mainnet'],
		['ethereum-mainnet', undefined],
		['', 'ethereum-mainnet'],
		['ethereum-mainnet', ''],
	])('accepts %s for %s', (found, wanted) => {
		expect(() => checkSameChain('network NW-1', found, wanted)).not.toThrow();
	});

	it('refuses another chain', () => {
		const problem = problemOf(() => checkSameChain('network NW-1', 'a-testnet', 'a-mainnet'));
		expect(problem.message).toContain('NW-1');
		expect(problem.message).toContain('a-testnet');
		expect(problem.hint).toContain('Nothing was created');
	});
});

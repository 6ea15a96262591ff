import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { searchResource, searchKnown } from '../../../nodes/shared/fields/searchList';
import { fakeExecution, type FakeExecution } from '../fixtures/executeContext.mts';
import { CREDENTIAL_DATA, type Reply, type Respond } from '../fixtures/requestContext.mts';

const BASE = 'https://api.chainstack.com';

const PROJECTS = Array.from({ length: 120 }, (_, n) => ({ id: `PR-${n}`, name: `Project ${n}` }));

/** Answers pages of 50. */
const pages: Respond = ({ url, query }): Reply => {
	const page = Number(new URL(url).searchParams.get('page') ?? query.page ?? 1);
	const results = PROJECTS.slice((page - 1) * 50, page * 50);
	const next = page * 50 < PROJECTS.length ? `${BASE}/v1/projects/?page=${page + 1}` : null;
	return { body: { count: PROJECTS.length, next, previous: null, results } };
};

const contextOf = (execution: FakeExecution): ILoadOptionsFunctions =>
	execution.context as unknown as ILoadOptionsFunctions;

describe('a list of the platform', () => {
	/** Searches for a text, from the page that a link leads to. */
	const search = async (execution: FakeExecution, filter?: string, link?: unknown) => {
		const list = searchResource({ path: '/v1/projects/' });
		const from = link === undefined ? undefined : String(link);
		return await list.call(contextOf(execution), filter, from);
	};

	it('returns one page, and the link to the next', async () => {
		const execution = fakeExecution({ respond: pages });
		const { results, paginationToken } = await search(execution);
		expect(results).toHaveLength(50);
		expect(results[0]).toMatchObject({ name: 'Project 0', value: 'PR-0' });
		expect(execution.sent).toHaveLength(1);
		expect(execution.sent[0].query).toEqual({ order_by: 'name' });
		const next = await search(execution, undefined, paginationToken);
		expect(next.results[0].value).toBe('PR-50');
		const last = await search(execution, '', next.paginationToken);
		expect(last.results).toHaveLength(20);
		expect(last.paginationToken).toBeUndefined();
	});

	const ten = (start: number): string[] => Array.from({ length: 10 }, (_, n) => `PR-${start + n}`);
	it.each([
		['project 11', ['PR-11', ...ten(110)]],
		['  PR-7 ', ['PR-7', ...ten(70)]],
		['nothing', []],
	])('finds %j in name or id on all pages', async (filter, ids) => {
		const { results } = await search(fakeExecution({ respond: pages }), filter);
		expect(results.map(({ value }) => value)).toEqual(ids);
	});

	it('stops reading when there are enough matches', async () => {
		const execution = fakeExecution({ respond: pages });
		expect((await search(execution, 'project')).results).toHaveLength(50);
		expect(execution.sent).toHaveLength(1);
	});

	it('reads 25 pages at most for a text, says so, and goes on where it stopped', async () => {
		const respond: Respond = ({ url, query }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? query.page ?? 1);
			const results = [{ id: `PR-${page}`, name: `Project ${page}` }];
			return { body: { results, next: `${BASE}/v1/projects/?page=${page + 1}` } };
		};
		const execution = fakeExecution({ respond });
		const first = await search(execution, 'project 27');
		expect(execution.sent).toHaveLength(25);
		expect(first.results).toEqual([
			{ name: expect.stringMatching(/^Only 25 were searched: .* By ID$/) as string, value: '' },
		]);
		const next = await search(execution, 'project 27', first.paginationToken);
		expect(execution.sent).toHaveLength(50);
		expect(next.results[0]).toMatchObject({ value: 'PR-27' });
	});

	it.each<[Parameters<typeof fakeExecution>[0], RegExp]>([
		[
			{ respond: () => ({ status: 401, body: { error: { message: 'Bad key' } } }) },
			/Bad key.*'API Key'/,
		],
		[{ credential: null }, /credential/],
		[{ credential: { ...CREDENTIAL_DATA, apiKey: '' } }, /'API Key'/],
		[{ respond: () => ({ status: 404, body: CREDENTIAL_DATA.apiKey }) }, /\*\*\*/],
	])('says why it cannot list anything', async (parts, message) => {
		const error: unknown = await search(fakeExecution(parts)).catch((thrown: unknown) => thrown);
		expect(error instanceof NodeApiError || error instanceof NodeOperationError).toBe(true);
		expect((error as Error).message).toMatch(message);
		expect(JSON.stringify(error)).not.toContain(CREDENTIAL_DATA.apiKey);
	});

	it('does not follow a page to another origin', async () => {
		const execution = fakeExecution();
		const work = search(execution, undefined, 'https://evil.example.com/x');
		await expect(work).rejects.toThrow(/only sent to/);
		expect(execution.sent).toEqual([]);
	});
});

const ENTRIES = [
	{ name: 'BNB Smart Chain', value: 'bsc' },
	{ name: 'Ethereum', value: 'ethereum' },
];

const search = async (typed?: string) =>
	(await searchKnown(ENTRIES).call({} as never, typed)).results;

describe('values that are known', () => {
	it.each([undefined, '', '  '])('returns all for %j', async (typed) => {
		expect(await search(typed)).toEqual(ENTRIES);
	});

	it.each([
		['bsc', [ENTRIES[0]]],
		['ethereum', [ENTRIES[1]]],
	])('finds the value %s', async (typed, expected) => {
		expect(await search(typed)).toEqual(expected);
	});

	it('finds names in small and capital letters, and also offers what was typed', async () => {
		expect(await search('SMART')).toEqual([ENTRIES[0], { name: 'SMART', value: 'SMART' }]);
	});

	it('offers a value it does not know as it was typed', async () => {
		expect(await search(' base ')).toEqual([{ name: 'base', value: 'base' }]);
	});

	it.each(['smart chains', 'a'.repeat(101), '<b>', '{{ $json.x }}'])(
		'does not offer %j',
		async (typed) => {
			expect(await search(typed)).toEqual([]);
		},
	);
});

import { describe, expect, it } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import { readyNode, useServer } from '../fixtures/server.mts';
import { listSearch, loadOptions, testCredential } from '../support/index.mts';

const platform = usePlatform({ pageSize: 100 });
const server = useServer(readyNode);

describe('regions', () => {
	const regions = async (path: string, currentNodeParameters: object) =>
		(await loadOptions('getRegions', { path, currentNodeParameters })).map(({ value }) => value);
	const nodes = { node: [{ provider: 'vzo' }, { provider: 'azure' }] };

	it.each<[string, object, string[]]>([
		['parameters.nodes.node[0].region', { nodes }, ['eu3']],
		['parameters.nodes.node[1].region', { nodes }, ['uksouth']],
		['parameters.otherFields.region', { otherFields: { provider: 'azure' } }, ['uksouth']],
	])('of %s follow the provider next to it', async (path, parameters, expected) => {
		expect(await regions(path, parameters)).toEqual(expected);
	});
});

describe.each([
	['searchProjects', '/v1/projects/'],
	['searchNodes', '/v2/nodes/'],
])('%s', (method, path) => {
	const search = (credential: object = {}) =>
		listSearch(method, { credentials: platform.credential(credential) });

	it('lists names with ids', async () => {
		const { results, paginationToken } = await search();
		const ids = results.map(({ value }) => value);
		const prefix = method === 'searchNodes' ? 'ND-' : 'PR-';
		expect(ids.every((id) => String(id).startsWith(prefix))).toBe(true);
		expect(ids).toContain(`${prefix}123-456-789`);
		expect(paginationToken).toBeUndefined();
		const [request] = platform.requests();
		expect(request).toMatchObject({ method: 'GET', path });
		expect(request.headers.authorization).toBe(`Bearer ${platform.sandbox.apiKey}`);
	});

	it('shows the reason of a failure', async () => {
		await expect(search({ apiKey: 'wrong' })).rejects.toThrow(
			'Chainstack did not accept the API key',
		);
	});
});

it('the list of networks shows the chain of each, and no status, which would be stored', async () => {
	const { results, paginationToken } = await listSearch('searchNetworks', {
		credentials: platform.credential(),
	});
	expect(results.map(({ name }) => name)).toEqual([
		'Bitcoin mainnet · Bitcoin Mainnet',
		'Ethereum mainnet · Ethereum Mainnet',
		'Hyperliquid mainnet · Hyperliquid Mainnet',
		'Polygon mainnet · Polygon PoS Mainnet',
	]);
	expect(results.map(({ value }) => value)).toContain('NW-123-456-789');
	expect(paginationToken).toBeUndefined();
	expect(platform.requests()).toMatchObject([
		{ path: '/v1/networks/', query: { order_by: 'name' } },
	]);
});

// Its words for each fault are held by the unit tests.
describe('credential test', () => {
	const key = 'endpoint0key0of0the0server0123456';
	it('accepts both halves and names them', async () => {
		const { chainstackApi } = platform.credential({ nodeEndpoint: server.url, endpointKey: key });
		const result = await testCredential('chainstackApi', chainstackApi);
		expect(result).toEqual({
			status: 'OK',
			message: `API key accepted (organization Example Organization). Node endpoint responds (${server.url}/***/evm)`,
		});
		expect(platform.requests()).toMatchObject([{ method: 'GET', path: '/v1/organization/' }]);
		expect(server.seen).toMatchObject([
			{ method: 'POST', url: `/${key}/evm`, json: { method: 'eth_syncing', params: [], id: 1 } },
		]);
		expect(server.seen[0].headers).not.toHaveProperty('authorization');
	});
});

describe('a search among 304 nodes', () => {
	const path = '/v2/nodes/';
	const nodes = Array.from({ length: 304 }, (_, index) => ({
		id: `ND-1-${index}`,
		name: `node ${index}`,
		protocol: 'ethereum',
		network: 'ethereum-mainnet',
		status: 'running',
	}));
	const search = (filter?: string) =>
		listSearch('searchNodes', {
			credentials: platform.credential({ baseUrl: server.url }),
			filter,
		});

	it('makes one request for each page', async () => {
		server.answer = ({ url }) => {
			const page = Number(new URL(url, server.url).searchParams.get('page') ?? 1);
			const next = page < 16 ? `${server.url}${path}?order_by=name&page=${page + 1}` : null;
			return { body: { count: 304, next, results: nodes.slice(page * 19 - 19, page * 19) } };
		};
		const { results } = await search('node 303');
		expect(results).toEqual([{ name: 'node 303 · Ethereum Mainnet', value: 'ND-1-303' }]);
		expect(server.seen).toHaveLength(16);
		expect(server.seen.every(({ url }) => url.startsWith(path))).toBe(true);
	});

	it('ends with the last page that is still there', async () => {
		server.answer = ({ url }) =>
			url.includes('page=2')
				? { status: 404, body: { detail: 'Invalid page.' } }
				: { body: { count: 20, next: `${path}?page=2`, results: nodes.slice(0, 19) } };
		expect((await search('node')).results).toHaveLength(19);
	});
});

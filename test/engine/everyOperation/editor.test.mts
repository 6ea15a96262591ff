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
	['searchNodes', '/v1/nodes/'],
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

it('the list of networks shows chain and state of each', async () => {
	const { results, paginationToken } = await listSearch('searchNetworks', {
		credentials: platform.credential(),
	});
	expect(results.map(({ name }) => name)).toEqual([
		'Bitcoin mainnet · Bitcoin Mainnet · ok',
		'Ethereum mainnet · Ethereum Mainnet · ok',
		'Hyperliquid mainnet · Hyperliquid Mainnet · ok',
		'Polygon mainnet · Polygon PoS Mainnet · ok',
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

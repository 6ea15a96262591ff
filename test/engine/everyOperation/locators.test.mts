import { describe, expect, it } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';
import { listSearch, loadOptions, loadPackage } from '../support/index.mts';

const platform = usePlatform({ pageSize: 100 });
const small = usePlatform({ pageSize: 3 });
const server = useServer(() => ({ body: { options: [] } }));
const credentials = (changes: object = {}) => platform.credential(changes);

const names = (results: ReadonlyArray<{ name: string }>): string[] =>
	results.map(({ name }) => name);
const values = (results: ReadonlyArray<{ value: unknown }>): unknown[] =>
	results.map(({ value }) => value);

describe('searchNetworks', () => {
	it('shows chain and state of each network', async () => {
		const { results, paginationToken } = await listSearch('searchNetworks', {
			credentials: credentials(),
		});
		expect(names(results)).toEqual([
			'Bitcoin mainnet · Bitcoin Mainnet · ok',
			'Ethereum mainnet · Ethereum Mainnet · ok',
			'Hyperliquid mainnet · Hyperliquid Mainnet · ok',
			'Polygon mainnet · Polygon PoS Mainnet · ok',
		]);
		expect(values(results)).toContain('NW-123-456-789');
		expect(paginationToken).toBeUndefined();
		expect(platform.requests()).toMatchObject([
			{ path: '/v1/networks/', query: { order_by: 'name' } },
		]);
	});

	it('reads page after page', async () => {
		const search = async (paginationToken?: string) =>
			await listSearch('searchNetworks', { credentials: small.credential(), paginationToken });
		const first = await search();
		expect(first.results).toHaveLength(3);
		const second = await search(first.paginationToken as string);
		expect(names(second.results)).toEqual(['Polygon mainnet · Polygon PoS Mainnet · ok']);
		expect(second.paginationToken).toBeUndefined();
	});

	it.each([
		['poly', ['NW-222-333-555']],
		[' HYPER ', ['NW-999-456-111']],
		['NW-222-333-666', ['NW-222-333-666']],
		['nobody', []],
	])('finds "%s" on any page', async (filter, expected) => {
		const { results } = await listSearch('searchNetworks', {
			credentials: small.credential(),
			filter,
		});
		expect(values(results)).toEqual(expected);
	});
});

describe('the list of what can be deployed', () => {
	const options = (currentNodeParameters: object = {}) => ({
		credentials: credentials(),
		currentNodeParameters: { resource: 'node', operation: 'create', ...currentNodeParameters },
	});

	it('lists each protocol once', async () => {
		const protocols = values(await loadOptions('getDeployableProtocols', options()));
		expect(protocols).toContain('ethereum');
		expect(protocols[0]).toBe('');
		expect(protocols).toHaveLength(new Set(protocols).size);
		expect(platform.requests()).toMatchObject([{ path: '/v2/deployment-options/', query: {} }]);
	});

	it('lists the networks of the chosen protocol', async () => {
		const { results } = await listSearch(
			'searchBlockchains',
			options({ deployProtocol: 'solana' }),
		);
		expect(names(results)).toEqual(['Solana Devnet', 'Solana Mainnet']);
	});

	it.each([[''], ['={{ $json.protocol }}'], [undefined]])(
		'lists the networks of all protocols when it is %o',
		async (deployProtocol) => {
			const { results } = await listSearch('searchBlockchains', options({ deployProtocol }));
			expect(results.length).toBeGreaterThan(60);
			expect(new Set(values(results)).size).toBe(results.length);
		},
	);

	it('searches networks by name, protocol and ID', async () => {
		const search = async (filter: string) =>
			values((await listSearch('searchBlockchains', { ...options(), filter })).results);
		expect(await search('sepolia')).toContain('BC-000-000-002');
		expect(await search('BC-000-000-004')).toEqual(['BC-000-000-004']);
		expect(await search('nothing like it')).toEqual([]);
	});

	const clouds = [
		'Chainstack Global · global1, Worldwide',
		'Chainstack Managed · lon1, London',
		'Chainstack Managed · nyc1, New York',
	];

	it.each([['list'], ['id']])('lists the clouds of the chosen network (%s)', async (mode) => {
		const blockchain = { __rl: true, mode, value: 'BC-000-000-004' };
		const { results } = await listSearch('searchClouds', options({ blockchain }));
		expect(names(results)).toEqual(clouds);
	});

	it('lists all clouds, each once, when no network is chosen', async () => {
		const blockchain = { __rl: true, mode: 'list', value: '' };
		const { results } = await listSearch('searchClouds', options({ blockchain }));
		expect(results.length).toBeGreaterThan(10);
		expect(new Set(values(results)).size).toBe(results.length);
	});

	it('searches clouds by region', async () => {
		const { results } = await listSearch('searchClouds', { ...options(), filter: 'LON1' });
		expect(values(results)).toEqual(['CC-0020']);
	});

	it('says what is wrong with an unexpected answer', async () => {
		server.answer = () => ({ body: { results: [] } });
		const search = loadOptions('getDeployableProtocols', {
			credentials: credentials({ baseUrl: server.url }),
		});
		await expect(search).rejects.toThrow("deployment options without 'options'");
	});

	it('is read again when what it depends on changes', async () => {
		const { nodes = [] } = (await loadPackage()).types;
		const node = nodes.find(({ name }) => name === 'chainstack');
		const dependencyOf = (name: string) =>
			node?.properties.find((property) => property.name === name)?.typeOptions
				?.loadOptionsDependsOn;
		expect(dependencyOf('blockchain')).toEqual(['deployProtocol']);
		expect(dependencyOf('cloud')).toEqual(['blockchain.value']);
	});
});

describe.each([
	['searchNetworks', '/v1/networks/'],
	['searchBlockchains', '/v2/deployment-options/'],
	['searchClouds', '/v2/deployment-options/'],
])('a list that fails: %s', (method, path) => {
	const currentNodeParameters = {
		resource: 'node',
		operation: 'create',
		blockchain: { __rl: true, mode: 'list', value: '' },
	};

	it.each([
		['the key is not accepted', { kind: 'status', status: 401 }, /not accept|refuse|API key/],
		['the service is down', { kind: 'status', status: 503 }, /503|busy|not available/],
		['an answer is a web page', { kind: 'html', status: 502 }, /502/],
	] as const)('shows the reason when %s', async (_, fault, reason) => {
		platform.sandbox.fault({ path, ...fault });
		const search = listSearch(method, { credentials: credentials(), currentNodeParameters });
		await expect(search).rejects.toThrow(reason);
		const error: Error = await search.then(
			() => new Error('none'),
			(thrown: Error) => thrown,
		);
		expect(error.message).not.toContain(platform.sandbox.apiKey);
	});

	it('says that the credential has no API key', async () => {
		const search = listSearch(method, {
			credentials: credentials({ apiKey: '' }),
			currentNodeParameters,
		});
		await expect(search).rejects.toThrow(/API [Kk]ey/);
		expect(platform.requests()).toEqual([]);
	});
});

describe('2,000 nodes', () => {
	const count = 2000;

	it('are listed with Return All', async () => {
		const added = platform.sandbox.addNodes(count);
		const run = await platform.run(['node', 'getAll'], { returnAll: true });
		expect(run.error).toBeUndefined();
		const ids = new Set(run.output.map(({ json }) => json.id));
		expect(ids.size).toBe(count + 4);
		expect(added.every((id) => ids.has(id))).toBe(true);
		// 21 pages of nodes, and the networks that are read for their names.
		expect(platform.requests()).toHaveLength(31);
		expect(run.executionTimeMs).toBeLessThan(10_000);
	});

	it.each([
		['hyperliquid-1', 50],
		['-2000', 1],
		['ND-123-456-789', 1],
		['nobody', 0],
	])('are searched for "%s"', async (filter, most) => {
		platform.sandbox.addNodes(count);
		const startedAt = performance.now();
		const { results } = await listSearch('searchNodes', { credentials: credentials(), filter });
		expect(results.length).toBeLessThanOrEqual(most);
		expect(results.length).toBeGreaterThanOrEqual(Math.min(1, most));
		expect(performance.now() - startedAt).toBeLessThan(10_000);
	});
});

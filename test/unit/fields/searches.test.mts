import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { getRegions, searches } from '../../../nodes/shared/fields/searches';
import { PROTOCOLS, PROVIDERS } from '../../../nodes/shared/managementApi/placement';
import { fakeExecution } from '../fixtures/executeContext.mts';
import type { Reply } from '../fixtures/requestContext.mts';

/** A place for nodes of a network: its blockchain, protocol and network, and its cloud, provider and region. */
const option = (id: number, chain: [string, string], cloud: number, place: [string, string]) => ({
	blockchain: `BC-${id}`,
	cloud: `CC-${cloud}`,
	protocol: chain[0],
	network: chain[1],
	provider: place[0],
	region: place[1],
});

const OPTIONS = [
	option(3, ['solana', 'mainnet'], 1, ['chainstack', 'lon1']),
	option(1, ['ethereum', 'ethereum-mainnet'], 2, ['aws', 'us-east-1']),
	option(1, ['ethereum', 'ethereum-mainnet'], 1, ['chainstack', 'lon1']),
	option(2, ['ethereum', 'sepolia-testnet'], 2, ['aws', 'us-east-1']),
	option(4, ['solana', 'mainnet'], 3, ['chainstack', 'lon1']),
];

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** The panel with these values. */
function panel(values: Record<string, unknown> = {}): ILoadOptionsFunctions {
	const { context } = fakeExecution({ respond: () => ({ body: { options: OPTIONS } }) });
	return Object.assign(Object.create(context) as ILoadOptionsFunctions, {
		getCurrentNodeParameter: (name: string) =>
			name === 'blockchain' ? { __rl: true, mode: 'id', value: values[name] } : values[name],
	});
}

async function found(
	search: Search,
	values?: Record<string, unknown>,
	filter?: string,
): Promise<Array<[string, unknown]>> {
	const { results } = await search.call(panel(values), filter);
	return results.map(({ name, value }) => [name, value]);
}

describe('the networks', () => {
	const ethereum: Array<[string, unknown]> = [
		['Ethereum Mainnet', 'BC-1'],
		['Ethereum Sepolia Testnet', 'BC-2'],
	];
	// Two have the same name.
	const solana: Array<[string, unknown]> = [
		['Solana Mainnet (BC-3)', 'BC-3'],
		['Solana Mainnet (BC-4)', 'BC-4'],
	];

	it('are sorted by name, each once', async () => {
		expect(await found(searches.searchBlockchains)).toEqual([...ethereum, ...solana]);
	});

	it.each([
		[' SEPOLIA ', ['BC-2']],
		['bc-4', ['BC-4']],
		['us-east', ['BC-1', 'BC-2']],
		['ethereum-mainnet', ['BC-1']],
		['nothing', []],
	])('are searched by name, ID and every place that offers them: %j', async (filter, ids) => {
		expect((await found(searches.searchBlockchains, {}, filter)).map(([, id]) => id)).toEqual(ids);
	});
});

describe('the chain networks', () => {
	const ethereum = ['ethereum-mainnet', 'ethereum-sepolia-testnet'];
	it.each([
		['ethereum', ethereum],
		['={{ $json.protocol }}', [...ethereum, 'solana-mainnet']],
		['near', []],
	])('of the protocol %j are whole names, each once', async (protocol, expected) => {
		const networks = await found(searches.searchChainNetworks, { protocol });
		expect(networks.map(([, name]) => name)).toEqual(expected);
	});

	it('show what people call them', async () => {
		expect(await found(searches.searchChainNetworks, {}, 'SEPOLIA-')).toEqual([
			['Ethereum Sepolia Testnet (ethereum-sepolia-testnet)', 'ethereum-sepolia-testnet'],
		]);
	});
});

describe('the clouds', () => {
	const aws = ['AWS · us-east-1, N. Virginia', 'CC-2'];
	const one = ['Chainstack · lon1, London (CC-1)', 'CC-1'];
	const three = ['Chainstack · lon1, London (CC-3)', 'CC-3'];

	it.each<[unknown, unknown[]]>([
		['BC-1', [aws, ['Chainstack · lon1, London', 'CC-1']]],
		[' BC-2 ', [aws]],
		['BC-9', []],
		['', [aws, one, three]],
		[undefined, [aws, one, three]],
		['={{ $json.network }}', [aws, one, three]],
	])('that offer the network %j are sorted by name, each once', async (blockchain, expected) => {
		expect(await found(searches.searchClouds, { blockchain })).toEqual(expected);
	});

	it.each([
		['aws', ['CC-2']],
		['sepolia', ['CC-2']],
		['ethereum', ['CC-2', 'CC-1']],
	])('are searched by place and by every network they offer: %s', async (filter, ids) => {
		expect((await found(searches.searchClouds, {}, filter)).map(([, id]) => id)).toEqual(ids);
	});
});

describe('the lists of the platform', () => {
	const page = (...results: object[]): Reply => ({ body: { results, next: null } });
	const nodes = page(
		{
			id: 'ND-1',
			name: 'Main',
			protocol: 'ethereum',
			network: 'mainnet',
			provider: 'aws',
			status: 'running',
		},
		{ id: 'ND-2', name: 'Bare' },
		{ id: 'ND-3', name: null, protocol: 'bsc', status: 'pending' },
	);

	/** The entries of a dropdown where the service answers this by path. */
	async function shown(search: Search, answers: Record<string, Reply>, filter?: string) {
		const { context } = fakeExecution({ respond: ({ url }) => answers[new URL(url).pathname] });
		const { results } = await search.call(context as unknown as ILoadOptionsFunctions, filter);
		return results.map(({ name, value }) => [name, value]);
	}

	it('of nodes show the chain, and no status, because n8n stores what is shown', async () => {
		const answers = { '/v2/nodes/': nodes };
		expect(await shown(searches.searchNodes, answers)).toEqual([
			['Main · Ethereum Mainnet', 'ND-1'],
			['Bare', 'ND-2'],
			['ND-3 · BNB Smart Chain', 'ND-3'],
		]);
		expect(await shown(searches.searchNodes, answers, 'smart chain')).toHaveLength(1);
		expect(await shown(searches.searchNodes, answers, 'pending')).toHaveLength(1);
	});

	it('of nodes show the end of the ID after the name, as far as names are alike', async () => {
		const twin = { name: 'Main', provider: 'aws', region: 'us-east-1', protocol: 'bsc' };
		const alike = page(
			{ ...twin, id: 'ND-1-2-3' },
			{ ...twin, id: 'ND-1-2-4', region: 'us-west-2' },
			{ id: 'ND-1-2-5', name: ' ' },
			{ id: 'ND-1-2-6', name: 'Other' },
			{ id: 'ND-9-2-6', name: 'Other' },
		);
		const answers = { '/v2/nodes/': alike };
		expect(await shown(searches.searchNodes, answers)).toEqual([
			['Main (…3) · BNB Smart Chain', 'ND-1-2-3'],
			['Main (…4) · BNB Smart Chain', 'ND-1-2-4'],
			['ND-1-2-5', 'ND-1-2-5'],
			['Other (ND-1-2-6)', 'ND-1-2-6'],
			['Other (ND-9-2-6)', 'ND-9-2-6'],
		]);
	});

	it('of projects show the name', async () => {
		const answers = { '/v1/projects/': page({ id: 'PR-1', name: 'One' }, { id: 'PR-2' }) };
		expect(await shown(searches.searchProjects, answers)).toEqual([
			['One', 'PR-1'],
			['PR-2', 'PR-2'],
		]);
	});
});

describe('the known values', () => {
	const { searchProtocols, searchProviders, searchRegions } = searches;
	const known = async (search: Search, filter?: string) =>
		(await search.call({} as ILoadOptionsFunctions, filter)).results;

	it('are the documented ones', async () => {
		const ofAll = (facts: ReadonlyArray<{ name: string; value: string }>) =>
			facts.map(({ name, value }) => ({ name, value }));
		expect(await known(searchProtocols)).toEqual(ofAll(PROTOCOLS));
		expect(await known(searchProviders)).toEqual(ofAll(PROVIDERS));
		const regions = await known(searchRegions);
		expect(regions).toHaveLength(PROVIDERS.flatMap(({ regions }) => [...regions]).length);
		expect(regions).toContainEqual({ name: 'uksouth, London (Microsoft Azure)', value: 'uksouth' });
	});

	it.each([
		['bnb', searchProtocols, 'bsc'],
		['GOOGLE', searchProviders, 'gcloud'],
		['us-west', searchRegions, 'us-west-2'],
	])('are searched for %j', async (filter, search, value) => {
		expect((await known(search, filter))[0].value).toBe(value);
	});
});

describe('the regions of a node to be created', () => {
	const regionsWith = async (provider: unknown) => {
		// The prefix & refers to a sibling field, also inside a collection.
		const getCurrentNodeParameter = (name: string) => (name === '&provider' ? provider : 'wrong');
		return await getRegions.call({ getCurrentNodeParameter } as unknown as ILoadOptionsFunctions);
	};

	it.each(PROVIDERS)('are for $value only its own', async ({ value, regions }) => {
		expect((await regionsWith(value)).map((region) => region.value)).toEqual(regions);
	});

	it.each([undefined, '', '={{ $json.provider }}', 'unknown', 5, null])(
		'are all, with their providers, when the provider is %j',
		async (provider) => {
			expect(await regionsWith(provider)).toEqual(
				(await searches.searchRegions.call({} as ILoadOptionsFunctions)).results,
			);
		},
	);
});

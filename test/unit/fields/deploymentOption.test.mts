import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	blockchainLocator,
	cloudLocator,
	getDeployableProtocols,
	searchBlockchains,
	searchChainNetworks,
	searchClouds,
} from '../../../nodes/shared/fields/deploymentOption';
import { fakeExecution } from '../fixtures/executeContext.mts';

/** A place for nodes of a network: its blockchain, protocol and network, and its cloud, provider and region. */
const option = (id: number, chain: [string, string], cloud: number, place: [string, string]) => ({
	blockchain: `BC-${id}`,
	cloud: `CC-${cloud}`,
	...{ protocol: chain[0], network: chain[1], provider: place[0], region: place[1] },
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

describe('the protocols', () => {
	it('are sorted by name, each once, after an entry for all of them', async () => {
		expect(await getDeployableProtocols.call(panel())).toEqual([
			{ name: 'All Protocols', value: '' },
			{ name: 'Ethereum', value: 'ethereum' },
			{ name: 'Solana', value: 'solana' },
		]);
	});
});

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

	it.each<[unknown, Array<[string, unknown]>]>([
		['ethereum', ethereum],
		['solana', solana],
		['near', []],
		['', [...ethereum, ...solana]],
		[undefined, [...ethereum, ...solana]],
		['={{ $json.protocol }}', [...ethereum, ...solana]],
	])('of the protocol %j are sorted by name, each once', async (deployProtocol, expected) => {
		expect(await found(searchBlockchains, { deployProtocol })).toEqual(expected);
	});

	it.each([
		[' SEPOLIA ', ['BC-2']],
		['bc-4', ['BC-4']],
		['us-east', ['BC-1', 'BC-2']],
		['ethereum-mainnet', ['BC-1']],
		['nothing', []],
	])('are searched by name, ID and every place that offers them: %j', async (filter, ids) => {
		expect((await found(searchBlockchains, {}, filter)).map(([, id]) => id)).toEqual(ids);
	});
});

describe('the chain networks', () => {
	const ethereum = ['ethereum-mainnet', 'ethereum-sepolia-testnet'];
	it.each([
		['ethereum', ethereum],
		['={{ $json.protocol }}', [...ethereum, 'solana-mainnet']],
		['near', []],
	])('of the protocol %j are whole names, each once', async (protocol, expected) => {
		const networks = await found(searchChainNetworks, { protocol });
		expect(networks.map(([, name]) => name)).toEqual(expected);
	});

	it('show what people call them', async () => {
		expect(await found(searchChainNetworks, {}, 'SEPOLIA-')).toEqual([
			['Ethereum Sepolia Testnet (ethereum-sepolia-testnet)', 'ethereum-sepolia-testnet'],
		]);
	});
});

describe('the clouds', () => {
	const [aws, one, three] = [
		['AWS · us-east-1, N. Virginia', 'CC-2'],
		['Chainstack · lon1, London (CC-1)', 'CC-1'],
		['Chainstack · lon1, London (CC-3)', 'CC-3'],
	];

	it.each<[unknown, unknown[]]>([
		['BC-1', [aws, ['Chainstack · lon1, London', 'CC-1']]],
		[' BC-2 ', [aws]],
		['BC-9', []],
		['', [aws, one, three]],
		[undefined, [aws, one, three]],
		['={{ $json.network }}', [aws, one, three]],
	])('that offer the network %j are sorted by name, each once', async (blockchain, expected) => {
		expect(await found(searchClouds, { blockchain })).toEqual(expected);
	});

	it.each([
		['aws', ['CC-2']],
		['sepolia', ['CC-2']],
		['ethereum', ['CC-2', 'CC-1']],
	])('are searched by place and by every network they offer: %s', async (filter, ids) => {
		expect((await found(searchClouds, {}, filter)).map(([, id]) => id)).toEqual(ids);
	});
});

describe('the fields', () => {
	it.each([blockchainLocator, cloudLocator])('have a list and take an ID: $name', (field) => {
		expect(field.modes.map(({ name }) => name)).toEqual(['list', 'id']);
		expect(field.typeOptions).toEqual({
			loadOptionsDependsOn: [field === cloudLocator ? 'blockchain.value' : 'deployProtocol'],
		});
	});
});

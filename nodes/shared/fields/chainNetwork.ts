import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { getChainName } from '../managementApi/chainNames';
import { readDeploymentOptions } from '../managementApi/deploymentOptions';
import { PROTOCOLS } from '../managementApi/placement';
import type { Property } from '../values/field';
import { nameLocator } from './locator';
import { withDropdownContext } from './searchList';

/** The field that chooses the network of the protocol chosen next to it. Free text remains possible. */
export const chainNetworkLocator = {
	...nameLocator('Chain Network', 'chainNetwork', {
		search: 'searchChainNetworks',
		example: 'ethereum-mainnet',
		mode: 'id',
	}),
	typeOptions: { loadOptionsDependsOn: ['protocol'] },
	description:
		"Which network of the protocol to join; sent as 'network' in the configuration. The list depends on the protocol.",
} as const satisfies Property;

interface ChainNetwork {
	protocol: string;
	network: string;
}

/**
 * Fills {@link chainNetworkLocator} with what can currently be deployed; where that cannot be read, such as without
 * an API key, with the networks that are documented.
 */
export async function searchChainNetworks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const chosen = this.getCurrentNodeParameter('protocol');
	const isChosen = typeof chosen === 'string' && chosen !== '' && !chosen.startsWith('=');
	const filterByProtocol = (networks: readonly ChainNetwork[]): ChainNetwork[] =>
		networks.filter(({ protocol }) => !isChosen || protocol === chosen);
	const offered = filterByProtocol(await readOfferedNetworks(this));
	const networks = offered.length > 0 ? offered : filterByProtocol(DOCUMENTED);
	const wanted = (filter ?? '').trim().toLowerCase();
	const names = new Map(networks.map((each) => [each.network, formatNetwork(each)]));
	const results = [...names].map(([value, name]) => ({ name, value }));
	return {
		results: results
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name, 'en')),
	};
}

function formatNetwork({ protocol, network }: ChainNetwork): string {
	return `${getChainName(protocol, network)} (${network})`;
}

/** Some answers name a network with its protocol as a prefix, others without. */
async function readOfferedNetworks(n8n: ILoadOptionsFunctions): Promise<ChainNetwork[]> {
	try {
		const options = await withDropdownContext(n8n, ({ api }) => readDeploymentOptions(api));
		return options.map(({ protocol, network }) => ({
			protocol,
			network: network.startsWith(`${protocol}-`) ? network : `${protocol}-${network}`,
		}));
	} catch {
		// A dropdown with the documented values helps more than one that says why it is empty.
		return [];
	}
}

/**
 * Test networks by protocol, besides the main network that each protocol has (platform documentation, networks;
 * without those that were shut down).
 */
const TEST_NETWORKS: Readonly<Record<string, readonly string[]>> = {
	arbitrum: ['sepolia-testnet'],
	aurora: ['testnet'],
	avalanche: ['testnet'],
	bitcoin: ['testnet'],
	bsc: ['testnet'],
	cronos: ['testnet'],
	ethereum: ['sepolia-testnet', 'hoodi-testnet'],
	fantom: ['testnet'],
	fuse: ['testnet'],
	gnosis: ['testnet'],
	harmony: ['devnet'],
	near: ['testnet'],
	'polygon-pos': ['amoy-testnet'],
	starknet: ['sepolia-testnet'],
	tezos: ['testnet'],
};

const DOCUMENTED: readonly ChainNetwork[] = PROTOCOLS.flatMap(({ value: protocol }) =>
	['mainnet', ...(TEST_NETWORKS[protocol] ?? [])].map((name) => ({
		protocol,
		network: `${protocol}-${name}`,
	})),
);

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import {
	getChainName,
	getChainNetwork,
	getProtocolName,
	getProviderName,
	getRegionName,
} from '../managementApi/chainNames';
import { readDeploymentOptions, type DeploymentOption } from '../managementApi/deploymentOptions';
import { isRecord } from '../text/json';
import { field, type Property } from '../values/field';
import { locator, nameLocator } from './locator';
import { withDropdownContext, type PanelSearch } from './searchList';

/** Chooses among the protocols that can currently be deployed. */
export const protocolChoice = field('options', 'Protocol Name or ID', 'deployProtocol', {
	typeOptions: { loadOptionsMethod: 'getDeployableProtocols' },
	default: '',
	traits: { decidesNothing: true },
	description:
		'Narrows the list of chains. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

/** Chooses the network of that protocol. */
export const blockchainLocator = locator({
	name: 'blockchain',
	displayName: 'Chain',
	description: 'The chain the node joins, such as Ethereum Mainnet',
	resource: 'blockchain',
	choose: 'chain',
	example: 'BC-000-000-008',
	searchListMethod: 'searchBlockchains',
	dependsOn: 'deployProtocol',
	hasNoPage: true,
});

/** Chooses a cloud that offers that network. */
export const cloudLocator = locator({
	name: 'cloud',
	displayName: 'Cloud and Region',
	description:
		'The cloud and region the node runs in; the list contains those that offer the chain',
	resource: 'cloud',
	example: 'CC-0016',
	searchListMethod: 'searchClouds',
	dependsOn: 'blockchain.value',
	hasNoPage: true,
});

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

/** Fills {@link protocolChoice}. */
export async function getDeployableProtocols(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const options = await readOffered(this);
	const protocols = [...new Set(options.map(({ protocol }) => protocol))];
	const names = protocols.map((protocol) => ({ name: getProtocolName(protocol), value: protocol }));
	// Without it the editor marks the field, which only narrows the list, as required.
	return [{ name: 'All Protocols', value: '' }, ...sortByName(names)];
}

/** Fills {@link blockchainLocator} with the networks of the chosen protocol, or of all. */
export const searchBlockchains = searchOptions(
	'deployProtocol',
	({ protocol }) => protocol,
	({ blockchain }) => blockchain,
	({ protocol, network }) => getChainName(protocol, network),
);

/** Fills {@link cloudLocator} with the clouds that offer the chosen network, or with all. */
export const searchClouds = searchOptions(
	'blockchain',
	({ blockchain }) => blockchain,
	({ cloud }) => cloud,
	({ provider, region }) => `${getProviderName(provider)} · ${getRegionName(region)}`,
);

/** Fills {@link chainNetworkLocator} with what can currently be deployed of the chosen protocol, or of all. */
export const searchChainNetworks = searchOptions(
	'protocol',
	({ protocol }) => protocol,
	getChainNetwork,
	(option) => `${getChainName(option.protocol, option.network)} (${getChainNetwork(option)})`,
);

type Read = (option: DeploymentOption) => string;

/**
 * Declares what fills a list with one entry per ID, with the name that people know; those that share a name show their
 * ID as well.
 * @param chooser the field that narrows the list, once something is chosen there
 */
function searchOptions(chooser: string, valueOf: Read, idOf: Read, nameOf: Read): PanelSearch {
	return async function (filter = '') {
		const value = this.getCurrentNodeParameter(chooser) as unknown;
		const chosen = String((isRecord(value) ? value.value : value) ?? '').trim();
		const isChosen = chosen !== '' && !chosen.startsWith('=');
		const byId = new Map<string, DeploymentOption[]>();
		for (const option of await readOffered(this)) {
			if (isChosen && valueOf(option) !== chosen) continue;
			byId.set(idOf(option), [...(byId.get(idOf(option)) ?? []), option]);
		}
		const names = [...byId.values()].map(([first]) => nameOf(first));
		const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
		const wanted = filter.trim().toLowerCase();
		const found = [...byId].flatMap(([id, options], index) => {
			const name = names[index];
			// A network is found by every place that offers it, and a cloud by every network it offers.
			const words = options.flatMap((each) => Object.values(each));
			if (![name, id, ...words].join(' ').toLowerCase().includes(wanted)) return [];
			return [{ name: isShared(name) ? `${name} (${id})` : name, value: id }];
		});
		return { results: sortByName(found) };
	};
}

function readOffered(n8n: ILoadOptionsFunctions): Promise<DeploymentOption[]> {
	return withDropdownContext(n8n, ({ api }) => readDeploymentOptions(api));
}

function sortByName<T extends { name: string }>(entries: T[]): T[] {
	return entries.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	getChainName,
	getProtocolName,
	getProviderName,
	getRegionName,
} from '../managementApi/chainNames';
import { readDeploymentOptions, type DeploymentOption } from '../managementApi/deploymentOptions';
import { field } from '../values/field';
import { locator } from './locator';
import { withDropdownContext } from './searchList';

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

/** Fills {@link protocolChoice}. */
export async function getDeployableProtocols(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const options = await readOffered(this);
	const protocols = [...new Set(options.map(({ protocol }) => protocol))];
	const names = protocols
		.map((protocol) => ({ name: getProtocolName(protocol), value: protocol }))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
	// Without it the editor marks the field, which only narrows the list, as required.
	return [{ name: 'All Protocols', value: '' }, ...names];
}

/** Fills {@link blockchainLocator} with the networks of the chosen protocol, or of all. */
export async function searchBlockchains(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const protocol = this.getCurrentNodeParameter('deployProtocol');
	const isChosen = typeof protocol === 'string' && protocol !== '' && !protocol.startsWith('=');
	const options = (await readOffered(this)).filter(
		(option) => !isChosen || option.protocol === protocol,
	);
	return listEntries(
		options,
		filter,
		({ blockchain }) => blockchain,
		({ protocol, network }) => getChainName(protocol, network),
	);
}

/** Fills {@link cloudLocator} with the clouds that offer the chosen network, or with all. */
export async function searchClouds(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const blockchain = this.getCurrentNodeParameter('blockchain', { extractValue: true });
	const chosen = typeof blockchain === 'string' ? blockchain.trim() : '';
	const isChosen = chosen.startsWith('BC-');
	const options = (await readOffered(this)).filter(
		(option) => !isChosen || option.blockchain === chosen,
	);
	return listEntries(
		options,
		filter,
		({ cloud }) => cloud,
		({ provider, region }) => `${getProviderName(provider)} · ${getRegionName(region)}`,
	);
}

function readOffered(n8n: ILoadOptionsFunctions): Promise<DeploymentOption[]> {
	return withDropdownContext(n8n, ({ api }) => readDeploymentOptions(api));
}

/** One entry per ID, with the name that people know; those that share a name show their ID as well. */
function listEntries(
	options: readonly DeploymentOption[],
	filter: string | undefined,
	idOf: (option: DeploymentOption) => string,
	nameOf: (option: DeploymentOption) => string,
): INodeListSearchResult {
	const wanted = (filter ?? '').trim().toLowerCase();
	const byId = new Map<string, DeploymentOption[]>();
	for (const option of options) byId.set(idOf(option), [...(byId.get(idOf(option)) ?? []), option]);
	const names = [...byId.values()].map(([first]) => nameOf(first));
	const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
	const found = [...byId].map(([value, ofId], index) => {
		const name = names[index];
		// A network is found by every place that offers it, and a cloud by every network it offers.
		const words = ofId.flatMap((each) => [each.protocol, each.network, each.provider, each.region]);
		const searched = [name, value, ...words].join(' ').toLowerCase();
		return { value, searched, name: isShared(name) ? `${name} (${value})` : name };
	});
	return {
		results: found
			.filter(({ searched }) => searched.includes(wanted))
			.map(({ name, value }) => ({ name, value }))
			.sort((a, b) => a.name.localeCompare(b.name, 'en')),
	};
}

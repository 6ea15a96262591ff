import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodePropertyOptions,
} from 'n8n-workflow';

import { askForRules } from '../managementApi/accessRules';
import {
	getChainName,
	getChainNetwork,
	getProviderName,
	getRegionName,
} from '../managementApi/chainNames';
import { readDeploymentOptions, type DeploymentOption } from '../managementApi/deploymentOptions';
import { findChainName, readNodeNetwork } from '../managementApi/nodeNetworks';
import { PROTOCOLS, PROVIDERS } from '../managementApi/placement';
import { checkId } from '../managementApi/resourceIds';
import { groupBy, isRecord } from '../text/json';
import {
	containsText,
	findRepeated,
	searchKnown,
	searchResource,
	withDropdownContext,
	type PanelSearch,
} from './searchList';

/** Fill the lists of locators, by the names in {@link locator}. */
export const searches = {
	/** Fills it with the rules of the chosen node, such as `203.0.113.10 (IP, activated)`. */
	async searchAccessRules(filter) {
		const chosen = this.getCurrentNodeParameter('nodeId', { extractValue: true });
		return await withDropdownContext(this, async ({ api }) => {
			const results: INodeListSearchItems[] = [];
			await askForRules(checkId(chosen, 'node'), async (path) => {
				for await (const { id, value, type, status } of api.list(path)) {
					const kind = type === 'ip' ? 'IP' : String(type);
					const name = `${String(value)} (${kind}, ${String(status)})`;
					if (containsText([name, id], filter)) results.push({ name, value: String(id) });
				}
			});
			return { results };
		});
	},
	searchBlockchains: searchOptions({
		id: ({ blockchain }) => blockchain,
		name: ({ protocol, network }) => getChainName(protocol, network),
	}),
	searchChainNetworks: searchOptions({
		narrowedBy: { field: 'protocol', part: 'protocol' },
		id: getChainNetwork,
		name: (option) =>
			`${getChainName(option.protocol, option.network)} (${getChainNetwork(option)})`,
	}),
	searchClouds: searchOptions({
		narrowedBy: { field: 'blockchain', part: 'blockchain' },
		id: ({ cloud }) => cloud,
		name: ({ provider, region }) => `${getProviderName(provider)} · ${getRegionName(region)}`,
	}),
	searchNetworks: searchResource({
		path: '/v1/networks/',
		chain: (network) => findChainName(readNodeNetwork(network) ?? {}),
		details: ({ status }) => [status],
	}),
	// Version 2 lists the same nodes and names the chain of each; version 1 knows only the ID of its network.
	searchNodes: searchResource({
		path: '/v2/nodes/',
		chain: (node) => findChainName(readChain(node)),
		details: ({ provider, region, status }) => [
			status,
			provider ? getProviderName(String(provider)) : '',
			region,
		],
	}),
	searchProjects: searchResource({ path: '/v1/projects/' }),
	searchProtocols: searchKnown(PROTOCOLS.map(({ name, value }) => ({ name, value }))),
	searchProviders: searchKnown(PROVIDERS.map(({ name, value }) => ({ name, value }))),
	searchRegions: searchKnown(listAllRegions()),
} satisfies Record<string, PanelSearch>;

/** @returns protocol and chain network of a node of version 2, where `network` is the name of the latter */
function readChain(node: IDataObject): IDataObject {
	const { protocol, network } = node;
	return network ? { protocol, chainNetwork: getChainNetwork(node) } : { protocol };
}

/** How the places where something can be deployed become the entries of a dropdown. */
interface OptionList {
	/** The field that narrows the list, once something is chosen there, and the part of an option that it names. */
	narrowedBy?: { field: string; part: 'blockchain' | 'protocol' };
	id(option: DeploymentOption): string;
	/** The name that people know. */
	name(option: DeploymentOption): string;
}

/** Declares the search of a list with one entry per ID; entries that share a name show their ID as well. */
function searchOptions({ narrowedBy, id, name }: OptionList): PanelSearch {
	return async function (filter) {
		const isOffered = narrowedBy === undefined ? () => true : readNarrowing(this, narrowedBy);
		const options = await withDropdownContext(this, ({ api }) => readDeploymentOptions(api));
		const byId = groupBy(options, (option) => (isOffered(option) ? id(option) : undefined));
		const shared = findRepeated([...byId.values()].map(([first]) => name(first)));
		const found = [...byId].flatMap(([value, options]) => {
			const title = name(options[0]);
			// A network is found by every place that offers it, and a cloud by every network it offers.
			const words = [title, value, ...options.flatMap((option) => Object.values(option))];
			const entry = { name: shared.has(title) ? `${title} (${value})` : title, value };
			return containsText(words, filter) ? [entry] : [];
		});
		return { results: sortByName(found) };
	};
}

/** @returns whether an option has what is chosen in another field; all have, where that is an expression or empty */
function readNarrowing(
	n8n: ILoadOptionsFunctions,
	{ field, part }: NonNullable<OptionList['narrowedBy']>,
): (option: DeploymentOption) => boolean {
	const value = n8n.getCurrentNodeParameter(field) as unknown;
	const chosen = String((isRecord(value) ? value.value : value) ?? '').trim();
	if (chosen === '' || chosen.startsWith('=')) return () => true;
	return (option) => option[part] === chosen;
}

function sortByName<T extends { name: string }>(entries: T[]): T[] {
	return entries.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Fills the choice of a region: the regions of the provider next to it, or the regions of all providers, each
 * with its provider, when that is an expression the editor cannot resolve or is not chosen yet.
 */
export async function getRegions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const provider = this.getCurrentNodeParameter('&provider');
	const chosen = PROVIDERS.find(({ value }) => value === provider);
	if (chosen === undefined) return listAllRegions();
	return chosen.regions.map((region) => ({ name: getRegionName(region), value: region }));
}

function listAllRegions() {
	return PROVIDERS.flatMap(({ name, regions }) =>
		regions.map((region) => ({ name: `${getRegionName(region)} (${name})`, value: region })),
	);
}

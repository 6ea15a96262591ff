import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { chainOfNode, networkOf } from '../managementApi/nodeNetworks';
import { locator } from './locator';
import { nameOf, searchList } from './searchList';

/** The field that chooses a network. */
export const networkLocator = locator({
	name: 'networkId',
	displayName: 'Network',
	description: 'The network to work with',
	resource: 'network',
	searchListMethod: 'searchNetworks',
});

/** Fills the list of {@link networkLocator}; entries show chain and state, as far as known. */
export async function searchNetworks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const title = (network: IDataObject): string => {
		const facts = networkOf(network);
		const chain = facts && chainOfNode(facts);
		return [nameOf(network), chain, network.status].filter(Boolean).join(' · ');
	};
	return await searchList(this, { path: '/v1/networks/', title }, filter, paginationToken);
}

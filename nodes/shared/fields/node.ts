import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { providerName } from '../managementApi/chainNames';
import { chainOfNode, networksOfNodes } from '../managementApi/nodeNetworks';
import type { PlatformClient } from '../managementApi/platformClient';
import { locator } from './locator';
import { nameOf, searchList } from './searchList';

/** The field that chooses a node. */
export const nodeLocator = locator({
	name: 'nodeId',
	displayName: 'Node',
	description: 'The node to work with',
	resource: 'node',
	searchListMethod: 'searchNodes',
});

/** Fills the list of {@link nodeLocator}; entries show chain and state, and location where names are alike. */
export async function searchNodes(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const listed = {
		path: '/v1/nodes/',
		title: nodeTitle,
		details: placeOf,
		complete: withChains,
	};
	return await searchList(this, listed, filter, paginationToken);
}

/** Such as `eth-archive-1 · Ethereum Mainnet · running`, as far as known. */
function nodeTitle(node: IDataObject): string {
	return [nameOf(node), node.chain, node.status].filter(Boolean).join(' · ');
}

function placeOf({ provider, region }: IDataObject): string {
	return [provider && providerName(String(provider)), region].filter(Boolean).join(' ');
}

async function withChains(nodes: IDataObject[], api: PlatformClient): Promise<IDataObject[]> {
	try {
		const networks = await networksOfNodes(api, nodes);
		return nodes.map((node) => {
			const network = networks.get(String(node.network));
			return network === undefined ? node : { ...node, chain: chainOfNode(network) };
		});
	} catch {
		// A list without chains is better than none.
		return nodes;
	}
}

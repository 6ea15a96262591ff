import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { providerName } from '../platform/chainNames';
import { chainOfNode, networksOfNodes } from '../platform/nodeNetworks';
import type { PlatformClient } from '../platform/platformClient';
import { locator } from './locator';
import { searchList } from './searchList';

/** The field that chooses a node. */
export const nodeLocator = locator({
	name: 'nodeId',
	displayName: 'Node',
	description: 'The node to work with',
	resource: 'node',
	searchListMethod: 'searchNodes',
});

/** Fills the list of {@link nodeLocator}; entries show chain, location and state. */
export async function searchNodes(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const listed = { path: '/v1/nodes/', title: nodeTitle, complete: withChains };
	return await searchList(this, listed, filter, paginationToken);
}

/** Such as `Second – Ethereum Mainnet (AWS us-east-1, running)`, as far as known. */
function nodeTitle({ name, id, chain, provider, region, status }: IDataObject): string {
	const place = [provider && providerName(String(provider)), region].filter(Boolean).join(' ');
	const where = [place, status].filter(Boolean).join(', ');
	return `${String(name ?? id)}${chain ? ` – ${String(chain)}` : ''}${where ? ` (${where})` : ''}`;
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

import type { IDataObject } from 'n8n-workflow';

import { getProviderName } from '../managementApi/chainNames';
import { formatChainOfNode, findNetworksOfNodes } from '../managementApi/nodeNetworks';
import type { PlatformClient } from '../managementApi/platformClient';
import { locator } from './locator';
import { getRecordName, searchResource } from './searchList';

/** The field that chooses a node. */
export const nodeLocator = locator({
	name: 'nodeId',
	displayName: 'Node',
	description: 'The node to work with',
	resource: 'node',
	searchListMethod: 'searchNodes',
});

/** Fills the list of {@link nodeLocator}; entries show chain and state, and location where names are alike. */
export const searchNodes = searchResource({
	path: '/v1/nodes/',
	// Such as `eth-archive-1 · Ethereum Mainnet · running`, as far as known.
	title: (node) => [getRecordName(node), node.chain, node.status].filter(Boolean).join(' · '),
	details: ({ provider, region }) =>
		[provider && getProviderName(String(provider)), region].filter(Boolean).join(' '),
	complete: withChains,
});

async function withChains(nodes: IDataObject[], api: PlatformClient): Promise<IDataObject[]> {
	try {
		const networks = await findNetworksOfNodes(api, nodes);
		return nodes.map((node) => {
			const network = networks.get(String(node.network));
			return network === undefined ? node : { ...node, chain: formatChainOfNode(network) };
		});
	} catch {
		// A list without chains is better than none.
		return nodes;
	}
}

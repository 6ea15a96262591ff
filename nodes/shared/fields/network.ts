import { chainOfNode, networkOf } from '../managementApi/nodeNetworks';
import { locator } from './locator';
import { nameOf, searchResource } from './searchList';

/** The field that chooses a network. */
export const networkLocator = locator({
	name: 'networkId',
	displayName: 'Network',
	description: 'The network to work with',
	resource: 'network',
	searchListMethod: 'searchNetworks',
});

/** Fills the list of {@link networkLocator}; entries show chain and state, as far as known. */
export const searchNetworks = searchResource({
	path: '/v1/networks/',
	title: (network) => {
		const facts = networkOf(network);
		const chain = facts && chainOfNode(facts);
		return [nameOf(network), chain, network.status].filter(Boolean).join(' · ');
	},
});

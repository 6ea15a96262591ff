import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';
import { getChainName } from './chainNames';
import type { PlatformClient } from './platformClient';

/** How many networks are searched for those of some nodes; with more, the rest are named less precisely. */
const MOST_NETWORKS = 1000;

/** The network of a node. The platform's nodes of version 1 name their network by ID alone. */
export interface NodeNetwork {
	protocol: string;
	networkName?: string;
	/** Chain network, such as `ethereum-mainnet`. */
	chainNetwork?: string;
}

/** @returns what a network, as the platform returns it, says about its nodes; `undefined` without its protocol */
export function readNodeNetwork(network: IDataObject): NodeNetwork | undefined {
	const { protocol, name, configuration } = network;
	if (typeof protocol !== 'string' || protocol === '') return undefined;
	const chain = isRecord(configuration) ? configuration.network : undefined;
	return {
		protocol,
		...(typeof name === 'string' && name !== '' && { networkName: name }),
		...(typeof chain === 'string' && chain !== '' && { chainNetwork: chain }),
	};
}

/** @returns what people call the chain of a network, such as `Ethereum Mainnet` */
export function formatChainOfNode({ protocol, chainNetwork = '' }: NodeNetwork): string {
	return getChainName(protocol, chainNetwork);
}

/**
 * Finds the networks of nodes in the list of networks, reading it no further than needed.
 * @returns what the networks say, by ID; those that are not found are missing
 * @throws Problem
 */
export async function findNetworksOfNodes(
	api: PlatformClient,
	nodes: readonly IDataObject[],
): Promise<Map<string, NodeNetwork>> {
	const wanted = new Set(nodes.map(({ network }) => String(network)));
	const found = new Map<string, NodeNetwork>();
	let read = 0;
	if (wanted.size === 0) return found;
	for await (const network of api.list('/v1/networks/')) {
		const facts = readNodeNetwork(network);
		const id = String(network.id);
		if (wanted.delete(id) && facts !== undefined) found.set(id, facts);
		read += 1;
		if (wanted.size === 0 || read >= MOST_NETWORKS) break;
	}
	return found;
}

import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';
import { getChainName } from './chainNames';
import type { PlatformClient } from './platformClient';

/** How many networks are searched for those of some nodes; with more, the rest are named less precisely. */
const MOST_NETWORKS = 1000;

/** The network of a node. The platform's nodes of version 1 name their network by ID alone. */
export type NodeNetwork = {
	protocol: string;
	networkName?: string;
	/** Chain network, such as `ethereum-mainnet`. */
	chainNetwork?: string;
};

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

/** @returns what people call the chain of a node or a network, such as `Ethereum Mainnet`, where it is known */
export function findChainName({ protocol, chainNetwork = '' }: IDataObject): string | undefined {
	return typeof protocol === 'string' ? getChainName(protocol, String(chainNetwork)) : undefined;
}

/**
 * Adds to nodes what their networks say, from the list of networks, which is read no further than needed.
 * @returns the nodes; those whose network is not found are unchanged
 * @throws Problem
 */
export async function addNetworks(
	nodes: IDataObject[],
	api: PlatformClient,
): Promise<IDataObject[]> {
	const wanted = new Set(nodes.map(({ network }) => String(network)));
	const found = new Map<string, NodeNetwork>();
	let read = 0;
	if (wanted.size === 0) return nodes;
	for await (const network of api.list('/v1/networks/')) {
		const facts = readNodeNetwork(network);
		const id = String(network.id);
		if (wanted.delete(id) && facts !== undefined) found.set(id, facts);
		read += 1;
		if (wanted.size === 0 || read >= MOST_NETWORKS) break;
	}
	return nodes.map((node) => ({ ...node, ...found.get(String(node.network)) }));
}

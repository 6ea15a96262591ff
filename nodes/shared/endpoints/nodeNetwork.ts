import type { IDataObject } from 'n8n-workflow';

import { familyOfProtocol } from '../addresses/chains';
import { networkOf, networksOfNodes, type NodeNetwork } from '../managementApi/nodeNetworks';
import { checkedId } from '../managementApi/resourceIds';
import type { OperationContext } from '../run/session';
import { sentence } from '../text/excerpt';
import { asProblem, Cancelled, type Problem } from '../text/problem';

/**
 * Reads the network of a node, once per run and network.
 * @throws Problem
 */
export async function readNetworkOfNode(
	node: IDataObject,
	{ once }: Pick<OperationContext, 'once'>,
): Promise<NodeNetwork | undefined> {
	const id = checkedId(node.network, 'network');
	return await once(`network ${id}`, async ({ api }) =>
		networkOf(await api.get(`/v1/networks/${id}/`, `network ${id}`)),
	);
}

/** Adds protocol, name and chain network to nodes, from the list of networks. Where that cannot be read, a hint says so. */
export async function addNetworks(
	nodes: IDataObject[],
	context: OperationContext,
): Promise<IDataObject[]> {
	try {
		const networks = await networksOfNodes(context.api, nodes);
		return nodes.map((node) => ({ ...node, ...networks.get(String(node.network)) }));
	} catch (error) {
		hintUnread(asProblem(error), context);
		return nodes;
	}
}

/**
 * Says that the network of a node could not be read.
 * @throws Cancelled when that is the reason
 */
export function hintUnread(problem: Problem, { hint }: Pick<OperationContext, 'hint'>): void {
	if (problem instanceof Cancelled) throw problem;
	hint(sentence(`Protocol and network of a node could not be read: ${problem.message}`));
}

/** @returns why nodes of a network cannot be asked, if they cannot */
export function notServed(network: NodeNetwork | undefined): string | undefined {
	return network !== undefined && familyOfProtocol(network.protocol) === undefined
		? `it runs ${network.protocol}, whose interface is not documented`
		: undefined;
}

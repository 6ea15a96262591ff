import type { IDataObject } from 'n8n-workflow';

import { findFamilyOfProtocol } from '../addresses/chains';
import {
	readNodeNetwork,
	findNetworksOfNodes,
	type NodeNetwork,
} from '../managementApi/nodeNetworks';
import { checkId } from '../managementApi/resourceIds';
import type { OperationContext } from '../run/session';
import { endSentence } from '../text/excerpt';
import { toProblem, Cancelled, type Problem } from '../text/problem';

/**
 * Reads the network of a node, once per run and network.
 * @throws Problem
 */
export async function readNetworkOfNode(
	node: IDataObject,
	{ once }: Pick<OperationContext, 'once'>,
): Promise<NodeNetwork | undefined> {
	const id = checkId(node.network, 'network');
	return await once(`network ${id}`, async ({ api }) =>
		readNodeNetwork(await api.get(`/v1/networks/${id}/`, `network ${id}`)),
	);
}

/** Adds protocol, name and chain network to nodes, from the list of networks. Where that cannot be read, a hint says so. */
export async function addNetworks(
	nodes: IDataObject[],
	context: OperationContext,
): Promise<IDataObject[]> {
	try {
		const networks = await findNetworksOfNodes(context.api, nodes);
		return nodes.map((node) => ({ ...node, ...networks.get(String(node.network)) }));
	} catch (error) {
		hintUnread(toProblem(error), context);
		return nodes;
	}
}

/**
 * Says that the network of a node could not be read.
 * @throws Cancelled when that is the reason
 */
export function hintUnread(
	problem: Problem,
	{ hint }: Pick<OperationContext, 'hint'>,
	consequence = '',
): void {
	if (problem instanceof Cancelled) throw problem;
	const what = `Protocol and network of a node could not be read${consequence}`;
	hint(endSentence(`${what}: ${problem.message}`));
}

/** @returns why nodes of a network cannot be asked, if they cannot */
export function explainNotServed(network: NodeNetwork | undefined): string | undefined {
	return network !== undefined && findFamilyOfProtocol(network.protocol) === undefined
		? `it runs ${network.protocol}, whose interface is not documented`
		: undefined;
}

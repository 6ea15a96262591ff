import type { IDataObject } from 'n8n-workflow';

import { findFamilyOfProtocol } from '../addresses/chains';
import { readNodeNetwork, type NodeNetwork } from '../managementApi/nodeNetworks';
import { checkId } from '../managementApi/resourceIds';
import type { OperationContext } from '../run/session';
import { endSentence } from '../text/excerpt';
import { Cancelled, toProblem } from '../text/problem';

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

/**
 * Says that the network of a node could not be read.
 * @throws Cancelled when that is the reason
 */
export function hintUnread(
	error: unknown,
	{ hint }: Pick<OperationContext, 'hint'>,
	consequence = '',
): void {
	const problem = toProblem(error);
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

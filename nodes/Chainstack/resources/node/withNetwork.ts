import type { IDataObject } from 'n8n-workflow';

import { networkOfNode } from '../../../shared/endpoints/nodeNetwork';
import { networkFacts, networksOfNodes } from '../../../shared/managementApi/nodeNetworks';
import type { OperationContext } from '../../../shared/run/session';
import { sentence } from '../../../shared/text/excerpt';
import { asProblem, Cancelled } from '../../../shared/text/problem';

/** Adds its network's protocol, name and chain network to a node. Where that cannot be read, a hint says so. */
export async function withNetwork(
	node: IDataObject,
	context: OperationContext,
): Promise<IDataObject> {
	const add = async (): Promise<IDataObject> => ({
		...node,
		...networkFacts(await networkOfNode(node, context)),
	});
	return await orWithout(add, node, context);
}

/** The same for many nodes, whose networks are read from their list. */
export async function withNetworks(
	nodes: IDataObject[],
	context: OperationContext,
): Promise<IDataObject[]> {
	const add = async (): Promise<IDataObject[]> => {
		const networks = await networksOfNodes(context.api, nodes);
		return nodes.map((node) => ({ ...node, ...networks.get(String(node.network)) }));
	};
	return await orWithout(add, nodes, context);
}

async function orWithout<T>(
	add: () => Promise<T>,
	without: T,
	{ hint }: OperationContext,
): Promise<T> {
	try {
		return await add();
	} catch (error) {
		if (error instanceof Cancelled) return await Promise.reject(error);
		const { message } = asProblem(error);
		hint(sentence(`Protocol and network of a node could not be read: ${message}`));
		return without;
	}
}

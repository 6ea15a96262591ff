import type { IDataObject } from 'n8n-workflow';

import { addEndpoint, hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
import { pick } from '../../../shared/fields/listFields';
import { formatChain, readNodeNetwork } from '../../../shared/managementApi/nodeNetworks';
import type { OperationContext } from '../../../shared/run/session';
import { isRecord } from '../../../shared/text/json';
import { simplifyNode, type Wanted } from '../node/present';

/** @returns a network as the user wants it: as the service gave it, or its main fields with the endpoints of its nodes */
export function presentNetwork(
	network: IDataObject,
	{ simplify, options: { includeSecrets } }: Wanted,
	context: OperationContext,
): IDataObject {
	if (!simplify) return network;
	const known =
		'nodes' in network ? { ...network, nodes: addEndpoints(network, context) } : network;
	const simple = simplifyNetwork(known, includeSecrets);
	return hintHiddenKey(simple, includeSecrets, context);
}

/**
 * @param includeSecrets whether the user wants the credentials of the nodes
 * @returns the fields of a network that most workflows need, what people look for first
 */
export function simplifyNetwork(network: IDataObject, includeSecrets = false): IDataObject {
	const chain = formatChain(readNodeNetwork(network) ?? {});
	const { created_at: createdAt } = network;
	return {
		...pick(network, 'name', 'status'),
		...(chain && { chain }),
		...pick(network, 'id', 'project', 'protocol', 'configuration'),
		...('nodes' in network && {
			nodes: listNodes(network).map((node) => simplifyNode(node, includeSecrets)),
		}),
		...(createdAt !== undefined && { createdAt }),
		...pick(network, 'endpoint', 'alreadyExisted', 'wait'),
	};
}

/** @returns the nodes of a network, each with its endpoint */
export function addEndpoints(network: IDataObject, context: OperationContext): IDataObject[] {
	const facts = readNodeNetwork(network);
	return listNodes(network).map((node) => addEndpoint(node, facts, context));
}

/** @returns the nodes of a network as the service gave them */
export function listNodes({ nodes }: IDataObject): IDataObject[] {
	return Array.isArray(nodes) ? ((nodes as unknown[]).filter(isRecord) as IDataObject[]) : [];
}

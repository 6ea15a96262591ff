import type { IDataObject } from 'n8n-workflow';

import { addEndpoint } from '../../../shared/endpoints/addEndpoint';
import { readNodeNetwork } from '../../../shared/managementApi/nodeNetworks';
import type { OperationContext } from '../../../shared/run/operationContext';
import { isRecord, pick } from '../../../shared/text/json';
import { addNames, simplifyNode, type Wanted } from '../node/present';

/** @returns a network as the user wants it: as the service gave it, or its main fields with the endpoints of its nodes */
export function presentNetwork(
	network: IDataObject,
	{ simplify, options: { includeSecrets } }: Wanted,
	context: OperationContext,
): IDataObject {
	if (!simplify) return network;
	return simplifyNetwork(addEndpoints(network, context), includeSecrets);
}

/** The fields of a network that most workflows need, what people look for first. */
const FIELDS = [
	'name',
	'status',
	'chain',
	'id',
	'project',
	'protocol',
	'configuration',
	'nodes',
	'createdAt',
	'endpoint',
	'alreadyExisted',
	'wait',
];

/**
 * @param includeSecrets whether the user wants the credentials of the nodes
 * @returns the fields of a network that most workflows need
 */
export function simplifyNetwork(network: IDataObject, includeSecrets = false): IDataObject {
	const simple = mapNodes(network, (node) => simplifyNode(node, includeSecrets));
	return pick(addNames(simple, readNodeNetwork(network)), ...FIELDS);
}

/** @returns a network, with the endpoint of each node */
export function addEndpoints(network: IDataObject, context: OperationContext): IDataObject {
	const facts = readNodeNetwork(network);
	return mapNodes(network, (node) => addEndpoint(node, facts, context));
}

function mapNodes(network: IDataObject, change: (node: IDataObject) => IDataObject): IDataObject {
	return 'nodes' in network ? { ...network, nodes: listNodes(network).map(change) } : network;
}

/** @returns the nodes of a network as the service gave them */
export function listNodes({ nodes }: IDataObject): IDataObject[] {
	return Array.isArray(nodes) ? ((nodes as unknown[]).filter(isRecord) as IDataObject[]) : [];
}

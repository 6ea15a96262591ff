import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../shared/fields/listFields';
import { getChainName } from '../../../shared/managementApi/chainNames';

/** The fields of a node that most workflows need, what people look for first. */
const FIELDS = [
	...['name', 'status', 'chain', 'id', 'network', 'networkName', 'protocol', 'chainNetwork'],
	...['project', 'cloud', 'blockchain', 'tier', 'type', 'provider', 'region', 'configuration'],
	...['createdAt', 'endpoint', 'alreadyExisted'],
];

/**
 * @param node a node, with what is known about its network
 * @param includeSecrets whether the user wants the credentials of the node, which are in its details
 * @returns the fields of a node that most workflows need
 */
export function simplifyNode(node: IDataObject, includeSecrets = false): IDataObject {
	const { created_at: createdAt, protocol, chainNetwork = '' } = node;
	const chain = typeof protocol === 'string' && getChainName(protocol, String(chainNetwork));
	const named = { ...node, ...(createdAt !== undefined && { createdAt }), ...(chain && { chain }) };
	return pick(named, ...FIELDS, ...(includeSecrets ? ['details'] : []));
}

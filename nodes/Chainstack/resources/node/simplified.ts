import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../shared/session/simplify';

/** The fields of a node that most workflows need. */
const FIELDS = [
	...['id', 'name', 'network', 'networkName', 'protocol', 'chainNetwork', 'status', 'type'],
	...['provider', 'region', 'configuration', 'created_at', 'endpoint', 'alreadyExisted'],
];

/**
 * @param includeSecrets whether the user wants the credentials of the node, which are in its details
 * @returns the fields of a node that most workflows need
 */
export function simplifiedNode(node: IDataObject, includeSecrets = false): IDataObject {
	return pick(node, ...FIELDS, ...(includeSecrets ? ['details'] : []));
}

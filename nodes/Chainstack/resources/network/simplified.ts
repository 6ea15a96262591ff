import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../shared/session/simplify';
import { simplifiedNode } from '../node/simplified';

/**
 * @param includeSecrets whether the user wants the credentials of the nodes
 * @returns the fields of a network that most workflows need
 */
export function simplifiedNetwork(network: IDataObject, includeSecrets = false): IDataObject {
	const nodes = (network.nodes ?? []) as IDataObject[];
	return {
		...pick(network, 'id', 'name', 'project', 'protocol', 'status', 'configuration'),
		nodes: nodes.map((node) => simplifiedNode(node, includeSecrets)),
		...pick(network, 'created_at', 'endpoint', 'alreadyExisted', 'wait'),
	};
}

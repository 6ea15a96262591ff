import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../shared/session/simplify';
import { simplifiedNode } from '../node/simplified';

/** The fields of a network that most workflows need. */
export function simplifiedNetwork(network: IDataObject): IDataObject {
	return {
		...pick(network, 'id', 'name', 'project', 'protocol', 'status', 'configuration'),
		nodes: ((network.nodes ?? []) as IDataObject[]).map(simplifiedNode),
		...pick(network, 'created_at'),
	};
}

import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../shared/session/simplify';

/** The fields of a node that most workflows need. */
export function simplifiedNode(node: IDataObject): IDataObject {
	return pick(
		node,
		'id',
		'name',
		'network',
		'status',
		'type',
		'provider',
		'region',
		'configuration',
		'created_at',
		'endpoint',
	);
}

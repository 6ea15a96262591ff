import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../shared/fields/simplify';

/** The fields of a pin that most workflows need. */
export function simplifiedPin(pin: IDataObject): IDataObject {
	return pick(
		pin,
		'id',
		'cid',
		'type',
		'title',
		'status',
		'size',
		'created_at',
		'bucket_id',
		'folder_id',
		'public_link',
	);
}

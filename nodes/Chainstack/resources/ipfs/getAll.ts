import { defineFilters, textFilter } from '../../../shared/fields/collections';
import { platformOptions } from '../../../shared/fields/options';
import {
	returnAllProperties,
	simplifyProperty,
	takeUpToLimit,
} from '../../../shared/fields/listFields';
import { buildQuery } from '../../../shared/managementApi/requestParts';
import { defineOperation } from '../../../shared/run/operation';
import { ipfsNotice } from './pinFields';
import { listPins, pinSort, pinSortProperties, simplifyPin } from './pinList';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many IPFS pins',
	description: 'List pins and folders, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		ipfsNotice,
		...returnAllProperties,
		defineFilters(
			textFilter('bucketId', 'Bucket ID', 'Only pins of this bucket', 'BUCK-1337-8085-1337'),
			textFilter(
				'folderId',
				'Folder ID',
				'Only pins in this folder; "root" stands for pins that are in no folder',
				'FOLD-1337-8085-1337',
			),
			textFilter('search', 'Search', 'Only pins that match this text', 'cover'),
		),
		simplifyProperty,
		...pinSortProperties,
		platformOptions(),
	],
	async execute(values, context) {
		const { api, isTool } = context;
		const { bucketId, folderId, search } = values.filters;
		const query = {
			...buildQuery({
				bucketId,
				folderId,
				q: search,
				sort: pinSort(values.sortField, values.sortOrder),
			}),
			// The service denotes the root by an empty folder, which is not the same as none.
			...(folderId?.toLowerCase() === 'root' && { folder_id: '' }),
		};
		const pins = await takeUpToLimit(
			(noteCount) => listPins(api, query, noteCount),
			values,
			context,
		);
		return values.simplify || isTool ? pins.map(simplifyPin) : pins;
	},
});

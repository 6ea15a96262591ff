import { defineFilters, returnAllProperties, textFilter } from '../../../shared/fields/listFields';
import { takeUpToLimit } from '../../../shared/fields/readList';
import { platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { buildQuery } from '../../../shared/managementApi/query';
import { defineOperation } from '../../../shared/run/operation';
import { choices, field } from '../../../shared/values/field';
import { listPins } from './listPins';
import { formatSort, ipfsNotice, simplifyPin } from './pinFields';

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
			textFilter('bucketId', 'Bucket ID', 'pins of this bucket', 'BUCK-1337-8085-1337'),
			textFilter(
				'folderId',
				'Folder ID',
				'pins in this folder; "root" stands for pins that are in no folder',
				'FOLD-1337-8085-1337',
			),
			textFilter('search', 'Search', 'pins that match this text', 'cover'),
		),
		simplifyProperty,
		field('options', 'Sort', 'sort', {
			options: [
				{ name: 'Bucket ID', value: 'bucket_id' },
				{ name: 'CID', value: 'CID' },
				{ name: 'Created At', value: 'created_at' },
				{ name: 'Creator', value: 'creator' },
				{ name: 'Folder ID', value: 'folder_id' },
				{ name: 'ID', value: 'ID' },
				{ name: 'Owner', value: 'owner' },
				{ name: 'Public Link', value: 'public_link' },
				{ name: 'Size', value: 'size' },
				{ name: 'Status', value: 'status' },
				{ name: 'Title', value: 'title' },
				{ name: 'Type', value: 'type' },
				{ name: 'Unsorted', value: '' },
				{ name: 'Updated At', value: 'updated_at' },
			],
			default: '',
			description: 'The field that decides the order of the results',
		}),
		field('options', 'Sort Order', 'sortOrder', {
			displayOptions: { hide: { sort: [''] } },
			options: choices({ asc: 'Ascending', desc: 'Descending' }),
			default: 'asc',
			description: 'Whether the smallest or the largest value comes first',
		}),
		platformOptions(),
	],
	async execute({ filters, sort: sortField, sortOrder, simplify, ...limits }, context) {
		const { api, isTool } = context;
		const { bucketId, folderId, search: q } = filters;
		const sort = sortField === '' ? '' : formatSort(sortField, sortOrder);
		const query = {
			...buildQuery({ bucketId, folderId, q, sort }),
			// The service denotes the root by an empty folder, which is not the same as none.
			...(folderId?.toLowerCase() === 'root' && { folder_id: '' }),
		};
		const readPins = (noteCount: (count: number) => void) => listPins(api, query, noteCount);
		const pins = await takeUpToLimit(readPins, limits, context);
		return simplify || isTool ? pins.map(simplifyPin) : pins;
	},
});

import type { IDataObject } from 'n8n-workflow';

import { defineFilters, returnAllProperties, textFilter } from '../../../shared/fields/listFields';
import { takeUpToLimit } from '../../../shared/fields/readList';
import { platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { readResults } from '../../../shared/managementApi/pages';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import { buildQuery, type Query } from '../../../shared/managementApi/query';
import { defineOperation } from '../../../shared/run/operation';
import { choices, field } from '../../../shared/values/field';
import { formatSort, ipfsNotice, PINS_PATH, simplifyPin } from './pinFields';

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
		field('options', 'Sort By', 'sortField', {
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
			displayOptions: { hide: { sortField: [''] } },
			options: choices({ asc: 'Ascending', desc: 'Descending' }),
			default: 'asc',
			description: 'Whether the smallest or the largest value comes first',
		}),
		platformOptions(),
	],
	async execute({ filters, sortField, sortOrder, simplify, ...limits }, context) {
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

/** Pins requested at once; the service documents neither a default nor a maximum. */
const PINS_PER_PAGE = 100;

/**
 * Reads a list of pins page by page, only while the caller keeps asking. This part of the service divides its pages by
 * offset, so a list that changes meanwhile may show a pin again: each is returned once, and a page with nothing new
 * ends the list.
 *
 * @param noteCount is called for each page with the number of pins in the whole list
 * @throws Problem
 */
async function* listPins(
	api: PlatformClient,
	query: Query,
	noteCount: (count: number) => void,
): AsyncGenerator<IDataObject> {
	const seen = new Set<unknown>();
	for (let offset = 0; ; ) {
		const page = { ...query, offset, limit: PINS_PER_PAGE };
		const answer = await api.get(PINS_PATH, 'list of pins', page);
		if (typeof answer.count === 'number') noteCount(answer.count);
		const results = readResults(answer, 'a list of pins');
		const news = results.filter(({ id }) => !seen.has(id));
		for (const pin of news) {
			seen.add(pin.id);
			yield pin;
		}
		offset += results.length;
		if (news.length === 0 || (typeof answer.count === 'number' && offset >= answer.count)) return;
	}
}

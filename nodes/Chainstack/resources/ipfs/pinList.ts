import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../shared/fields/listFields';
import { readResults } from '../../../shared/managementApi/pages';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import type { Query } from '../../../shared/managementApi/requestParts';
import { field, type Property } from '../../../shared/values/field';

/** Where pins are listed. */
export const PINS_PATH = '/v1/ipfs/pins';

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
export async function* listPins(
	api: PlatformClient,
	query: Query,
	noteCount?: (count: number) => void,
): AsyncGenerator<IDataObject> {
	const seen = new Set<unknown>();
	for (let offset = 0; ; ) {
		const page = { ...query, offset, limit: PINS_PER_PAGE };
		const answer = await api.get(PINS_PATH, 'list of pins', page);
		if (typeof answer.count === 'number') noteCount?.(answer.count);
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

/** The fields of a pin that most workflows need. */
export function simplifyPin(pin: IDataObject): IDataObject {
	const main = pick(pin, 'id', 'cid', 'type', 'title', 'status', 'size', 'created_at');
	return { ...main, ...pick(pin, 'bucket_id', 'folder_id', 'public_link') };
}

/** The two dropdowns that determine the order of a list of pins. */
export const pinSortProperties = [
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
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		default: 'asc',
		description: 'Whether the smallest or the largest value comes first',
	}),
] as const satisfies readonly Property[];

/** @returns the value of the query's `sort`, empty when no field is chosen */
export function pinSort(field: string, order: 'asc' | 'desc'): string {
	return field === '' ? '' : JSON.stringify({ field, order });
}
